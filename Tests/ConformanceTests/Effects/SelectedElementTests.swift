import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// Feedbacks for each element whose effects depend on a value of the element.
extension Conformance {
  /// An element that keeps the progress of its own effect.
  struct Load: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: Int
    var request: String?
    var progress = 0

    var description: String { "\(id)\(request ?? "-")\(progress)" }
  }

  /// The same elements in each kind of collection.
  struct Loads: Sendable {
    var list: [Load] = []
    var children = Children<Int, Load>()

    mutating func set(_ loads: [Load]) {
      list = loads
      children = Children(loads.map { ($0.id, $0) })
    }
  }

  enum LoadForm: CaseIterable {
    case list, children, childrenByThemselves

    /// A feedback on the requests of the loads.
    func onRequest<Event>(
      _ limit: Int?, _ effect: @escaping @Sendable (Load) -> Effect<Event>
    ) -> Feedback<Loads, Event> {
      switch self {
      case .list: Feedback(forEach: \.list, on: \.request, atMost: limit) { effect($0) }
      case .children:
        Feedback(forEach: \.children, on: \.request, atMost: limit) { _, load in effect(load) }
      case .childrenByThemselves:
        Feedback(forEach: \.children, on: \.request, atMost: limit) { load in effect(load) }
      }
    }
  }

  static let loadsReducer = Reducer<Loads, [Load]> { loads, event in loads.set(event) }

  /// Sets one collection after another; tells what was started and cancelled for each.
  private func history(
    _ runtime: RuntimeUnderTest, _ form: LoadForm, atMost limit: Int? = nil,
    strategy: ExecutionStrategy = .cancelOnNewState, _ collections: [Load]...
  ) async -> [String] {
    let remote = Remote<[Load]>()
    let spin = Spin<Loads, [Load]>(initialState: Loads()) {
      form.onRequest(limit) { remote.effect($0) }.strategy(strategy)
      Self.loadsReducer
    }
    let running = spin.start(on: runtime())
    for loads in collections {
      remote.log("|")
      running.emit(loads)
      await running.idle()
    }
    let log = remote.log.entries
    await running.end()
    return Array(log.dropFirst())
  }

  @Test(.promises("15.16", "15.17"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func anEffectRestartsOnlyIfTheSelectedValueOfItsElementChanges(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async {
    let history = await history(
      runtime, form,
      [Load(id: 1, request: "a"), Load(id: 2, request: "b")],
      [Load(id: 1, request: "a", progress: 5), Load(id: 2, request: "b")],
      [Load(id: 1, request: "c", progress: 6), Load(id: 2, request: "b", progress: 1)],
      [Load(id: 1, request: "c", progress: 7)],
      [Load(id: 1, request: "c", progress: 8), Load(id: 2, request: "b", progress: 2)])
    #expect(
      history == ["+1a0", "+2b0", "|", "|", "-1a0", "+1c6", "|", "-2b0", "|", "+2b2"])
  }

  @Test(.promises("15.18"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func anElementWithoutAValueHasNoEffect(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async {
    var history = await history(
      runtime, form,
      [Load(id: 1), Load(id: 2, request: "b")],
      [Load(id: 1, progress: 1), Load(id: 2, progress: 1)],
      [Load(id: 1, request: "a", progress: 2), Load(id: 2)],
      [Load(id: 1, progress: 3), Load(id: 2, request: "b", progress: 4)],
      [Load(id: 3)], [])
    #expect(history == ["+2b0", "|", "-2b0", "|", "+1a2", "|", "-1a2", "+2b4", "|", "-2b4", "|"])
    history = await self.history(
      runtime, form, strategy: .queueNewState,
      [Load(id: 1, request: "a")], [Load(id: 1, request: "b")], [Load(id: 1)])
    #expect(history == ["+1a0", "|", "|", "-1a0"])
  }

  @Test(.promises("15.17", "15.18"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func anElementThatWaitsForAPlaceIsTheNewestWhenItsTurnComes(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async throws {
    let remote = Remote<[Load]>()
    let spin = Spin<Loads, [Load]>(initialState: Loads()) {
      form.onRequest(1) { remote.effect($0) }
      Self.loadsReducer
    }
    let running = spin.start(on: runtime)
    let first = Load(id: 1, request: "a")
    // The second takes no place, the third gives up its place in line, and the fourth changes.
    running.emit([
      first, Load(id: 2), Load(id: 3, request: "c"), Load(id: 4, request: "d"),
      Load(id: 5, request: "e"),
    ])
    let rest = [Load(id: 4, request: "d", progress: 9), Load(id: 5, request: "f", progress: 8)]
    running.emit([first, Load(id: 2), Load(id: 3)] + rest)
    await running.idle()
    remote.finish("1a0")
    try await remote.log.until("+4d9")
    running.emit(rest)
    running.emit([Load(id: 5, request: "f", progress: 10)])
    try await remote.log.until("+5f10")
    #expect(remote.log.entries == ["+1a0", "-1a0", "+4d9", "-4d9", "+5f10"])
  }
}
