import SpinAsync
import SpinDurable
import SpinTesting
import Testing

/// The recipe *A deadline across a restart*.
@Suite struct DeadlineTests {
  // snippet.state
  struct Offer: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable {
      case made(until: Duration)
      case accepted(at: Duration)
      case expired
    }
    var deadline: Duration?
    var isAccepted = false

    mutating func reduce(_ event: Event) {
      switch event {
      case .made(let deadline): self = Offer(deadline: deadline)
      case .accepted(let time):
        isAccepted = deadline.map { time <= $0 } ?? false
        deadline = nil
      case .expired: deadline = nil
      }
    }
  }
  // snippet.end

  // snippet.spin
  static func offer(now: @escaping @Sendable () -> Duration) -> Spin<Offer, Offer.Event> {
    Spin(initialState: Offer()) {
      Feedback(on: \.deadline) { deadline in
        .after(max(.zero, deadline - now()), .expired)
      }.named("deadline")
      Reducer { $0.reduce($1) }
    }
  }
  // snippet.end

  @Test func aDeadlineHoldsWhileTheProgramIsDown() throws {
    // snippet.test
    let (store, time) = (MemoryStore(), ManualScheduler())
    let runtime = TestRuntime(time: time)
    let before = try TestSpin(opening: Self.offer { time.now }, in: store, on: runtime)
    before.emit(.made(until: .seconds(10))) { $0.deadline = .seconds(10) }
    before.advance(by: .seconds(4))
    before.crash()

    time.advance(by: .seconds(4))  // The program is down.
    let after = try TestSpin(opening: Self.offer { time.now }, in: store, on: runtime)
    after.advance(by: .seconds(2))
    after.expect(.expired, from: "deadline") { $0.deadline = nil }
    after.crash()
    // snippet.end
  }

  @Test func whatComesLateIsRefusedEvenBeforeTheAlarm() throws {
    // snippet.late
    let (store, time) = (MemoryStore(), ManualScheduler())
    let runtime = TestRuntime(time: time)
    let before = try TestSpin(opening: Self.offer { time.now }, in: store, on: runtime)
    before.emit(.made(until: .seconds(10))) { $0.deadline = .seconds(10) }
    before.crash()

    time.advance(by: .seconds(60))
    let after = try TestSpin(opening: Self.offer { time.now }, in: store, on: runtime)
    after.emit(.accepted(at: time.now)) { $0.deadline = nil }
    #expect(!after.state.isAccepted)
    after.finish()
    // snippet.end
  }
}
