internal import Foundation
internal import SpinCore

/// What has probably made a difference, in a sentence with a blank before it; empty if nothing is known.
enum RunHints {
  /// What to do about an order that nobody has decided.
  static let order = "Sort what a set or a dictionary lists."

  static func state<State>(_ old: State, _ new: State) -> String {
    if isLost(old, new) { return lost }
    return haveEqualParts(old, new)
      ? " it has equal values in another order. A reducer must not depend on the order of a set or a "
        + "dictionary. \(order)" : ""
  }

  static func event<Event>(_ old: Event, _ new: Event) -> String {
    if caseName(old) != caseName(new) { return "" }
    if isLost(old, new) { return " It" + lost.dropFirst(3) }
    let lines = LineDiff(expectedValue: old, actualValue: new).lines
    let isPrintedAlike = inWords(old) == inWords(new)
    if lines.isEmpty, isPrintedAlike {
      return " Both print the same, and == says that they differ." + clock
    }
    if !lines.isEmpty, haveEqualParts(old, new) {
      return " It has equal values in another order. \(order)"
    }
    // NB: what is printed may leave out the fraction of a date.
    return isPrintedAlike ? clock + inLines(lines) : clock
  }

  /// The lines of a difference, and what their marks mean.
  static func inLines(_ lines: [String]) -> String {
    lines.map { "\n  \($0)" }.joined() + "\n  - was, + is"
  }

  private static let clock =
    " If an effect closure reads a clock or makes an identifier, move that into .run, or ignore it by .payloads."

  /// The shapes of an effect that differ only in their times.
  static func shape(_ old: String, _ new: String) -> String {
    let (old, new) = (old.split(whereSeparator: isOfTime), new.split(whereSeparator: isOfTime))
    return old == new
      ? " If the effect closure reads a clock to know the time, let an event bring it." : ""
  }

  private static func isOfTime(_ character: Character) -> Bool {
    character.isNumber || ".-+e".contains(character)
  }

  private static let lost =
    " it differs only in what encode(to:) and init(from:) do not keep, so the file has lost it. Let them keep "
    + "all that == compares."

  /// Whether the old value is the new one after it was encoded and decoded.
  private static func isLost<Value>(_ old: Value, _ new: Value) -> Bool {
    guard let new = new as? any Codable, let copy = try? new.decodedCopy() as? Value else {
      return false
    }
    return areEqual(old, copy)
  }

  /// The name of the first part of a value that differs; empty if no part with a name does.
  static func firstPart<Value>(_ old: Value, _ new: Value) -> String {
    zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children)
      .first { !areEqual($0.value, $1.value) }?.0.label ?? ""
  }

  /// Whether two values differ only in the order of lists, also of those in a text.
  private static func haveEqualParts<Value>(_ first: Value, _ second: Value) -> Bool {
    StateDump(first, sortingLists: true).lines == StateDump(second, sortingLists: true).lines
  }
}

extension Decodable where Self: Encodable {
  /// Returns the value as a recording has it after it was written and read; `nil` if it cannot be read.
  ///
  /// - Throws: The error of a value that cannot be encoded.
  func decodedCopy() throws -> Self? {
    let data = try JSONEncoder.ofRuns().encode(self)
    return try? JSONDecoder.ofRuns().decode(Self.self, from: data)
  }
}

// MARK: Values

/// Whether two values are equal: by `==`, if they are `Equatable`, and otherwise as they are printed.
///
/// A value that is not equal to itself, because a number in it is NaN, is compared as it is printed, too.
package func areEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  if let known = first as? any Equatable {
    if isEqual(known, second) { return true }
    if isEqual(known, first) { return false }
  }
  return StateDump(first).lines == StateDump(second).lines
}

private func isEqual<Known: Equatable>(_ first: Known, _ second: Any) -> Bool {
  (second as? Known) == first
}

/// The name of an enumeration's case, or the type of another value.
func caseName<Value>(_ value: Value) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "\(mirror.subjectType)" }
  return mirror.children.first?.label ?? "\(value)"
}
