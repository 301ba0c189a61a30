import SpinRecording

typealias Log = RunLog<JSON, JSON>

extension Log.Entry {
  /// What the loop has taken, in one line.
  func title(limit: Int = .max) -> String {
    if let event { return event.eventWords(limit: limit) }
    return if case .message(let message) = outcome { message.inWords } else { "start" }
  }

  /// Who has sent it; empty for the beginning.
  var senderWords: String { sender == .start ? "" : "\(sender)" }

  /// The same without the stage of an effect.
  var senderName: String {
    switch sender {
    case .effect(let feedback, let execution, _), .subscription(let feedback, let execution):
      "\(feedback) #\(execution)"
    case .throttle(let feedback, _): "throttle of \(feedback)"
    case .start, .outside, .immediate: senderWords
    }
  }

  /// Why it was dropped, if it was.
  var dropReason: String? {
    if case .dropped(let reason) = outcome { reason } else { nil }
  }

  /// How many events were lost before it, if any were.
  var lossWords: String? {
    lostBefore == 0 ? nil : "\(lostBefore.of("event", "events")) lost before it in a full mailbox"
  }

  /// All that is known of it but times and states: this is what a search looks at.
  var words: String {
    var words = outcome.number.map { "\($0) " } ?? ""
    words += title() + " " + senderWords
    if let dropReason { words += " dropped " + dropReason }
    for more in [site, lossWords].compactMap(\.self) { words += " " + more }
    for effect in effects { words += " " + effect.description }
    for execution in cancelled { words += " \(execution) is cancelled" }
    return words
  }
}

extension Duration {
  /// The time in a unit that suits it, such as `668 µs`, `3.4 ms`, `2.12 s` or `2:05`.
  var words: String {
    if self < .zero {
      // NB: the difference of durations traps near the least one.
      return "-" + Duration(attoseconds: attoseconds == .min ? .max : -attoseconds).words
    }
    let nanoseconds = attoseconds / 1_000_000_000
    if nanoseconds < 1_000_000 { return Self.decimal(nanoseconds, of: 1_000, 1) + " µs" }
    if nanoseconds < 1_000_000_000 { return Self.decimal(nanoseconds, of: 1_000_000, 1) + " ms" }
    if nanoseconds < 60_000_000_000 {
      return Self.decimal(nanoseconds, of: 1_000_000_000, 2) + " s"
    }
    let seconds = nanoseconds / 1_000_000_000
    func two(_ number: Int128) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let rest = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return seconds < 3_600
      ? "\(seconds / 60):\(two(seconds % 60))" : "\(seconds / 3_600):\(rest)"
  }

  /// A number of a unit with one digit behind the point or two, and with none if it has three before it.
  private static func decimal(_ value: Int128, of unit: Int128, _ digits: Int) -> String {
    let scale: Int128 = digits == 1 ? 10 : 100
    let (whole, part) = (value * scale / unit).quotientAndRemainder(dividingBy: scale)
    if whole >= 100 || value == 0 { return "\(whole)" }
    return "\(whole)." + String(repeating: "0", count: digits - "\(part)".count) + "\(part)"
  }
}

extension Int {
  /// The number with its thousands apart.
  var grouped: String {
    var groups: [Substring] = []
    var digits = "\(magnitude)"[...]
    while digits.count > 3 {
      groups.append(digits.suffix(3))
      digits = digits.dropLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups.reversed()).joined(separator: ",")
  }

  /// The number with a word, such as `1 entry` and `2 entries`.
  func of(_ one: String, _ many: String) -> String { "\(grouped) \(self == 1 ? one : many)" }
}
