import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Whether an effect was cancelled by others, or has ended by its own event.
@Suite(.fewAtOnce, .endsLoops)
struct OwnEventTests {
  private struct Desk: Equatable, Sendable {
    var isOn = false
    var value: Int?
    var load = Attempt<String, Never>()
    var jobs: [Int] = []
    var part: Int?
  }

  /// `done` is an event of the effect, and `off` the same from outside.
  private enum Event: Equatable, Sendable { case on, off, done, next }

  private enum Kind: String, CaseIterable, Sendable {
    case condition, nilValue, otherValue, state, attempt, element, part, callback, immediate, race
  }

  private static func reduce(_ desk: inout Desk, _ event: Event) {
    switch event {
    case .on:
      desk = Desk(isOn: true, value: 1, load: desk.load, jobs: [7], part: 1)
      desk.load.start()
    case .off, .done:
      desk.load.succeed("")
      desk = Desk(load: desk.load)
    case .next: desk.value = 2
    }
  }

  private static func spin(_ kind: Kind) -> Spin<Desk, Event> {
    let work = Effect<Event>.run { emit in
      emit(kind == .otherValue ? .next : .done)
      await Gate().wait()
    }
    let part = Spin<Int, Event>(initialState: 0) {
      Feedback(on: { $0 }) { _ in work }.named("work")
      Reducer { _, _ in }
    }
    return Spin(initialState: Desk()) {
      switch kind {
      case .condition: Feedback(while: \.isOn) { work }.named("work")
      case .nilValue: Feedback(on: { $0.isOn ? $0.value : nil }) { _ in work }.named("work")
      case .otherValue: Feedback(on: \.value) { $0 == 1 ? work : .none }.named("work")
      case .state: Feedback { $0.isOn ? work : .none }.named("work")
      case .attempt: Feedback(attempting: \.load) { _ in work }.named("work")
      case .element: Feedback(forEach: \.jobs) { _ in work }.named("work")
      case .part: Feedbacks([])
      case .callback:
        Feedback(while: \.isOn) {
          .callback { emit in
            emit(.done)
            return Cancellation {}
          }
        }.named("work")
      case .immediate:
        Feedback(while: \.isOn) {
          .merge(
            .just(.done),
            .run {
              await Gate().wait(); return nil
            })
        }
        .named("work")
      case .race: Feedback(while: \.isOn) { .race(work, .after(.seconds(9), .done)) }.named("work")
      }
      if kind == .part { Scope(state: \.part, event: { $0 }, from: { $0 }) { part } }
      Reducer(reduce)
    }
  }

  /// The ends of the executions, without the names of parts.
  private static func monitor(_ ends: Transcript<String>) -> Monitor<Desk, Event> {
    Monitor { told in
      switch told.fact {
      case .cancelled(let effect, let reason) where effect.stage == nil: ends("\(reason)")
      case .finished(let effect) where effect.stage == nil: ends("finished")
      default: break
      }
    }
  }

  @Test(.promises("27.7"), .needsOpenGate, arguments: Kind.allCases, RuntimeUnderTest.all)
  private func anEffectWhoseEventChangesWhatItWasStartedForEndsByIt(
    _ kind: Kind, _ runtime: RuntimeUnderTest
  ) async throws {
    let (ends, lines) = (Transcript<String>(), Transcript<String>())
    let log = Monitor<Desk, Event>.log {
      if $0.contains(" #1 is ") && !$0.contains(" branch ") { lines($0) }
    }
    let running = Self.spin(kind).start(
      on: runtime, options: RunOptions(monitors: [Self.monitor(ends), log]))
    try await running.send(.on, until: { $0.value != 1 })
    await running.idle()
    await running.end()
    #expect(ends.entries == ["\(CancelReason.ownEvent)"])
    let name = kind == .element ? "work[7]" : kind == .part ? "part.work" : "work"
    #expect(lines.entries.map { $0.dropFirst(2) } == ["\(name) #1 is ended by its own event"])
  }

  @Test(.promises("27.7"), arguments: RuntimeUnderTest.all)
  func anEffectThatOthersEndIsCancelled(_ runtime: RuntimeUnderTest) async throws {
    let (ends, first, goOn) = (Transcript<String>(), Gate(), Gate())
    let spin = Spin<Desk, Event>(initialState: Desk()) {
      // Its event ends the effect of the other feedback.
      Feedback.source {
        .run { emit in
          first.open()
          await goOn.wait()
          emit(.done)
          await Gate().wait()
        }
      }
      Feedback(while: \.isOn) { .sideEffect { await Gate().wait() } }
      Reducer(Self.reduce)
    }
    let running = spin.start(on: runtime, options: RunOptions(monitors: [Self.monitor(ends)]))
    await first.wait()
    try await running.send(.on)
    goOn.open()
    _ = try await running.first { !$0.isOn }
    try await running.send(.on)
    try await running.send(.off)
    #expect(ends.entries == ["the condition is false", "the condition is false"])
    await running.end()
    #expect(ends.entries.suffix(1) == ["the loop stops"])
  }
}
