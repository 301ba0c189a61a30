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

  typealias Load = @Sendable () async -> [String]

  // snippet.spin
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

  func list(_ load: @escaping Load) -> Spin<List, List.Event> {
    // snippet.list
    Spin(initialState: List()) {
      Feedback.events(\.action) { action in
        mutate(action, load).map { .mutation($0) }
      }.named("mutate")
      Reducer { list, event in
        if case .mutation(.loading(let isLoading)) = event { list.isLoading = isLoading }
        if case .mutation(.items(let items)) = event { list.items = items }
      }
    }
    // snippet.end
  }

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

  @Test func twoActionsInARowLoadTwice() {
    let (time, loads) = (ManualScheduler(), Transcript<Duration>())
    let spin = list {
      loads.add(time.now)
      try? await time.clock.sleep(for: .seconds(1))
      return ["a"]
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    for _ in 1...2 { test.emit(.action(.refresh)) }
    test.advance(by: .seconds(1))
    test.finish()
    #expect(loads.all == [.zero, .zero] && test.state == List(items: ["a"]))
  }
}
