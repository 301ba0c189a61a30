import Observation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A running spin for code that observes values: who is invalidated, and when.
@MainActor @Suite struct ObservableSpinTests {
  struct Form: Equatable, Sendable {
    struct Choice: Equatable, Sendable { var index = 0 }

    /// A value that nobody can compare.
    struct Secret: Sendable { var text = "" }

    var name = ""
    var count = 0
    var choice = Choice()
    var secret = Secret()
    var tags: [String: Int] = [:]
    var ratio = Double.nan

    static func == (left: Form, right: Form) -> Bool {
      left.name == right.name && left.count == right.count
    }
  }

  enum Event: Sendable {
    case named(String), add(Int), chose(Int), tag(String)
  }

  nonisolated static let spin = Spin<Form, Event>(initialState: Form()) {
    Reducer { form, event in
      switch event {
      case .named(let name): form.name = name
      case .add(let number): form.count += number
      case .chose(let index): form.choice.index = index
      case .tag(let tag): form.tags[tag, default: 0] += 1
      }
    }
  }

  /// Code that has read something, and is told when that has changed.
  @MainActor private final class Reader {
    private let gate = Gate()
    private let changes = Transcript<String>()

    init(_ read: () -> Void) {
      withObservationTracking(read) { [gate, changes] in
        changes("changed")
        gate.open()
      }
    }

    var isInvalidated: Bool { !changes.entries.isEmpty }

    func invalidated() async { _ = await gate.wait() }
  }

  /// The object read the state that the reducer was changing.
  @Test func anEventThatAReducerEmitsWaits() async {
    let model = ObservableSpin(Self.spin, on: .callersThread)
    _ = model.count
    let other = Spin<Int, Int>(initialState: 0) {
      Reducer { state, step in
        state += step
        MainActor.assumeIsolated { _ = model.emit(.add(step)) }
      }
    }
    let running = other.start(on: .callersThread)
    let reader = Reader { _ = model.count }
    running.emit(2)
    #expect(model.count == 2 && running.state == 2 && reader.isInvalidated)
    running.stop()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aReaderIsInvalidatedWhenItsValueChangesAndNotOtherwise(
    _ runtime: RuntimeUnderTest
  ) async {
    let form = ObservableSpin(Self.spin, on: runtime())
    let name = Reader { _ = form.name }
    let index = Reader { _ = form.choice.index }
    let whole = Reader { _ = form.state }
    var count = Reader { _ = form.count }
    // Equal values, values that nobody has read, and those of others.
    form.emit(.named(""))
    form.emit(.tag("unread"))
    form.emit(.add(1))
    await count.invalidated()
    await whole.invalidated()
    #expect(!name.isInvalidated && !index.isInvalidated)
    #expect(form.count == 1)
    // Once invalidated, a reader has to read again.
    count = Reader { _ = form.count }
    form.emit(.chose(3))
    await index.invalidated()
    #expect(!name.isInvalidated && !count.isInvalidated)
    form.emit(.add(0))
    form.emit(.named("x"))
    await name.invalidated()
    #expect(!count.isInvalidated)
    #expect((form.name, form.count, form.choice.index) == ("x", 1, 3))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func allReadersOfAValueAreInvalidatedBySuchAChange(_ runtime: RuntimeUnderTest) async {
    let form = ObservableSpin(Self.spin, on: runtime())
    let readers = (0..<3).map { _ in Reader { _ = (form.count, form.name) } }
    form.running.emit(.add(1))
    for reader in readers { await reader.invalidated() }
    #expect(form.count == 1)
  }

  /// The second one sees the new value before the main actor has looked.
  @Test func aReaderThatSeesANewValueInvalidatesThoseOfTheOldOne() {
    let form = ObservableSpin(Self.spin, on: .callersThread)
    let old = Reader { _ = form.count }
    form.running.emit(.add(1))
    #expect(!old.isInvalidated)
    let new = Reader { _ = form.count }
    #expect(old.isInvalidated && !new.isInvalidated)
  }

  /// What the second one read before it invalidated the first one is old by then.
  @Test(arguments: [false, true])
  func aReaderThatInvalidatesOneThatEmitsSeesTheStateAfterThat(_ readsToo: Bool) {
    let form = ObservableSpin(Self.spin, on: .callersThread)
    withObservationTracking {
      _ = form.count
    } onChange: {
      MainActor.assumeIsolated {
        form.emit(.add(10))
        if readsToo { _ = form.count }
      }
    }
    form.running.emit(.add(1))
    var seen = 0
    let reader = Reader { seen = form.count }
    #expect(seen == 11 && !reader.isInvalidated && form.isObserving)
    form.emit(.add(1))
    #expect(reader.isInvalidated)
  }

  @Test func theStateAfterAnEmitIsTheNewOneWhereStepsAreMadeAtOnce() {
    let form = ObservableSpin(Self.spin, on: .callersThread)
    let count = Reader { _ = form.count }
    #expect(form.emit(.add(2)) == .accepted)
    #expect(form.count == 2)
    #expect(count.isInvalidated)
  }

  @Test(.promises("11.6")) func onTheMainActorTheStateAfterAnEmitIsTheNewOne() async throws {
    let form = ObservableSpin(Self.spin)
    #expect(form.running.isolation == .mainActor)
    let (count, name) = (Reader { _ = form.count }, Reader { _ = form.name })
    form.emit(.add(2))
    #expect(form.count == 2 && count.isInvalidated && !name.isInvalidated)
    let (get, set) = form.accessors(get: \.count, event: Event.add)
    set(3)
    #expect(get() == 5)
    #expect(try await form.running.settled().count == 5)
  }

  @Test func aValueThatCannotBeComparedChangesWithEachTransition() async throws {
    let form = ObservableSpin(Self.spin)
    let before = Reader { _ = form.secret }
    try await form.running.settled()
    #expect(!before.isInvalidated)
    form.emit(.tag("a"))
    try await form.running.settled()
    #expect(before.isInvalidated)
    let after = Reader { _ = form.secret }
    try await form.running.settled()
    #expect(!after.isInvalidated)
    form.emit(.tag("a"))
    try await form.running.settled()
    #expect(after.isInvalidated)
  }

  /// Two views that read NaN would otherwise draw each other without end.
  @Test func readingAValueThatDoesNotEqualItselfInvalidatesNobody() async throws {
    let form = ObservableSpin(Self.spin)
    let (first, second) = (Reader { _ = form.ratio }, Reader { _ = form.ratio })
    try await form.running.settled()
    #expect(!first.isInvalidated && !second.isInvalidated)
    form.emit(.add(1))
    try await form.running.settled()
    #expect(first.isInvalidated && second.isInvalidated)
  }

  @Test func theLoopIsObservedOnlyWhileAReadValueMayChange() async throws {
    let form = ObservableSpin(Self.spin)
    form.emit(.add(1))
    try await form.running.settled()
    #expect(!form.isObserving)
    #expect(form.count == 1)
    #expect(form.isObserving)
    form.emit(.add(1))
    try await form.running.settled()
    form.emit(.add(1))
    try await form.running.settled()
    #expect(!form.isObserving)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theTwoDirectionsOfABindingAreAReadingAndAnEvent(_ runtime: RuntimeUnderTest) async {
    let form = ObservableSpin(Self.spin, on: runtime())
    let (get, set) = form.accessors(get: \.name, event: Event.named)
    let reader = Reader { _ = get() }
    set("typed")
    await reader.invalidated()
    #expect(get() == "typed")
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eachChangeOfABindingForAConstantEventIsThisEvent(_ runtime: RuntimeUnderTest) async throws {
    let form = ObservableSpin(Self.spin, on: runtime())
    let (get, set) = form.accessors(for: \.count, event: .add(2))
    let reader = Reader { _ = get() }
    for value in [7, 7] { set(value) }
    await reader.invalidated()
    try await form.running.settled()
    #expect(get() == 4)
  }

  @Test(.promises("8.9"), arguments: RuntimeUnderTest.all)
  func releasingItStopsTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<[String], String>(initialState: []) {
      Feedback.source { remote.effect("source") }
      Reducer { $0.append($1) }
    }
    var object: ObservableSpin? = ObservableSpin(spin, on: runtime())
    let reader = Reader { _ = object?.state }
    try await remote.log.until("+source")
    weak let observed = object
    object = nil
    #expect(observed == nil)
    try await remote.log.until("-source")
    #expect(!reader.isInvalidated)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aHandleThatOthersHaveGoesOn(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.spin.start(on: runtime())
    var first: ObservableSpin? = ObservableSpin(running)
    let second = ObservableSpin(running)
    let readers = [Reader { _ = first?.count }, Reader { _ = second.count }]
    first = nil
    running.emit(.add(1))
    await readers[1].invalidated()
    #expect(!readers[0].isInvalidated)
    #expect(!running.isStopped)
  }
}
