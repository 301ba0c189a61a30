import SpinTTY
import SpinTesting
import Testing

@testable import counter

/// The picture of the inspector over a program: the counter, which somebody has used.
@Suite struct InspectorPictureTests {
  @Test func thePictureOfTheInspectorIsItsFrame() throws {
    var options = UIOptions.fullScreen
    options.inspector = .on()
    let runtime = TestRuntime()
    let ui = UISpin(
      Counting.spin(interval: .seconds(1)), options: options
    ) { state, screen in
      // Beside the inspector, and not partly behind it.
      HStack {
        CounterView(counter: state.counter, screen: screen).frame(width: .fixed(59))
        Spacer()
      }
    } keys: {
      Key(" ", help: "start/pause", .toggle)
      Key("r", help: "reset", .reset)
      Key.quit("q")
    }
    let rehearsal = ui.rehearse(on: runtime, columns: 120, rows: 26)
    rehearsal.input(Array(" ".utf8))
    runtime.advance(by: .seconds(3))
    rehearsal.input(Array(" ".utf8))
    runtime.run()
    rehearsal.input(Array("\u{1B}[24~".utf8))
    runtime.run()
    _ = rehearsal.frame()
    try Picture.expect(
      "Inspector", rehearsal.svg(title: "The inspector over a counter"),
      drawnBy: "InspectorPictureTests")
  }
}
