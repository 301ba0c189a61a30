/// The name of a feedback, taken apart: `counters[3].jobs[7]` is `counters[].jobs` with the elements 3 and 7.
struct FeedbackName {
  /// The name for any elements.
  let base: String
  /// What stands in brackets, in order.
  let elements: [String]

  init(_ words: String) {
    var (base, elements, rest) = ("", [String](), words[...])
    while let start = rest.firstIndex(of: "[") {
      let inside = rest[rest.index(after: start)...]
      guard let end = Self.end(inside) else { break }
      base += rest[..<start] + "[]"
      elements.append(String(inside[..<end]))
      rest = inside[inside.index(after: end)...]
    }
    base += rest
    self.base = base.hasSuffix("[]") ? String(base.dropLast(2)) : base
    self.elements = elements
  }

  /// The bracket that ends an element, behind which the name ends or goes on with `.` or `[`.
  ///
  /// It is the first such bracket with the same number of both kinds before it. An identifier may have an unequal
  /// number of them: then it is the first such bracket.
  private static func end(_ inside: Substring) -> Substring.Index? {
    var (first, depth): (Substring.Index?, Int) = (nil, 0)
    for index in inside.indices {
      if inside[index] == "[" { depth += 1 }
      guard inside[index] == "]" else { continue }
      let next = inside[inside.index(after: index)...].first
      if next == nil || next == "." || next == "[" {
        if depth == 0 { return index }
        first = first ?? index
      }
      depth -= 1
    }
    return first
  }

  /// Returns the name with another base, and the same elements.
  func renamed(_ base: String) -> String {
    var (words, rest) = ("", elements[...])
    for character in base {
      words.append(character)
      if character == "[", let element = rest.popFirst() { words += element }
    }
    return words + rest.map { "[\($0)]" }.joined()
  }
}

extension RunSender {
  /// Returns the sender with another feedback.
  func renamed(_ names: [String: String]) -> RunSender {
    let name = { (feedback: String) in feedback.renamed(names) }
    return switch self {
    case .start, .outside: self
    case .immediate(let feedback): .immediate(of: name(feedback))
    case .subscription(let feedback, let execution):
      .subscription(of: name(feedback), execution: execution)
    case .effect(let feedback, let execution, let stage):
      .effect(of: name(feedback), execution: execution, stage: stage)
    case .throttle(let feedback, let count): .throttle(of: name(feedback), count: count)
    }
  }
}

extension String {
  fileprivate func renamed(_ names: [String: String]) -> String {
    let name = FeedbackName(self)
    return names[name.base].map { name.renamed($0) } ?? self
  }
}

extension RunLog {
  /// Returns the log as if the feedbacks had had other names, given by the old ones.
  func renaming(_ names: [String: String]) -> RunLog {
    if names.isEmpty { return self }
    let names = Dictionary(
      names.map { (FeedbackName($0).base, FeedbackName($1).base) }, uniquingKeysWith: { $1 })
    var log = self
    log.header.feedbacks = log.header.feedbacks.map { $0.renamed(names) }
    for index in log.entries.indices {
      log.entries[index].sender = log.entries[index].sender.renamed(names)
      for place in log.entries[index].effects.indices {
        let old = log.entries[index].effects[place].feedback
        log.entries[index].effects[place].feedback = old.renamed(names)
      }
      for place in log.entries[index].cancelled.indices {
        let old = log.entries[index].cancelled[place].feedback
        log.entries[index].cancelled[place].feedback = old.renamed(names)
      }
    }
    return log
  }
}
