import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing

@Suite struct ToastTests {
  struct Note: Equatable, Sendable { var toast: String? }

  enum Event: Sendable { case toast(String?) }

  private func stage(_ time: ManualScheduler) -> Stage<Note, Event> {
    let spin = Spin<Note, Event>(initialState: Note()) {
      Feedback(on: \.toast) { _ in .after(.seconds(3), .toast(nil)) }
      Reducer { note, event in
        switch event {
        case .toast(let text): note.toast = text
        }
      }
    }
    let ui = UISpin(spin) { _, _ in
      Text("a note")
    } keys: {
      Key("s", help: "save", .toast("saved"))
      Key("c", help: "copy", .toast("copied"))
    } layers: {
      Layer(\.toast, at: .bottom, catches: .itsOwn) { text, _ in Toast(text) }
    }
    return Stage(
      ui, on: CallbackRuntime.callersThread(scheduler: time), columns: 10, rows: 3)
  }

  @Test func aToastGoesAwayByItself() throws {
    let time = ManualScheduler()
    let stage = stage(time)
    stage.terminal.type("s")
    try stage.terminal.expect("a note\n\n  saved")
    time.advance(by: .milliseconds(2_999))
    try stage.terminal.expect("a note\n\n  saved")
    time.advance(by: .milliseconds(1))
    try stage.terminal.expect("a note")
  }

  @Test func aNewToastStaysAsLong() throws {
    let time = ManualScheduler()
    let stage = stage(time)
    stage.terminal.type("s")
    time.advance(by: .seconds(2))
    stage.terminal.type("c")
    time.advance(by: .seconds(2))
    try stage.terminal.expect("a note\n\n  copied")
    time.advance(by: .seconds(1))
    try stage.terminal.expect("a note")
  }
}
