/// Joins the events of one read into fewer.
///
/// Each character that was typed is one event, however many scalars it has, and of motions in a row
/// only the last is kept, since each says where the mouse is now. Keys, presses and notches of the
/// wheel all count and stay. Nothing is held back for a later read, so the result depends on how
/// the bytes came.
package struct InputCoalescer: Sendable {
  /// The last character typed, as long as nothing else came in between.
  private var last: Character?

  package init() {}

  /// Joins the events of one read.
  package mutating func coalesce(_ events: some Sequence<InputEvent>) -> [InputEvent] {
    var result: [InputEvent] = []
    for event in events { add(event, to: &result) }
    return result
  }

  private mutating func add(_ event: InputEvent, to result: inout [InputEvent]) {
    guard case .text(let text, _) = event else {
      last = nil
      if event.makesVoid(result.last) { result.removeLast() }
      return result.append(event)
    }
    var characters = text
    var extends = extends(with: text)
    if case .text(let before, let extendsBefore) = result.last {
      result.removeLast()
      (characters, extends) = (before + text, extendsBefore)
    }
    // Only the first may go on with a character of an earlier read.
    for character in characters {
      result.append(.text(String(character), extends: extends))
      extends = false
    }
    last = last.map { (String($0) + text).last } ?? text.last
  }

  /// Whether the text goes on with the character before it, as a combining mark does.
  private func extends(with text: String) -> Bool {
    guard let last, let first = text.unicodeScalars.first else { return false }
    return (String(last) + String(first)).count == 1
  }
}

extension InputEvent {
  /// Whether it is a motion of the same kind as the one before it.
  fileprivate func makesVoid(_ earlier: InputEvent?) -> Bool {
    guard case .mouse(let mouse) = self, case .mouse(let before) = earlier else { return false }
    return mouse.isMotion && mouse.action == before.action && mouse.modifiers == before.modifiers
  }
}
