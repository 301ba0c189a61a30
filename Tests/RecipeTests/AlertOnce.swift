import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct AlertOnce {
  // snippet.state
  struct Page: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), failed(String) }
    var text = ""
    @Pulse var alert: String?
  }
  // snippet.end

  // snippet.spin
  func page(_ show: @escaping @Sendable (String) async -> Void) -> Spin<Page, Page.Event> {
    Spin(initialState: Page()) {
      Feedback(pulse: \.$alert) { message in .sideEffect { await show(message) } }
        .strategy(.queueNewState).named("alert")
      Reducer { page, event in
        switch event {
        case .typed(let text): page.text = text
        case .failed(let reason): page.alert = "Not saved: \(reason)"
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func eachFailureIsShownOnce() {
    let shown = Transcript<String>()
    let test = TestSpin(page { shown.add($0) })
    for _ in 1...2 { test.emit(.failed("offline")) { $0.alert = "Not saved: offline" } }
    #expect(shown.all == ["Not saved: offline", "Not saved: offline"])
    test.emit(.typed("a")) { $0.text = "a" }  // The alert is still in the state.
    test.finish()
    #expect(shown.all.count == 2)
  }
  // snippet.end

  @Test func howeverLongAnAlertIsShownTheNextOneFollowsIt() {
    explore(seeds: 300) { test in
      let screen = World<String, String>(faults: 0)
      let running = page { try? await screen.put($0, as: "alert") }.start(on: test)
      test.concurrently(
        { for _ in 1...2 { running.emit(.failed("full")) } },
        { running.emit(.failed("offline")) },
        { running.emit(.typed("a")) })
      let shown = screen.values(of: "alert").sorted()
      test.expect(
        shown, equals: ["Not saved: full", "Not saved: full", "Not saved: offline"])
    }
  }

  @Test func anAlertInTheFirstStateIsNotShown() {
    let shown = Transcript<String>()
    var old = Page()
    old.alert = "old"
    let test = TestSpin(page { shown.add($0) }, initialState: old)
    test.finish()
    #expect(shown.all.isEmpty)
  }

  @Test(arguments: Host.allCases)
  func anAlertIsShownOnTheMainActor(_ host: Host) async throws {
    let shown = Shown()
    let spin = page { await shown.show($0) }
    try await spin.withRunning(on: host.runtime()) { running in
      for reason in ["full", "full"] {
        running.emit(.failed(reason))
        try await running.settled()
      }
    }
    #expect(await shown.messages == ["Not saved: full", "Not saved: full"])
  }

  @MainActor private final class Shown {
    var messages: [String] = []
    func show(_ message: String) { messages.append(message) }
  }
}
