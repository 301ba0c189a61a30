/// The name of a feedback, taken apart: `counters[3].jobs[7]` is `counters[].jobs` with the elements 3 and 7.
struct FeedbackName {
  /// The name for any elements.
  let base: String
  /// What stands in brackets, in order.
  let elements: [String]

  init(_ words: String) {
    var (base, elements, element, depth) = ("", [String](), "", 0)
    for character in words {
      switch character {
      case "[":
        if depth > 0 { element.append(character) } else { base.append(character) }
        depth += 1
      case "]" where depth == 1:
        base.append(character)
        elements.append(element)
        (element, depth) = ("", 0)
      case "]" where depth > 1:
        element.append(character)
        depth -= 1
      default: if depth > 0 { element.append(character) } else { base.append(character) }
      }
    }
    self.base = base.hasSuffix("[]") ? String(base.dropLast(2)) : base
    self.elements = elements
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
