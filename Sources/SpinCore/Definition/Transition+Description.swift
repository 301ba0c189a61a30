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
  /// The name of the feedback and the element, see ``FeedbackOrigin``.
  public var description: String { description { $0 } }

  /// The same, with other words for each id of the element.
  package func description(_ words: (_ id: String) -> String) -> String {
    // NB: most names are those of a feedback that has no elements, and are printed with each line of a log.
    if element == nil, name?.utf8.contains(UInt8(ascii: "[")) != true {
      return name ?? "feedback \(index)"
    }
    var (text, ids) = ("", ids.map(words)[...])
    for (position, piece) in pieces.enumerated() {
      if position > 0 { text += "[\(ids.popFirst() ?? "")]" }
      text += piece
    }
    return text + ids.map { "[\($0)]" }.joined()
  }

  /// Whether a name means this feedback and this element, see ``FeedbackOrigin``.
  package func isMeant(by name: String) -> Bool {
    var (rest, ids) = (name[...], ids[...])
    for (position, piece) in pieces.enumerated() {
      if position > 0, !Self.take(ids.popFirst(), from: &rest) { return false }
      guard rest.hasPrefix(piece) else { return false }
      rest.removeFirst(piece.count)
    }
    if ids.isEmpty && rest == "[]" { return true }
    // What is left out at the end may be anything.
    while !rest.isEmpty {
      guard let id = ids.popFirst(), Self.take(id, from: &rest) else { return false }
    }
    return true
  }

  /// Takes brackets from the start of a text; returns whether they have this id or none.
  private static func take(_ id: String?, from text: inout Substring) -> Bool {
    for bracket in [id.map { "[\($0)]" }, "[]"].compactMap(\.self) where text.hasPrefix(bracket) {
      text.removeFirst(bracket.count)
      return true
    }
    return false
  }

  /// The name in pieces, between which there are ids.
  private var pieces: [String] {
    (name ?? "feedback \(index)").split(separator: "[]", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The ids of the element, from the outermost collection to the innermost.
  private var ids: [String] {
    (element?.ways ?? []).map { $0.map(\.description).joined(separator: "/") }
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
  public var description: String { description(limit: .max) }

  /// Returns the description with at most so many characters of the event.
  package func description(limit: Int) -> String {
    "\(inWords(event).cut(to: limit))\(origin.suffix) dropped(\(reason))"
  }
}
