import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// Arrow keys move the focus from a button to the one beside it.
@Suite struct ButtonFocusTests {
  private enum Area: Hashable, Sendable { case name, cancel, discard, save, logs, notes }

  private struct Question: Equatable, Sendable {
    var focus = Focus<Area>(.name)
    var name = TextInput.Model("ab")

    enum Event: Sendable {
      case focus(Focus<Area>.Action)
      case name(TextInput.Action)
    }

    mutating func apply(_ event: Event) {
      switch event {
      case .focus(let action): focus.reduce(action)
      case .name(let action): name.reduce(action)
      }
    }
  }

  private static let (up, down, right, left) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D")

  /// Returns the focus after each of some keys, typed on the frame before or, ahead of any frame, at once.
  private func focus(
    from first: Area, after keys: String..., isAhead: Bool = false,
    @ViewBuilder in view: @escaping @Sendable (Question) -> ViewList
  ) -> [Area?] {
    let spin = Spin<Question, Question.Event>(initialState: Question(focus: Focus(first))) {
      Reducer { $0.apply($1) }
    }
    let ui = UISpin(spin) { _, _ in
      Text("below")
    } layers: {
      Layer({ $0 }, focus: \.focus) { question, _ in
        view(question)
      } keys: {
        Control(Area.name) { .name($0) }
        Control.focus { .focus($0) }
      }
    }
    let stage = Scene(ui, columns: 40, rows: 12)
    stage.terminal.show()
    return keys.map { key in
      stage.terminal.type(key)
      if !isAhead { stage.terminal.show() }
      return stage.rehearsal.state.focus.current
    }
  }

  @ViewBuilder private static func dialog(_ question: Question) -> ViewList {
    Dialog("leave") {
      TextInput(question.name).id(Area.name)
    } buttons: {
      Button("Cancel", id: Area.cancel)
      Button("Discard", id: Area.discard, look: .error).disabled(question.name.text == "ab")
      Button("Save", id: Area.save)
    }
  }

  @Test(arguments: [false, true])
  func leftAndRightGoAlongTheButtonsOfADialog(isAhead: Bool) {
    // The field keeps its own arrow keys.
    let (left, right) = (Self.left, Self.right)
    let shown = focus(
      from: .name, after: left, "x", "\t", right, right, right, left, left, left, isAhead: isAhead,
      in: Self.dialog)
    #expect(
      shown == [.name, .name, .cancel, .discard, .save, .save, .discard, .cancel, .cancel])
  }

  @Test func aDisabledButtonIsPassedOver() {
    let shown = focus(from: .cancel, after: Self.right, Self.left, in: Self.dialog)
    #expect(shown == [.save, .cancel])
  }

  @Test func upAndDownGoAlongAColumnOfButtonsAndBoxes() {
    let shown = focus(
      from: .logs, after: Self.up, Self.down, Self.right, Self.down, Self.down, Self.up
    ) { _ in
      VStack(alignment: .leading) {
        Checkbox("logs", true, id: Area.logs)
        Checkbox("notes", false, id: Area.notes)
        Button("Save", id: Area.save)
      }
    }
    #expect(shown == [.logs, .notes, .notes, .save, .save, .notes])
  }

  @Test func anArrowDoesNotPassOverAFieldBetweenTwoButtons() {
    let shown = focus(from: .cancel, after: Self.down, "\t", Self.down, "\t", Self.up) { question in
      VStack(alignment: .leading) {
        Button("Cancel", id: Area.cancel)
        TextInput(question.name).id(Area.name)
        Button("Save", id: Area.save)
      }
    }
    #expect(shown == [.cancel, .name, .name, .save, .save])
  }
}
