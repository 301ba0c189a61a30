import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct RequestStates {
  // snippet.state
  struct Page: Equatable, Sendable {
    enum Event: Equatable, Sendable { case open(Int), loaded(String), failed(String), cancel }
    var id = 0, text = Attempt<String, String>()

    mutating func reduce(_ event: Event) {
      switch event {
      case .open(let id):
        self.id = id
        text.start()
      case .loaded(let text): self.text.succeed(text)
      case .failed(let reason): text.fail(reason)
      case .cancel: text.cancel()
      }
    }
  }
  // snippet.end

  // snippet.spin
  func page(_ load: @escaping @Sendable (Int) async throws -> String) -> Spin<Page, Page.Event> {
    Spin(initialState: Page()) {
      Feedback(attempting: \.text, of: \.id) { id, _ in
        .run {
          .loaded(try await load(id))
        } catch: { error in
          .failed("\(error)")
        }
      }.named("load")
      Reducer { page, event in page.reduce(event) }
    }
  }
  // snippet.end

  // snippet.view
  func view(_ page: Page) -> String {
    switch page.text.phase {
    case .idle: "nothing is open"
    case .running: "loading \(page.id) …"
    case .succeeded(let text): text
    case .failed(let reason): "\(page.id) cannot be shown: \(reason)"
    case .cancelled: "cancelled"
    }
  }
  // snippet.end

  // snippet.test
  @Test func thePageShowsTheStateOfItsRequest() {
    let time = ManualScheduler()
    let spin = page { id in
      try await time.clock.sleep(for: .seconds(1))
      return "page \(id)"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    test.emit(.open(1))
    #expect(view(test.state) == "loading 1 …")
    test.advance(by: .seconds(1))
    #expect(view(test.state) == "page 1")
    test.emit(.open(2))
    test.emit(.cancel)
    test.advance(by: .seconds(1))
    #expect(view(test.state) == "cancelled")
    test.finish()
  }
  // snippet.end

  @Test func whatIsShownIsThePageThatWasOpenedLast() {
    explore(seeds: 300) { test in
      let server = World([1: "one", 2: "two"], faults: 1)
      let spin = page { id in try await server.get(id) ?? "" }
      let running = test.restarting(spin) { running in
        for event in [.open(1), .cancel, .open(1), .open(2)] as [Page.Event] {
          running.emit(event)
          await Task.yield()
        }
      }
      let shown = view(running.state)
      let isIdle = ["nothing is open", "cancelled"].contains(shown)
      let hasFailed = shown == "\(running.state.id) cannot be shown: outage"
      test.expect(isIdle || hasFailed || shown == server[running.state.id], "\(shown)")
    }
  }

  @Test func aFailureIsFinalUntilThePageIsOpenedAgain() {
    let test = TestSpin(page { _ in throw Unreachable() })
    #expect(view(test.state) == "nothing is open")
    for id in 1...2 {
      test.emit(.open(id)) { page in
        page.id = id
        page.text.start()
      }
      test.expect(.failed("unreachable"), from: "load") { $0.text.fail("unreachable") }
      #expect(view(test.state) == "\(id) cannot be shown: unreachable")
    }
    test.finish()
  }
}
