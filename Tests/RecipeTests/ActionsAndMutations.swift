import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct ActionsAndMutations {
  // snippet.state
  struct List: Equatable, Sendable {
    enum Action: Equatable, Sendable { case refresh, clear }
    enum Mutation: Equatable, Sendable { case loading(Bool), items([String]) }
    enum Event: Equatable, Sendable {
      case action(Action), mutation(Mutation)
      var action: Action? { if case .action(let action) = self { action } else { nil } }
    }
    var isLoading = false, items: [String] = []
  }
  // snippet.end

  // snippet.spin
  typealias Load = @Sendable () async -> [String]

  func mutate(_ action: List.Action, _ load: @escaping Load) -> Effect<List.Mutation> {
    switch action {
    case .refresh:
      .just(.loading(true))
        .then(.run { .items(await load()) })
        .then(.just(.loading(false)))
    case .clear: .just(.items([]))
    }
  }
  // snippet.end

  // snippet.list
  func list(_ load: @escaping Load) -> Spin<List, List.Event> {
    Spin(initialState: List()) {
      Feedback.events(\.action) { action in
        mutate(action, load).map { .mutation($0) }
      }.named("mutate").strategy(.queueNewState)
      Reducer { list, event in
        if case .mutation(.loading(let isLoading)) = event { list.isLoading = isLoading }
        if case .mutation(.items(let items)) = event { list.items = items }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func anActionBecomesMutations() {
    let test = TestSpin(list { ["a", "b"] })
    test.emit(.action(.refresh))
    test.expect(.mutation(.loading(true)), from: "mutate") { $0.isLoading = true }
    test.expect(.mutation(.items(["a", "b"])), from: "mutate") { $0.items = ["a", "b"] }
    test.expect(.mutation(.loading(false)), from: "mutate") { $0.isLoading = false }
    test.emit(.action(.clear))
    test.expect(.mutation(.items([])), from: "mutate") { $0.items = [] }
    test.finish()
  }
  // snippet.end

  @Test func twoActionsInARowLoadOneAfterTheOther() {
    let (time, loads) = (ManualScheduler(), Transcript<Duration>())
    let spin = list {
      loads.add(time.now)
      try? await time.clock.sleep(for: .seconds(1))
      return ["a"]
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    for _ in 1...2 { test.emit(.action(.refresh)) }
    test.advance(by: .seconds(2))
    test.finish()
    #expect(loads.all == [.zero, .seconds(1)] && test.state == List(items: ["a"]))
  }

  @Test(arguments: [List.Action.refresh, .clear])
  func inTheEndTheListIsWhatTheLastActionMakesOfIt(_ last: List.Action) {
    explore(seeds: 300) { test in
      let world = World(["list": ["a"]])
      let running = list { await world.insisting { try await $0.get("list") } ?? [] }.start(
        on: test)
      test.concurrently({
        running.emit(.action(.refresh))
        await Task.yield()
        world["list"] = ["b"]
        running.emit(.action(last))
      })
      let items = last == .refresh ? ["b"] : []
      test.expect(running.state, equals: List(items: items))
    }
  }
}
