import SpinCallbacks
import SpinCore
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

@Suite struct ToastTests {
  struct Note: Equatable, Sendable { @Pulse var toast: String? }

  enum Event: Sendable { case toast(String?), save }

  private func stage(_ time: ManualScheduler) -> Scene<Note, Event> {
    let spin = Spin<Note, Event>(initialState: Note()) {
      Feedback(pulse: \.$toast) { _ in .after(.seconds(3), .toast(nil)) }
      Reducer { note, event in
        switch event {
        case .toast(let text): note.toast = text
        case .save: break
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
    return Scene(
      ui, on: CallbackRuntime.callersThread(scheduler: time), columns: 10, rows: 3)
  }

  @Test func aToastGoesAwayByItself() throws {
    let time = ManualScheduler()
    let stage = stage(time)
    stage.terminal.type("s")
    try stage.terminal.expect("a note\n\n ▌ saved")
    time.advance(by: .milliseconds(2_999))
    try stage.terminal.expect("a note\n\n ▌ saved")
    time.advance(by: .milliseconds(1))
    try stage.terminal.expect("a note")
  }

  @Test(arguments: [("c", "▌ copied"), ("s", " ▌ saved")])
  func aNewToastStaysAsLong(key: String, text: String) throws {
    let time = ManualScheduler()
    let stage = stage(time)
    stage.terminal.type("s")
    time.advance(by: .seconds(2))
    stage.terminal.type(key)
    time.advance(by: .seconds(2))
    try stage.terminal.expect("a note\n\n" + text)
    time.advance(by: .seconds(1))
    try stage.terminal.expect("a note")
  }

  /// The effect of a key, and then the time of its toast.
  @Test func onATestRuntimeARehearsalAlsoRunsTheEffects() throws {
    let spin = Spin<Note, Event>(initialState: Note()) {
      Feedback.transitions { transition in
        if case .save = transition.event { .run { .toast("saved") } } else { .none }
      }
      Feedback(pulse: \.$toast) { _ in .after(.seconds(3), .toast(nil)) }
      Reducer { note, event in if case .toast(let text) = event { note.toast = text } }
    }
    let ui = UISpin(spin) { note, _ in
      Text(note.toast ?? "a note")
    } keys: {
      Key("s", help: "save", .save)
    }
    let runtime = TestRuntime()
    let stage = Scene(ui, on: runtime, columns: 10, rows: 1)
    runtime.run()
    try stage.terminal.expect("a note")
    stage.terminal.type("s")
    runtime.run()
    try stage.terminal.expect("saved")
    runtime.advance(by: .seconds(3))
    try stage.terminal.expect("a note")
  }
}
