import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Synchronization
import Testing

@testable import SpinCore

/// States and events of all layouts, which the loop copies, moves and destroys without their types.
///
/// Each value is made of a number, which a plain count of the events tells.
@Suite(.fewAtOnce, .timeLimit(.minutes(5)))
struct LayoutTests {
  @Test(arguments: RuntimeUnderTest.all)
  func statesAndEventsOfAnyLayoutAreWhatTheyWereMadeOf(_ runtime: RuntimeUnderTest) async throws {
    var generator = SeededGenerator(seed: 33)
    for number in 0..<12 {
      let layouts = (generator.layout(2), generator.layout(2))
      try await check(layouts.0, layouts.1, number, on: runtime)
    }
  }

  @Test func statesAndEventsOfEachSimpleLayoutAreWhatTheyWereMadeOf() async throws {
    let runtime = try #require(RuntimeUnderTest.all.first { $0.isCallersThread })
    for (number, layout) in simpleLayouts.enumerated() {
      try await check(layout, layout, number, on: runtime)
      try await check(layout, Byte.self, number, on: runtime)
    }
  }

  private func check<State: Layout, Event: Layout>(
    _ state: State.Type, _ event: Event.Type, _ number: Int, on runtime: RuntimeUnderTest
  ) async throws {
    let census = Census()
    let faults = try await run(state, event, number, on: runtime, census)
    #expect(faults == [], "\(state) and \(event)")
    try await census.untilEmpty()
  }

  /// Runs a loop, and returns what it has damaged.
  private func run<State: Layout, Event: Layout>(
    _: State.Type, _: Event.Type, _ number: Int, on runtime: RuntimeUnderTest, _ census: Census
  ) async throws -> [String] {
    let course = Course<State, Event>(census)
    let handle = Handle<State, Event>()
    let spin = Spin<State, Event>(initialState: State(0, census)) {
      Feedback.transitions(keepingPrevious: true) { course.effect($0) }
      Reducer { state, event in
        let number = course.reduced.add(1, ordering: .relaxed).newValue
        if !event.isMade(of: number) { course.faults("event \(number)") }
        if !state.isMade(of: number - 1) { course.faults("state \(number - 1)") }
        state = State(number, census)
      }
    }
    let mailboxes: [MailboxBound<Event>] = [
      .unbounded, .bounded(1000, .dropOldest), .bounded(1000, .coalesce { _ in Int?.none }),
      .bounded(1000, .suspend),
    ]
    let keeper = Observer<State, Event>(keepingPrevious: number % 2 == 0) { transition in
      if transition.number % 3 == 0 { course.kept.withLock { $0.append(transition) } }
      if transition.number % 11 == 5 { course.emitSome(into: handle) }
    }
    let running = spin.start(
      on: runtime(), handle: handle,
      options: RunOptions(observers: [keeper], mailbox: mailboxes[number % mailboxes.count]))
    _ = try await running.settled()
    for _ in 0..<8 {
      running.emit(course.next())
      let last = try await running.settled()
      let newest = course.made.load(ordering: .relaxed)
      if !last.isMade(of: newest) { course.faults("settled \(newest)") }
      if !running.state.isMade(of: newest) { course.faults("read \(newest)") }
      let sent = course.next()
      let number = course.made.load(ordering: .relaxed)
      let after = try await running.send(sent)
      if !after.isMade(of: number) { course.faults("sent \(number)") }
      _ = try await running.settled()
    }
    for transition in course.kept.withLock({ $0 }) {
      let number = transition.number
      if !transition.state.isMade(of: number) { course.faults("kept state \(number)") }
      if transition.event?.isMade(of: number) == false { course.faults("kept event \(number)") }
      if transition.previous?.isMade(of: number - 1) == false { course.faults("before \(number)") }
    }
    await running.end()
    handle.set(nil)
    return course.faults.entries
  }
}

/// Loops that end while events wait.
extension LayoutTests {
  enum End: CaseIterable {
    case elsewhere
    case insideAStep
    case withTheHandle
  }

  @Test(arguments: RuntimeUnderTest.all, End.allCases)
  func anEventThatWaitsAtTheEndIsReleasedOnce(
    _ runtime: RuntimeUnderTest, _ end: End
  ) async throws {
    var generator = SeededGenerator(seed: 34)
    for number in 0..<5 {
      let (census, fates) = (Census(), Transcript<Bool>())
      try await endLoop(generator.layout(2), end, number, on: runtime, census, fates)
      try await census.untilEmpty()
      #expect(!fates.entries.contains(false))
      #expect(fates.entries.count >= 30)
    }
  }

  /// Ends a loop, and notes for each event that has a fate whether it is undamaged.
  private func endLoop<Event: Layout>(
    _: Event.Type, _ end: End, _ number: Int, on runtime: RuntimeUnderTest, _ census: Census,
    _ fates: Transcript<Bool>
  ) async throws {
    let note: @Sendable (Event) -> Void = { fates($0.isMade(of: 7)) }
    let spin = Spin<Object, Event>(initialState: Object(0, census)) {
      Reducer { state, event in
        note(event)
        state = Object(state.object.number + 1, census)
      }
    }
    let mailboxes: [MailboxBound<Event>] = [
      .unbounded, .bounded(20, .dropNewest), .bounded(20, .dropOldest),
      .bounded(20, .coalesce { _ in 1 }), .bounded(20, .suspend),
    ]
    let handle = Handle<Object, Event>()
    let observer = Observer<Object, Event> { transition in
      if transition.number == 3 { handle.stop() }
    }
    var running: RunningSpin<Object, Event>? = spin.start(
      on: runtime(),
      options: RunOptions(
        observers: [observer], mailbox: mailboxes[number % mailboxes.count],
        onDrop: { note($0.event) }))
    running?.suspend()
    let senders = (0..<30).map { _ in
      running?.emit(Event(7, census))
      return Task { [running] in _ = try? await running?.send(Event(7, census)) }
    }
    for sender in senders {
      sender.cancel()
      await sender.value
    }
    switch end {
    case .elsewhere: running?.stop()
    case .insideAStep:
      handle.set(running)
      running?.resume()
      await running?.idle()
      running?.stop()
      handle.set(nil)
    case .withTheHandle: break
    }
    running = nil
  }
}

/// What happens in a loop: its *n*-th event is made of *n*.
private final class Course<State: Layout, Event: Layout>: Sendable {
  let census: Census
  let made = Atomic(0)
  let reduced = Atomic(0)
  let faults = Transcript<String>()
  let kept = Guarded<[Transition<State, Event>]>([])

  init(_ census: Census) {
    self.census = census
  }

  func next() -> Event { Event(made.add(1, ordering: .relaxed).newValue, census) }

  /// Lets the inbox grow while the loop makes a step.
  func emitSome(into handle: Handle<State, Event>) {
    for _ in 0..<4 { handle.emit(next()) }
  }

  /// Describes immediate events or, if no event waits, work of some kind.
  func effect(_ transition: Transition<State, Event>) -> Effect<Event> {
    let number = transition.number
    if !transition.state.isMade(of: number) { faults("described state \(number)") }
    if transition.event?.isMade(of: number) == false { faults("described event \(number)") }
    if number % 7 == 1 { return .several((0..<3).map { _ in next() }) }
    guard number == made.load(ordering: .relaxed) else { return .none }
    switch number % 6 {
    case 0: return .run { self.next() }
    case 1: return .after(.zero, next())
    case 2: return .run { emit in await emit.send(self.next()) }
    case 3: return .race(.just(next()), .after(.seconds(3600), Event(0, census)))
    default: return .none
    }
  }
}
