import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

/// The facts from which a run can be told again.
@Suite(.fewAtOnce)
struct FactTests {
  private struct Failure: Error {}

  /// A scheduler whose every reading differs from the one before.
  private final class RestlessScheduler: SpinScheduler {
    let alarms = ManualScheduler()
    let readings = Guarded(0)

    var now: Duration {
      readings.withLock { count in
        count += 1
        return .milliseconds(count)
      }
    }

    func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
      alarms.after(delay, action)
    }
  }

  /// Makes a monitor that writes down which part of an effect has delivered each event.
  private static func writingEffects<State, Event>(
    _ words: Transcript<String>
  ) -> Monitor<State, Event> {
    Monitor { told in
      guard case .taken(let entry) = told.fact, let event = told.event else { return }
      let effect = entry.effect.map {
        "\($0.feedback) #\($0.execution)\($0.stage == nil ? "" : " stage")"
      }
      words("\(event) by \(effect ?? "no effect")")
    }
  }

  @Test(.promises("27.13"), arguments: RuntimeUnderTest.all)
  func anEventNamesTheStageThatHasDeliveredIt(_ runtime: RuntimeUnderTest) async throws {
    let (words, scheduler) = (Transcript<String>(), ManualScheduler())
    let spin = Spin<Set<String>, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .merge(.just("now"), .after(.seconds(1), "plain"))
      }.named("first")
      Feedback(while: { _ in true }) {
        .after(.seconds(2), "last").timeout(after: .seconds(9), "late")
      }.named("second")
      Reducer { $0.insert($1) }
    }
    let running = spin.start(
      on: runtime(scheduler: scheduler),
      options: RunOptions(monitors: [Self.writingEffects(words)]))
    _ = await running.idle()
    for _ in 1...2 {
      scheduler.advance(by: .seconds(1))
      _ = await running.idle()
    }
    running.emit("outside")
    await running.idle()
    await running.end()
    #expect(
      words.entries == [
        "now by no effect", "plain by first #1", "last by second #2 stage", "outside by no effect",
      ])
  }

  @Test(.promises("27.13"), arguments: RuntimeUnderTest.all)
  func theValueOfAFollowedLoopNamesTheExecutionThatFollows(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (gear, words) = (Gear<Int>(), Transcript<String>())
    let sender = Spin<Int, Int>(initialState: 0) {
      Feedback.sending(on: { $0 > 0 ? $0 : nil }, to: gear)
      Reducer { $0 = $1 }
    }
    let first = sender.start(on: runtime(), options: RunOptions(monitors: [Monitor { _ in }]))
    let receiver = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: gear) { $0 * 10 }.named("receiving")
      Feedback.following(first, { $0 }) { $0 }.named("following")
      Reducer { _, _ in }
    }
    let second = receiver.start(
      on: runtime(), options: RunOptions(monitors: [Self.writingEffects(words)]))
    try await settled(first, second)
    first.emit(5)
    try await settled(first, second)
    await first.end()
    await second.end()
    #expect(
      words.entries.filter { !$0.hasPrefix("0 ") }.sorted() == [
        "5 by following #2", "50 by receiving #1",
      ])
  }

  @Test(.promises("27.13"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func whatASubscriptionEmitsAsItBeginsNamesItsExecution(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let words = Transcript<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(while: { $0 == 0 }) {
        .merge(
          .just("described"),
          .subscription { emit in
            emit("begins")
            return .none
          })
      }.named("both")
      Feedback(while: { $0 == 0 }) {
        .subscription { emit in
          emit("begins")
          return .none
        }
      }.named("one")
      Reducer { state, _ in state += 1 }
    }
    let running = spin.start(
      on: runtime(), options: RunOptions(monitors: [Self.writingEffects(words)]))
    await running.idle()
    await running.end()
    #expect(
      words.entries == ["described by no effect", "begins by both #1", "begins by one #2"])
  }

  @Test(.promises("27.14"), arguments: RuntimeUnderTest.all)
  func anEventSaysWhetherAPartEndsWithIt(_ runtime: RuntimeUnderTest) async throws {
    let (words, scheduler) = (Transcript<String>(), ManualScheduler())
    let monitor = Monitor<Int, String> { told in
      switch told.fact {
      case .taken(let entry): if entry.endsPart { words("\(told.event ?? "")") }
      case .ended(let effect, .last): words("\(effect.stage == nil ? "effect" : "stage") ends")
      default: break
      }
    }
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(while: { $0 < 9 }) { .merge(.just("described"), .after(.seconds(1), "alarm")) }
      Feedback(while: { $0 < 9 }) { .just("described").then(.after(.seconds(2), "stage")) }
      Feedback(while: { $0 < 9 }) { .every(.seconds(3), "tick") }
      Reducer { state, _ in state += 1 }
    }
    let running = spin.start(
      on: runtime(scheduler: scheduler), options: RunOptions(monitors: [monitor]))
    await running.idle()
    for _ in 1...3 {
      scheduler.advance(by: .seconds(1))
      await running.idle()
    }
    await running.end()
    #expect(words.entries == ["stage ends", "alarm", "stage"])
  }

  @Test(.promises("27.14"), arguments: RuntimeUnderTest.all)
  func anEndWithoutAnEventIsTold(_ runtime: RuntimeUnderTest) async throws {
    let (words, lines, scheduler) = (
      Transcript<String>(), Transcript<String>(), ManualScheduler()
    )
    let monitor = Monitor<Int, Int> { told in
      switch told.fact {
      case .ended(let effect, let reason):
        words("\(effect.feedback)\(effect.attempt.map { " \($0)" } ?? "") \(reason)")
      case .finished(let effect) where effect.stage == nil: words("\(effect.feedback) finished")
      default: break
      }
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 1 ? $0 : nil }) { _ in
        .run(retrying: .constant(.seconds(1), attempts: 3)) { (number: Int) throws(Failure) in
          if number < 3 { throw Failure() }
          return nil
        } catch: { _ in
          9
        }
      }.named("tries")
      Feedback(on: { $0 == 2 ? $0 : nil }) { _ in
        .merge(.sideEffect {}, .sideEffect {})
      }.named("both")
      Reducer { $0 = $1 }
    }
    let running = spin.start(
      on: runtime(scheduler: scheduler),
      options: RunOptions(monitors: [monitor, .log(to: { lines($0) })]))
    running.emit(1)
    for _ in 1...2 {
      try await scheduler.untilAlarms(1)
      scheduler.advance(by: .seconds(1))
    }
    try await running.settled()
    running.emit(2)
    try await running.settled()
    await running.end()
    #expect(
      words.entries == [
        "tries 1 failedAttempt", "tries 2 failedAttempt", "tries 3 last", "tries finished",
        "both part", "both last", "both finished",
      ])
    #expect(lines.entries.contains("1 tries #1 fails in attempt 2"))
    #expect(lines.entries.contains("2 both #7 ends one of its parts"))
  }

  @Test(.promises("27.14"), arguments: RuntimeUnderTest.all)
  func theQuestionOfASequenceOfStatesIsTold(_ runtime: RuntimeUnderTest) async throws {
    let words = Transcript<String>()
    let monitor = Monitor<Int, Int> { told in
      if case .asked(let effect, let taken) = told.fact { words("\(effect.feedback) \(taken)") }
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.stream { states in states.filter { _ in false }.map { $0 } }.named("all")
      Reducer { $0 = $1 }
    }
    let running = spin.start(on: runtime(), options: RunOptions(monitors: [monitor]))
    try await running.settled()
    running.emit(1)
    try await running.settled()
    await running.end()
    #expect(words.entries == ["all 1", "all 2"])
  }

  @Test(.promises("27.15"), arguments: RuntimeUnderTest.all, [true, false])
  func theClockIsReadOnceAStep(_ runtime: RuntimeUnderTest, _ isMonitored: Bool) async throws {
    let (scheduler, times) = (RestlessScheduler(), Transcript<[Duration]>())
    let spin = Spin<Int, Int>(initialState: 0) {
      for _ in 1...3 {
        Feedback(on: { $0 > 0 ? $0 : nil }) { _ in .none }
          .throttled(for: .milliseconds(1), latest: false)
      }
      Reducer { $0 = $1 }
    }
    let monitor = Monitor<Int, Int> { told in
      if case .refused = told.fact { return #expect(told.stepTime == nil) }
      guard let time = told.stepTime else { return #expect(told.number == nil) }
      switch told.fact {
      case .taken: times([time])
      case .reduced where told.number != 0, .answered, .described:
        if told.number != 0, let last = times.entries.last { #expect(last == [time]) }
      default: break
      }
    }
    let running = spin.start(
      on: runtime(scheduler: scheduler),
      options: RunOptions(monitors: isMonitored ? [monitor] : []))
    _ = await running.idle()
    let before = scheduler.readings.withLock { $0 }
    for number in 1...4 {
      running.emit(number)
      _ = await running.idle()
    }
    let readings = scheduler.readings.withLock { $0 } - before
    await running.end()
    // The mailbox of a monitored loop notes when it has accepted each event.
    #expect(readings == (isMonitored ? 8 : 4))
    #expect(times.entries.count == (isMonitored ? 4 : 0))
  }

  /// The time of a dropped event was that of the next one, too.
  @Test(.promises("27.15"), arguments: RuntimeUnderTest.all)
  func aDroppedEventHasAStepOfItsOwn(_ runtime: RuntimeUnderTest) async throws {
    let times = Transcript<Duration>()
    let monitor = Monitor<Int, Int> { told in
      switch told.fact {
      case .taken, .dropped: if let time = told.stepTime { times(time) }
      default: break
      }
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      DropRepeats(within: .seconds(9)) { $0 }
      Reducer { $0 = $1 }
    }
    let running = spin.start(
      on: runtime(scheduler: RestlessScheduler()), options: RunOptions(monitors: [monitor]))
    for number in [1, 1, 1, 2] {
      running.emit(number)
      _ = await running.idle()
    }
    await running.end()
    let (all, different) = (times.entries, Set(times.entries))
    // Two of the four were taken and dropped.
    #expect(all.count == 6 && different.count == 4)
    #expect(all == all.sorted())
  }

  @Test(.promises("27.16"), arguments: RuntimeUnderTest.all)
  func aMonitorKnowsTheFeedbacksAndTheSeedOfItsRun(_ runtime: RuntimeUnderTest) async throws {
    let (seeds, names) = (Transcript<UInt64>(), Transcript<String>())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) {
        .run(retrying: .constant(.seconds(1_000), attempts: 3, jitter: 0.5)) {
          () throws(Failure) in
          throw Failure()
        } catch: { _ in
          1
        }
      }
      Feedback(on: \.self) { _ in .none }.named("named")
      Reducer { $0 = $1 }
    }
    var delays: [Duration] = []
    for _ in 1...3 {
      let (alarms, scheduler) = (Transcript<Duration>(), ManualScheduler())
      let monitor = Monitor<Int, Int>(attaching: { run in
        seeds(run.seed)
        names(run.feedbacks.map(\.description).joined(separator: ", "))
        return { told in if case .alarmSet(_, let alarm) = told.fact { alarms(alarm.delay) } }
      })
      let running = spin.start(
        on: runtime(scheduler: scheduler),
        options: RunOptions(monitors: [monitor], seed: seeds.entries.first))
      try await scheduler.untilAlarms(1)
      _ = await running.idle()
      await running.end()
      delays += alarms.entries
    }
    #expect(Set(names.entries) == ["feedback 0, named"])
    #expect(Set(seeds.entries).count == 1 && seeds.entries.count == 3)
    #expect(Set(delays).count == 1 && delays.count == 3)
  }

  private static let shapes: [(words: String, effect: Effect<Int>)] = [
    ("nothing", .none), ("event", .just(1)), ("2 events", .several([1, 2])), ("body", .run { 1 }),
    ("callback", .callback { _ in Cancellation {} }),
    ("event after 1.0 seconds", .after(.seconds(1), 1)),
    ("event every 2.0 seconds", .every(.seconds(2), 1)),
    ("event with each frame", .frames { _ in 1 }),
    ("after 0.3 seconds {body}", .run { 1 }.delayed(by: .milliseconds(300))),
    ("within 3.0 seconds {body}", .run { 1 }.timeout(after: .seconds(3), 2)),
    ("race {body} {event after 1.0 seconds}", .race(.run { 1 }, .after(.seconds(1), 2))),
    ("{body} then {event}", .run { 1 }.then(.just(2))),
    ("event, body", .merge(.just(1), .run { 2 })),
    (
      "attempts by constant(1.0 seconds, attempts: 3)",
      .run(retrying: .constant(.seconds(1), attempts: 3)) { () throws(Failure) in
        1
      } catch: { _ in
        2
      }
    ),
    (
      "after 0.3 seconds {within 3.0 seconds {body}}",
      .run { 1 }.timeout(after: .seconds(3), 2).delayed(by: .milliseconds(300))
    ),
  ]

  @Test(.promises("27.17"), arguments: RuntimeUnderTest.all)
  func theShapeOfAnEffectIsTold(_ runtime: RuntimeUnderTest) async throws {
    for (words, effect) in Self.shapes {
      let seen = Transcript<String>()
      let monitor = Monitor<Int, Int> { told in
        guard let shape = told.shape else { return }
        if case .described = told.fact { seen(shape) } else { seen("not described: \(shape)") }
      }
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback(while: { _ in true }) { effect.map { $0 } }
        Reducer { $0 = $1 }
      }
      let running = spin.start(
        on: runtime(scheduler: ManualScheduler()), options: RunOptions(monitors: [monitor]))
      _ = await running.idle()
      await running.end()
      #expect(seen.entries == [words])
    }
  }

  private enum Query: Sendable { case add, count(Reply<Int>) }

  @Test(.promises("27.18"), arguments: RuntimeUnderTest.all)
  func anEventThatTheLoopForgetsIsToldAsSuch(_ runtime: RuntimeUnderTest) async throws {
    let words = Transcript<String>()
    let monitor = Monitor<Int, Query> { told in
      guard case .taken(let entry) = told.fact else { return }
      words(entry.isForgotten ? "forgotten" : "kept")
    }
    let spin = Spin<Int, Query>(initialState: 3) {
      Reducer { if case .count(let reply) = $1 { reply.answer($0) } }
    }
    let running = spin.start(on: runtime(), options: RunOptions(monitors: [monitor]))
    try await running.send(.add)
    #expect(try await running.ask { .count($0) } == 3)
    running.emit(.add)
    try await running.settled()
    await running.end()
    #expect(words.entries == ["kept", "forgotten", "kept"])
  }
}
