internal import SpinCore

/// The name of a feedback in a log, taken apart: `counters[3].jobs[7]` is `counters[].jobs` with the elements
/// 3 and 7.
///
/// The brackets of an identifier are balanced, or have a backslash before them.
package struct FeedbackName {
  /// The name for any elements.
  package let base: String
  /// What stands in brackets, in order.
  let elements: [String]

  package init(_ words: String) {
    var (base, elements, rest) = ("", [String](), words.startIndex)
    for pair in Self.pairs(words) {
      base += words[rest..<pair.lowerBound] + "[]"
      let scalars = words.unicodeScalars
      elements.append(String(scalars[scalars.index(after: pair.lowerBound)..<pair.upperBound]))
      rest = scalars.index(after: pair.upperBound)
    }
    base += words[rest...]
    // The way to a part of a recursion may stand before the element.
    while base.hasSuffix("[]") { base.removeLast(2) }
    self.base = base
    self.elements = elements
  }

  /// The outermost brackets, in pairs.
  private static func pairs(_ words: String) -> [Range<String.Index>] {
    var (open, pairs, isEscaped) = ([String.Index](), [Range<String.Index>](), false)
    // NB: a bracket and an accent behind it are one character.
    for index in words.unicodeScalars.indices {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch words.unicodeScalars[index] {
      case "\\": isEscaped = !open.isEmpty
      case "[": open.append(index)
      case "]":
        guard let start = open.popLast() else { continue }
        while let inner = pairs.last, inner.lowerBound > start { pairs.removeLast() }
        pairs.append(start..<index)
      default: break
      }
    }
    return pairs
  }

  /// Returns the name with another base, and the same elements.
  func renamed(_ base: String) -> String {
    var (words, rest) = ("", elements[...])
    for (position, piece) in base.split(separator: "[]", omittingEmptySubsequences: false)
      .enumerated()
    {
      if position > 0 { words += "[\(rest.popFirst() ?? "")]" }
      words += piece
    }
    return words + rest.map { "[\($0)]" }.joined()
  }

  /// Returns an identifier as it stands in brackets.
  static func element(_ id: String) -> String {
    var (depth, isBalanced) = (0, true)
    for scalar in id.unicodeScalars {
      switch scalar {
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      if depth < 0 || scalar == "\\" { isBalanced = false }
    }
    if isBalanced, depth == 0 { return id }
    var escaped = String.UnicodeScalarView()
    for scalar in id.unicodeScalars {
      if "[]\\".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

/// The names of feedbacks and elements in a log, of which no two are the same.
struct FeedbackNames {
  private var names: [FeedbackOrigin: String] = [:]
  /// How many feedbacks and elements have the same name before a number is added to it.
  private var counts: [String: Int] = [:]

  /// Returns the name of a feedback, with its element.
  ///
  /// Identifiers may be printed the same, such as 7 and "7": the second one then is `7\\2`.
  mutating func name(_ origin: FeedbackOrigin) -> String {
    if let known = names[origin] { return known }
    let plain = origin.description(FeedbackName.element)
    let count = (counts[plain] ?? 0) + 1
    counts[plain] = count
    var name = plain
    if count > 1 {
      var mark = "\\\(count)"
      name = origin.description { id in
        defer { mark = "" }
        return FeedbackName.element(id) + mark
      }
      name += mark
    }
    names[origin] = name
    return name
  }
}

extension RunLogError {
  /// Says that a feedback has the name of another one, or that of an element of it; `nil` if none has.
  static func sameNames(_ names: [String], _ path: String) -> RunLogError? {
    let places = Dictionary(grouping: names.indices) { FeedbackName(names[$0]).base }
    let same = places.values.filter { $0.count > 1 }.min { $0[0] < $1[0] }
    guard let same else { return nil }
    let (first, second) = (same[0], same[1])
    let words =
      names[first] == names[second]
      ? "the feedbacks \(first) and \(second) are both called \(names[first])"
      : "the feedback \(first) is called \(names[first]), and the feedback \(second) \(names[second]), as if one "
        + "were an element of the other"
    return RunLogError(
      .sameNames, path,
      "\(words), so nobody knows which of them has sent an event: give each a name of its own.")
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
  /// Returns the log with other names of the feedbacks; the keys are the old names.
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
