/// Simplifies the events of one read.
///
/// Each typed character becomes one event, even if it has several scalars. Of consecutive mouse
/// motions only the last remains. Keys, presses and wheel events all remain. The coalescer holds no
/// event back for a later read, so the result depends on how the bytes were divided.
package struct InputCoalescer: Sendable {
  /// The last typed character, unless another event followed it.
  private var last: Character?

  package init() {}

  /// Simplifies the events of one read.
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
    let joins = extends(with: text)
    var extends = joins
    if case .text(let before, let extendsBefore) = result.last {
      result.removeLast()
      (characters, extends) = (before + text, extendsBefore)
    }
    // Only the first character may extend a character of an earlier read.
    for character in characters {
      result.append(.text(String(character), extends: extends))
      extends = false
    }
    last = joins ? last.flatMap { (String($0) + text).last } : text.last ?? last
  }

  /// Whether the text continues the previous character, as a combining mark does.
  private func extends(with text: String) -> Bool {
    guard let last, let first = text.unicodeScalars.first else { return false }
    // Of these only a return and a line feed would join.
    if last.isASCII, first.isASCII, first != "\n" { return false }
    return (String(last) + String(first)).count == 1
  }
}

extension InputEvent {
  /// Whether the event is a motion of the same kind as the previous one, and so replaces it.
  fileprivate func makesVoid(_ earlier: InputEvent?) -> Bool {
    guard case .mouse(let mouse) = self, case .mouse(let before) = earlier else { return false }
    return mouse.isMotion && mouse.action == before.action && mouse.modifiers == before.modifiers
  }
}
