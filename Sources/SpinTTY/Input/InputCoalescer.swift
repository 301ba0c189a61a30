/// Simplifies the events of one read.
///
/// Each typed character becomes one event, even if it has several scalars. Of consecutive mouse
/// motions only the last remains. Keys, presses and wheel events all remain. The coalescer holds no
/// event back for a later read, so the result depends on how the bytes were divided.
package struct InputCoalescer: Sendable {
  /// The last scalars of the last typed character, unless another event followed it.
  ///
  /// They decide which scalar continues it, however many marks it has.
  private var last = ""

  package init() {}

  /// Simplifies the events of one read.
  package mutating func coalesce(_ events: some Sequence<InputEvent>) -> [InputEvent] {
    var result: [InputEvent] = []
    for event in events { add(event, to: &result) }
    return result
  }

  /// Simplifies the next event of one read.
  mutating func add(_ event: InputEvent, to result: inout [InputEvent]) {
    guard case .text(let text, _) = event else {
      last = ""
      if event.makesVoid(result.last) { result.removeLast() }
      return result.append(event)
    }
    let joins = extends(with: text)
    if text.isASCIICharacter, !joins {
      last = text
      return result.append(.text(text))
    }
    // Only the first character may continue another one, of this read or of an earlier one.
    var extends = joins
    for character in text {
      if extends, case .text(var before, let extendsBefore) = result.last {
        result.removeLast()
        before.append(character)
        result.append(.text(before, extends: extendsBefore))
      } else {
        result.append(.text(String(character), extends: extends))
      }
      extends = false
    }
    guard let newest = (joins ? last + text : text).last else { return }
    last = String(String(newest).unicodeScalars.suffix(ClusterScanner.scalarLimit))
  }

  /// Whether the text continues the previous character, as a combining mark does.
  private func extends(with text: String) -> Bool {
    // Of these only a return and a line feed would join.
    if last.isASCIICharacter, text.isASCIICharacter, text != "\n" { return false }
    guard !last.isEmpty, let first = text.unicodeScalars.first else { return false }
    return (last + String(first)).count == last.count
  }
}

extension InputEvent {
  /// Whether the event is a motion of the same kind as the previous one, and so replaces it.
  fileprivate func makesVoid(_ earlier: InputEvent?) -> Bool {
    guard case .mouse(let mouse) = self, case .mouse(let before) = earlier else { return false }
    return mouse.isMotion && mouse.action == before.action && mouse.modifiers == before.modifiers
  }
}

extension String {
  /// Whether the string is one ASCII character, as most typed text is.
  var isASCIICharacter: Bool { utf8.count == 1 }
}
