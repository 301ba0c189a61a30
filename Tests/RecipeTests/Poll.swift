import SpinAsync
import SpinTesting
import Testing

struct Poll {
  // snippet.state
  struct Status: Equatable, Sendable {
    enum Event: Equatable, Sendable { case show(Bool), found(String) }
    var isShown = false, text = ""

    mutating func reduce(_ event: Event) {
      switch event {
      case .show(let isShown): self.isShown = isShown
      case .found(let text): self.text = text
      }
    }
  }
  // snippet.end

  // snippet.spin
  func status(_ fetch: @escaping @Sendable () async -> String) -> Spin<Status, Status.Event> {
    Spin(initialState: Status()) {
      Feedback(while: \.isShown) {
        .run { emit, clock in
          while !Task.isCancelled {
            emit(.found(await fetch()))
            try? await clock.sleep(for: .seconds(10))
          }
        }
      }.named("poll")
      Reducer { status, event in status.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theNextRequestBeginsTenSecondsAfterTheAnswer() {
    let time = ManualScheduler()
    let spin = status {
      try? await time.clock.sleep(for: .seconds(1))
      return "\(time.now.components.seconds)"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.show(true)) { $0.isShown = true }
    test.advance(by: .seconds(12))
    for second in ["1", "12"] { test.expect(.found(second), from: "poll") { $0.text = second } }
    test.emit(.show(false)) { $0.isShown = false }
    // snippet.end
    test.advance(by: .seconds(60))
    test.finish()
    #expect(time.alarmCount == 0)
  }
}
