import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Events at the rate of frames.
extension Conformance {
  /// What happened to a value that moves.
  private struct Motion: Equatable, Sendable {
    var times: [Duration] = []
    var isMoving = true
    var count = 0

    var total: Duration { times.reduce(.zero, +) }
  }

  private enum Moved: Hashable, Sendable {
    case frame(Duration), stop, work
  }

  private static let frame = Duration.seconds(1) / 60

  private static let moving = Spin<Motion, Moved>(initialState: Motion()) {
    Feedback(while: \.isMoving) { .frames { .frame($0) } }
    Reducer { motion, event in
      switch event {
      case .frame(let time): motion.times.append(time)
      case .stop: motion.isMoving = false
      case .work: motion.count += 1
      }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theTimesOfFramesAddUpToTheTimeThatPasses(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = Self.moving.start(on: runtime, scheduler: time)
    try await time.untilAlarms(1)
    for _ in 0..<20 {
      time.advance(by: .milliseconds(50))
      await running.idle()
    }
    let motion = running.state
    #expect(motion.times.allSatisfy { $0 >= Self.frame })
    #expect(motion.total <= .seconds(1))
    // The newest may wait for a loop that was at work.
    #expect(motion.total > .milliseconds(850))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func nothingWakesUpWhenNothingMoves(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = Self.moving.start(on: runtime, scheduler: time)
    try await time.untilAlarms(1)
    running.emit(.stop)
    await running.idle()
    #expect(time.alarmCount == 0)
    time.advance(by: .seconds(10))
    #expect(try await running.settled().times.isEmpty)
  }

  @Test func thereAreSixtyFramesASecondWithoutAScreen() {
    let time = ManualScheduler()
    let running = Self.moving.start(on: .callersThread(scheduler: time))
    time.advance(by: Self.frame * 60)
    #expect(running.state.times == Array(repeating: Self.frame, count: 60))
    running.stop()
  }

  /// A slow step in the middle of a second: time passes while the loop is at work.
  private static func slow(
    _ length: Duration, _ time: ManualScheduler,
    options: RunOptions<Motion, Moved> = RunOptions()
  ) -> RunningSpin<Motion, Moved> {
    moving.start(on: .callersThread(scheduler: time), options: options) { transition in
      if transition.event == .work { time.advance(by: length) }
    }
  }

  @Test func aLoopAtWorkGetsOneEventForAllOfTheTime() {
    let time = ManualScheduler()
    let running = Self.slow(.milliseconds(90), time)
    running.emit(.work)
    #expect(running.state.times.isEmpty)
    time.advance(by: Self.frame)
    #expect(running.state.times.count == 1)
    #expect(running.state.total >= .milliseconds(90))
    running.stop()
  }

  @Test func aLoopThatIsAlwaysAtWorkGetsSomeFrames() {
    let time = ManualScheduler()
    let running = Self.slow(.seconds(1), time)
    running.emit(.work)
    #expect((7...10).contains(running.state.times.count))
    #expect(running.state.total > .milliseconds(850))
    running.stop()
  }

  @Test func aSuspendedLoopGetsNoFramesAndThenAllOfTheTime() {
    let time = ManualScheduler()
    let running = Self.moving.start(on: .callersThread(scheduler: time))
    running.suspend()
    time.advance(by: .seconds(1))
    running.resume()
    #expect(running.state.times.isEmpty)
    time.advance(by: .milliseconds(100))  // A suspended loop is looked at ten times in a second.
    #expect(running.state.times.count >= 1)
    #expect(running.state.times[0] >= .seconds(1))
    running.stop()
  }

  @Test func aRefusedFrameLeavesItsTimeToTheNext() {
    let time = ManualScheduler()
    var options = RunOptions<Motion, Moved>()
    options.mailbox = .bounded(1, .dropNewest)
    let handle = Handle<Motion, Moved>()
    let running = Self.moving.start(
      on: CallbackRuntime.callersThread(scheduler: time), handle: handle, options: options
    ) { transition in
      guard transition.event == .work, transition.state.count == 1 else { return }
      // The mailbox is full while the time passes in which events are due.
      handle.value?.emit(.work)
      time.advance(by: .milliseconds(500))
    }
    running.emit(.work)
    #expect(running.state.times.isEmpty && running.state.count == 2)
    time.advance(by: Self.frame)
    #expect(running.state.times.count == 1)
    #expect(running.state.total >= .milliseconds(500))
    handle.set(nil)
    running.stop()
  }

  @Test func framesOfAnotherTypeHaveTheSameTimes() {
    let time = ManualScheduler()
    let spin = Spin<[Int64], Int64>(initialState: []) {
      Feedback.source {
        .merge(.just(-1), Effect<Duration>.frames { $0 }.map { $0.components.attoseconds })
      }
      Reducer { $0.append($1) }
    }
    let running = spin.start(on: .callersThread(scheduler: time))
    time.advance(by: Self.frame * 2)
    let frame = Self.frame.components.attoseconds
    #expect(running.state == [-1, frame, frame])
    running.stop()
  }
}
