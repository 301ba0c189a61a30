import RecipeSupport
import SpinAsync
import SpinTesting
import Synchronization
import Testing

struct Retry {
  // snippet.state
  struct Page: Equatable, Sendable {
    enum Event: Equatable, Sendable { case opened, loaded(String), failed(String) }
    var load = Attempt<String, String>()
    var progress: String? {
      load.number.map { "attempt \($0) of \(load.backoff.attempts ?? $0)" }
    }

    mutating func reduce(_ event: Event) {
      switch event {
      case .opened:
        load.start(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: 3))
      case .loaded(let text): load.succeed(text)
      case .failed(let reason): load.retryOrFail(reason)
      }
    }
  }
  // snippet.end

  // snippet.spin
  func page(_ text: @escaping @Sendable () async throws -> String) -> Spin<Page, Page.Event> {
    Spin(initialState: Page()) {
      Feedback(attempting: \.load) { _ in
        .run {
          .loaded(try await text())
        } catch: { error in
          .failed("\(error)")
        }
      }.named("load")
      Reducer { page, event in page.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theNumberOfTheAttemptIsShown() {
    let test = TestSpin(page { throw Unreachable() }, exhaustivity: .off)
    test.emit(.opened)
    #expect(test.state.progress == "attempt 2 of 3")  // The first one has failed at once.
    test.advance(by: .seconds(1))
    #expect(test.state.progress == "attempt 3 of 3")
    test.advance(by: .seconds(2))
    #expect(test.state.progress == nil)
    #expect(test.state.load.failure == "unreachable")
    test.finish()
  }
  // snippet.end

  /// Three attempts outlast two failures, and not three.
  @Test(arguments: [2, 3])
  func thePageHasTheTextOrItsFailureInEveryOrder(_ faults: Int) {
    explore(seeds: 300) { test in
      let server = World(["page": "text"], faults: faults)
      let spin = page { try await server.get("page") ?? "" }
      let running = test.restarting(spin) { $0.emit(.opened) }
      running.emit(.opened)
      test.advance(by: .seconds(60))
      let load = running.state.load
      test.expect(load.success == "text" || faults == 3 && load.failure == "outage", "\(load)")
    }
  }

  @Test func thePageIsShownWhenAnAttemptSucceeds() {
    let answers = Mutex<[String?]>([nil, "text"])
    let spin = page {
      guard let text = answers.withLock({ $0.removeFirst() }) else { throw Unreachable() }
      return text
    }
    let test = TestSpin(spin)
    test.emit(.opened) {
      $0.load.start(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: 3))
    }
    test.expect(.failed("unreachable"), from: "load") { $0.load.retryOrFail("unreachable") }
    test.advance(by: .milliseconds(999))
    test.expectRunning("load")
    test.advance(by: .milliseconds(1))
    test.expect(.loaded("text"), from: "load") { $0.load.succeed("text") }
    test.finish()
  }
}
