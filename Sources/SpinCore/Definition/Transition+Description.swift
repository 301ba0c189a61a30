extension Transition: CustomStringConvertible {
  /// The number, the event and its origin, and the state, such as
  /// `#4 typed("sw") from debounce → Search(…)`.
  public var description: String {
    let cause = event.map { " \(inWords($0))\(origin.suffix)" } ?? ""
    return "#\(number)\(cause) → \(inWords(state))"
  }
}

extension Transition: CustomReflectable {
  /// The public properties, rather than the stored ones.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "number": number, "event": event as Any, "origin": origin, "state": state,
        "previous": previous as Any,
      ], displayStyle: .struct)
  }
}

extension Origin: CustomStringConvertible {
  /// `start`, `outside`, `whole`, or the feedback.
  public var description: String {
    switch self {
    case .start: "start"
    case .outside: "outside"
    case .whole: "whole"
    case .feedback(let feedback): feedback.description
    }
  }

  /// The text after an event with this origin.
  fileprivate var suffix: String {
    if case .feedback(let feedback) = self { " from \(feedback)" } else { "" }
  }
}

extension FeedbackOrigin: CustomStringConvertible {
  /// The name of the feedback, or `feedback` and its place, and the element, such as `jobs[3]`, or
  /// `counters[3].tick` if the feedback belongs to one of several parts, or `folders[3/7].load` if
  /// it belongs to a part of a part of the same kind.
  public var description: String {
    let name = name ?? "feedback \(index)"
    let pieces = name.split(separator: "[]", omittingEmptySubsequences: false)
    var ids = (element?.ways ?? []).map { $0.map(\.description).joined(separator: "/") }[...]
    var text = String(pieces.first ?? "")
    for piece in pieces.dropFirst() {
      text += (ids.popFirst().map { "[\($0)]" } ?? "[]") + piece
    }
    return text + ids.map { "[\($0)]" }.joined()
  }
}

extension EmitResult: CustomStringConvertible {
  /// `accepted`, or `dropped` and the reason.
  public var description: String {
    switch self {
    case .accepted: "accepted"
    case .dropped(let reason): "dropped(\(reason))"
    }
  }
}

extension DroppedEvent: CustomStringConvertible {
  /// The event, its origin, and the reason.
  public var description: String { "\(inWords(event))\(origin.suffix) dropped(\(reason))" }
}

/// Describes a state or an event as it is printed, but text in quotation marks.
package func inWords<Value>(_ value: Value) -> String {
  if let text = value as? String { return text.debugDescription }
  return String(describing: value)
}
