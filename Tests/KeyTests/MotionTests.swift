import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing

/// A bar that glides, in a program that is shown.
@Suite struct MotionTests {
  private struct App: Sendable {
    var load = Animated(0.0)
    var frames = 0
    var time = Duration.zero

    enum Event: Sendable { case go(Double), frame(Duration) }

    static let spin = Spin<App, Event>(initialState: App()) {
      Feedback(while: \.load.isMoving) { .frames { .frame($0) } }
      Reducer { app, event in
        switch event {
        case .go(let part): app.load.move(to: part, over: .seconds(1), easing: .linear)
        case .frame(let time):
          app.load.advance(by: time)
          app.frames += 1
          app.time += time
        }
      }
    }

    static func ui(_ options: UIOptions = .fullScreen) -> UISpin<App, Event> {
      UISpin(spin, options: options) { app, screen in
        ProgressBar(app.load)
        Text("at:\(app.load.value(in: screen.environment))")
      } keys: {
        Key("g", help: "go", .go(1))
      }
    }
  }

  @Test func framesComeWhileAValueMovesAndNothingWakesUpOtherwise() {
    let time = ManualScheduler()
    let rehearsal = App.ui().rehearse(on: .callersThread(scheduler: time), columns: 8, rows: 2)
    #expect(time.alarmCount == 0)
    _ = rehearsal.frame()
    rehearsal.input("g".utf8)
    #expect(time.alarmCount == 1)
    time.advance(by: .milliseconds(500))
    #expect((29...30).contains(rehearsal.state.frames))
    #expect(!rehearsal.frame().isEmpty)
    time.advance(by: .milliseconds(700))
    #expect(rehearsal.state.load == Animated(1.0))
    #expect((60...61).contains(rehearsal.state.frames))
    #expect(time.alarmCount == 0)
    _ = rehearsal.frame()
    #expect(rehearsal.frame().isEmpty)
  }

  @Test(arguments: [(30, 30), (0, 1), (1_000, 240)])
  func framesComeAtTheRateOfTheScreen(_ limit: Int, _ expected: Int) {
    var options = UIOptions.fullScreen
    options.frameLimit = limit
    let time = ManualScheduler()
    let rehearsal = App.ui(options).rehearse(on: .callersThread(scheduler: time))
    rehearsal.emit(.go(1))
    time.advance(by: .milliseconds(1_001))
    #expect(abs(rehearsal.state.frames - expected) <= 1)
  }

  @Test func aUserWhoWantsNoMotionSeesTheTarget() {
    var options = UIOptions.fullScreen
    #expect(!jumps(options))
    options.reducesMotion = true
    #expect(jumps(options))
    options.reducesMotion = false
    options.isAccessible = true
    #expect(jumps(options))
  }

  /// Whether the first frame of a move shows its end.
  private func jumps(_ options: UIOptions) -> Bool {
    let ui = App.ui(options)
    let rehearsal = ui.rehearse(
      on: .callersThread(scheduler: ManualScheduler()), columns: 8, rows: 2)
    rehearsal.input("g".utf8)
    return String(decoding: rehearsal.frame(), as: UTF8.self).contains("at:1.0")
  }
}
