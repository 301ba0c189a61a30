import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

/// What monitors are told, when, and by whom.
@Suite(.fewAtOnce)
struct MonitorTests {
  private enum Event: Sendable, Equatable { case add(Int), double, found(Int), stop }

  private static let spin = Spin<Int, Event>(initialState: 0) {
    Feedback(on: { $0 % 3 == 0 ? $0 : nil }) { .just(.add($0 == 0 ? 1 : 4)) }.named("third")
    Feedback(while: { $0 > 5 }) { .after(.seconds(1), .found(0)) }.named("high")
    Reducer { state, event in
      switch event {
      case .add(let number): state += number
      case .double: state *= 2
      case .found: state = 1
      case .stop: break
      }
    }
  }

  /// Makes a monitor that writes down in words what it is told, without how often the loop settles.
  private static func writing(_ words: Transcript<String>) -> Monitor<Int, Event> {
    Monitor { told in
      if case .settled = told.fact { return }
      let event = told.event.map { " \($0)" } ?? ""
      words("\(told.number.map { "\($0)" } ?? "-") \(told.fact.name)\(event)")
    }
  }

  @Test(.promises("27.1", "27.5"), arguments: RuntimeUnderTest.all)
  func theFactsOfTheSameEventsAreTheSame(_ runtime: RuntimeUnderTest) async throws {
    let (lines, scheduler) = (Transcript<String>(), ManualScheduler())
    let running = Self.spin.start(
      on: runtime(scheduler: scheduler),
      options: RunOptions(monitors: [.log(answers: .all, to: { lines($0) })]))
    for event in [Event.add(1), .double, .add(2)] {
      _ = await running.idle()
      running.emit(event)
    }
    _ = await running.idle()
    scheduler.advance(by: .seconds(1))
    _ = await running.idle()
    await running.end()
    let site = #/ at MonitorTests\.swift:\d+ in \w+\([\w:]*\)/#
    #expect(
      lines.entries.filter { !$0.hasSuffix(" settles") }.map { $0.replacing(site, with: " here") }
        == [
          "0 begins",
          "0 high wants nothing: the condition is false",
          "0 third emits at once for 0",
          "1 add(1) from third",
          "1 third wants nothing: the value is nil",
          "1 high wants nothing: the condition is false",
          "2 add(1) here",
          "2 third wants nothing: the value is nil",
          "2 high wants nothing: the condition is false",
          "3 double here",
          "3 third wants nothing: the value is nil",
          "3 high wants nothing: the condition is false",
          "4 add(2) here",
          "4 third emits at once for 6",
          "4 high starts #1",
          "4 high #1 sleeps for 1.0 seconds",
          "5 add(4) from third",
          "5 third wants nothing: the value is nil",
          "5 high keeps #1: the condition is still true",
          "6 found(0) from high #1",
          "6 high #1 ends",
          "6 third wants nothing: the value is nil",
          "6 high wants nothing: the condition is false",
          "6 stops",
        ])
  }

  @Test(.promises("27.3"), arguments: RuntimeUnderTest.all)
  func monitorsAreCalledBeforeAndAfterTheObservers(_ runtime: RuntimeUnderTest) async throws {
    let order = Transcript<String>()
    let monitor = { (name: String) in
      Monitor<Int, Event> { told in
        switch told.fact {
        case .reduced: order("\(name) reduced \(told.transition?.state ?? -1)")
        case .published: order("\(name) published \(told.number ?? -1)")
        default: break
        }
      }
    }
    let spin = Spin<Int, Event>(initialState: 7) { Reducer { _, _ in } }
    let running = spin.start(
      on: runtime(),
      options: RunOptions(
        observers: [Observer { order("observer \($0.number)") }],
        monitors: [monitor("a"), monitor("b")]))
    try await running.settled()
    await running.end()
    #expect(
      order.entries == [
        "a reduced 7", "b reduced 7", "observer 0", "a published 0", "b published 0",
      ])
  }

  @Test(.promises("27.4"), arguments: RuntimeUnderTest.all)
  func aMonitorMayEmitAndReadTheState(_ runtime: RuntimeUnderTest) async throws {
    let (handle, seen) = (Handle<Int, Event>(), Transcript<String>())
    let monitor = Monitor<Int, Event> { told in
      guard let running = handle.value else { return }
      switch told.fact {
      case .taken where told.event == .add(1):
        running.emit(.double)
        seen("taken at \(running.state)")
      case .reduced: seen("reduced to \(running.state)")
      default: break
      }
    }
    let spin = Spin<Int, Event>(initialState: 1) {
      Reducer { state, event in
        if case .add(let number) = event { state += number } else { state *= 2 }
      }
    }
    let running = spin.start(on: runtime(), options: RunOptions(monitors: [monitor]))
    try await running.settled()
    handle.set(running)
    running.emit(.add(1))
    #expect(try await running.settled() == 4)
    handle.set(nil)
    await running.end()
    #expect(seen.entries == ["taken at 1", "reduced to 2", "reduced to 4"])
  }

  @Test(.promises("27.2"), arguments: RuntimeUnderTest.all)
  func aRefusedEventIsToldByTheThreadThatEmitsIt(_ runtime: RuntimeUnderTest) async throws {
    let (words, threads) = (Transcript<String>(), Transcript<Int>())
    let monitor = Monitor<Int, Event> { told in
      guard case .refused(let reason, let entry) = told.fact else { return }
      threads(currentThreadID())
      words("\(told.event.map { "\($0)" } ?? "") \(reason) \(entry.site?.fileID ?? "")")
    }
    let running = Self.spin.start(
      on: runtime(),
      options: RunOptions(monitors: [monitor], mailbox: .bounded(1, .dropNewest)))
    _ = await running.idle()
    running.suspend()
    running.emit(.double)
    refuse(running, threads)
    await running.end()
    #expect(words.entries == ["add(9) full DiagnosticTests/MonitorTests.swift"])
  }

  private func refuse(_ running: RunningSpin<Int, Event>, _ threads: Transcript<Int>) {
    running.emit(.add(9))
    #expect(threads.entries == [currentThreadID()])
  }

  @Test(.promises("27.9"), arguments: RuntimeUnderTest.all)
  func aCauseLeadsThroughAGearAndAFollowedLoop(_ runtime: RuntimeUnderTest) async throws {
    let (gear, causes) = (Gear<Int>(), Transcript<String>())
    let sender = Spin<Int, Event>(initialState: 0) {
      Feedback.sending(on: { $0 > 0 ? $0 : nil }, to: gear)
      Reducer { state, event in if case .add(let number) = event { state += number } }
    }
    let first = sender.start(
      on: runtime(), options: RunOptions(name: "first", monitors: [Monitor { _ in }]))
    let receiver = Spin<Int, Event>(initialState: 0) {
      Feedback.receiving(from: gear) { .found($0) }
      Feedback.following(first, { $0 }) { .add($0) }
      Reducer { _, _ in }
    }
    let monitor = Monitor<Int, Event> { told in
      guard case .taken(let entry) = told.fact, told.event != .add(0), let event = told.event else {
        return
      }
      causes("\(event) \(entry.cause.map { "\($0)" } ?? "no cause")")
    }
    let second = receiver.start(on: runtime(), options: RunOptions(monitors: [monitor]))
    try await settled(first, second)
    first.emit(.add(5))
    try await settled(first, second)
    await first.end()
    await second.end()
    #expect(causes.entries.sorted() == ["add(5) first 1", "found(5) first 1"])
  }

  /// A message that was held had no cause, or that of another step.
  @Test(.promises("27.9")) func aMessageThatWasHeldHasTheCauseOfItsStep() async throws {
    let (gear, causes, time) = (Gear<Int>(), Transcript<String>(), ManualScheduler())
    let sender = Spin<Int, Event>(initialState: 0) {
      Feedback.sending(on: { $0 > 0 ? $0 : nil }, to: gear)
        .throttled(for: .seconds(1), latest: true)
      Feedback(on: { $0 == 3 ? $0 : nil }) { number in
        Effect.callback { _ in
          gear.post(-number)
          return Cancellation {}
        }
        .delayed(by: .milliseconds(500))
      }
      Reducer { state, event in if case .add(let number) = event { state += number } }
    }
    let first = sender.start(
      on: CallbackRuntime.callersThread(scheduler: time),
      options: RunOptions(name: "first", monitors: [Monitor { _ in }]))
    let receiver = Spin<Int, Event>(initialState: 0) {
      Feedback.receiving(from: gear) { .found($0) }
      Reducer { _, _ in }
    }
    let monitor = Monitor<Int, Event> { told in
      guard case .taken(let entry) = told.fact, let event = told.event else { return }
      causes("\(event) \(entry.cause.map { "\($0)" } ?? "no cause")")
    }
    let second = receiver.start(
      on: .callersThread, options: RunOptions(monitors: [monitor]))
    for number in [1, 2] { first.emit(.add(number)) }
    time.advance(by: .milliseconds(700))
    first.emit(.add(3))
    time.advance(by: .milliseconds(300))
    await first.end()
    await second.end()
    #expect(causes.entries == ["found(1) first 1", "found(-3) first 2", "found(6) first 3"])
  }

  @Test(.promises("27.10"), arguments: RuntimeUnderTest.all)
  func aMonitorChangesNothing(_ runtime: RuntimeUnderTest) async throws {
    var runs: [[Transition<Int, Event>]] = []
    for monitors in [[], [Self.writing(Transcript())]] {
      let (seen, scheduler) = (Transcript<Transition<Int, Event>>(), ManualScheduler())
      let running = Self.spin.start(
        on: runtime(scheduler: scheduler),
        options: RunOptions(observers: [Observer { seen($0) }], monitors: monitors))
      for event in [Event.add(1), .double, .add(2)] {
        _ = await running.idle()
        #expect(running.emit(event).isAccepted)
      }
      _ = await running.idle()
      scheduler.advance(by: .seconds(1))
      await running.idle()
      await running.end()
      runs.append(seen.entries)
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].count > 4)
  }

  @Test(.promises("27.8"), arguments: RuntimeUnderTest.all)
  func theListOfEffectsSaysWhatTheyWaitFor(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let spin = Spin<[Int], Int>(initialState: [3, 5]) {
      Feedback(forEach: { $0 }, atMost: 1) { .after(.seconds($0), $0) }.named("jobs")
      Feedback(on: \.count) { _ in .callback { _ in Cancellation {} } }
        .strategy(.queueNewState).named("queue")
      Feedback(on: \.first) { _ in .callback { emit in Cancellation { _ = emit } } }.named("hold")
      Reducer { state, event in state.append(event) }
    }
    let running = spin.start(on: runtime(scheduler: scheduler))
    _ = await running.idle()
    running.emit(7)
    _ = await running.idle()
    let effects = await running.effects
    #expect(
      effects.map(\.description) == [
        "jobs[3] #1, since 0: waits for its delay at 3.0 seconds",
        "jobs[5], since 0: waits for a free place: the feedback's limit is reached",
        "jobs[7], since 1: waits for a free place: the feedback's limit is reached",
        "hold #3, since 0",
      ])
    await running.end()
    #expect(await running.effects == [])
  }

  private final class Key: Hashable, Sendable {
    static func == (left: Key, right: Key) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private enum Change: Sendable { case put(Key), remove, pass(Key) }

  @Test(.promises("27.11")) func aMonitorKeepsNeitherEventsNorElements() {
    let kept = Guarded<Emitter<Change>?>(nil)
    let spin = Spin<[Key], Change>(initialState: []) {
      Feedback(while: { _ in true }) {
        .callback { emit in
          kept.withLock { $0 = emit }
          return Cancellation {}
        }
      }
      Feedback(forEach: { $0 }) { _ in .callback { _ in Cancellation {} } }
      Reducer { keys, change in
        switch change {
        case .put(let key): keys = [key]
        case .remove: keys = []
        case .pass: break
        }
      }
    }
    weak var (left, passed): (Key?, Key?)
    do {
      let running = spin.start(
        on: .callersThread, options: RunOptions(monitors: [.log(to: { _ in })]))
      var (first, second): (Key?, Key?) = (Key(), Key())
      (left, passed) = (first, second)
      if let key = first.take() { running.emit(.put(key)) }
      #expect(left != nil)
      running.emit(.remove)
      running.emit(.remove)
      #expect(left == nil)
      if let key = second.take() { running.emit(.pass(key)) }
      running.stop()
    }
    #expect(passed == nil)
    #expect(kept.withLock { $0 != nil })
  }

  @Test(.promises("27.12")) func theValuesOfAFactCanBeKept() {
    let (events, transitions) = (Transcript<Event?>(), Transcript<Transition<Int, Event>?>())
    let monitor = Monitor<Int, Event> { told in
      switch told.fact {
      case .taken: events(told.event)
      case .reduced: transitions(told.transition)
      default: break
      }
    }
    let spin = Spin<Int, Event>(initialState: 0) {
      Reducer { state, event in if case .add(let number) = event { state += number } }
    }
    let running = spin.start(on: .callersThread, options: RunOptions(monitors: [monitor]))
    for number in 1...3 { running.emit(.add(number)) }
    running.stop()
    #expect(events.entries == [.add(1), .add(2), .add(3)])
    #expect(transitions.entries.map { $0?.state } == [0, 1, 3, 6])
    #expect(transitions.entries.map { $0?.event } == [nil, .add(1), .add(2), .add(3)])
  }

  /// A pattern that matched, and was never true, cost a user an hour.
  @Test(arguments: RuntimeUnderTest.all)
  func theFactsOfATransitionHaveItsEvent(_ runtime: RuntimeUnderTest) async throws {
    let facts = Transcript<String>()
    let monitor = Monitor<Int, Event> { told in
      switch told.fact {
      case .taken, .reduced, .published, .dropped:
        facts("\(told.fact.name) \(told.event.map { "\($0)" } ?? "nothing")")
      case .answered, .described, .stopped, .settled:
        #expect(told.event == nil)
      default: break
      }
    }
    let spin = Spin<Int, Event>(initialState: 0) {
      Feedback(on: { $0 > 5 ? $0 : nil }) { _ in .just(.found(9)) }
      Reducer { state, event in if case .add(let number) = event { state += number } }
    }
    let running = spin.start(on: runtime(), options: RunOptions(monitors: [monitor]))
    try await running.settled()
    running.emit(.add(7))
    try await running.settled()
    await running.end()
    #expect(
      facts.entries == [
        "reduced nothing", "published nothing", "taken add(7)", "reduced add(7)",
        "published add(7)", "taken found(9)", "reduced found(9)", "published found(9)",
      ])
  }

  @MainActor @Test(.promises("27.6")) func eachCallThatEmitsIsNoted() async throws {
    enum Query: Sendable { case add, count(Reply<Int>) }
    let sites = Transcript<String>()
    let monitor = Monitor<Int, Query> { told in
      guard case .taken(let entry) = told.fact else { return }
      sites(entry.site.map { "\($0)" } ?? "nowhere")
    }
    let spin = Spin<Int, Query>(initialState: 0) {
      Reducer { if case .count(let reply) = $1 { reply.answer($0) } }
    }
    let running = spin.start(on: .callersThread, options: RunOptions(monitors: [monitor]))
    let (part, object) = (
      running.scope(state: { $0 }, event: { $0 }), ObservableSpin(running)
    )
    #expect([Query.add].map(running.emit) + [.add].map(part.emit) == [.accepted, .accepted])
    let line = #line + 1
    running.emit(.add)
    try await running.send(.add)
    try await running.send(.add, until: { _ in true })
    _ = try await running.ask { .count($0) }
    part.emit(.add)
    object.emit(.add)
    object.accessors(get: \.self, event: { _ in .add }, at: CodeSite(#fileID, #line, #function))
      .set(1)
    #expect(
      sites.entries
        == ["nowhere", "nowhere"]
        + (0..<7).map { "MonitorTests.swift:\(line + $0) in \(#function)" })
  }
}

extension Fact {
  /// Its kind.
  fileprivate var name: String { "\(self)".prefix { $0 != "(" }.description }
}
