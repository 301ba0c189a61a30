import SpinAsync
import SpinTesting
import Testing

struct RepositorySearchTests {
  /// Two items on each of so many pages, after failing so many times.
  private static func hub(
    pages: Int = 9, failures: Int = 0
  ) -> @Sendable (RepositorySearch.Request) async throws -> [String] {
    let tries = Tally()
    return { request in
      if tries.begin() <= failures { throw Offline() }
      if request.page > pages { return [] }
      return ["\(request.query) \(request.page)a", "\(request.query) \(request.page)b"]
    }
  }

  private typealias Request = RepositorySearch.Request

  private static func typed(_ query: String, _ search: inout RepositorySearch) {
    search = RepositorySearch(query: query, request: Request(query: query))
  }

  @Test func aSearchBeginsWhenTheTypingPauses() {
    for _ in 1...Support.rounds {
      let tries = Tally()
      let test = TestSpin(
        RepositorySearch.spin { request in
          tries.begin()
          return [request.query]
        })
      test.emit(.typed("s")) { Self.typed("s", &$0) }
      test.advance(by: .milliseconds(299))
      test.emit(.typed("sp")) { Self.typed("sp", &$0) }
      test.advance(by: .milliseconds(299))
      #expect(tries.all == 0)
      test.advance(by: .milliseconds(1))
      test.expect(.found(["sp"]), from: "search") {
        $0.items = ["sp"]
        ($0.request, $0.next) = (nil, Request(query: "sp", page: 2))
      }
      test.finish()
      #expect(tries.all == 1)
    }
  }

  @Test func aSearchIsTriedThreeTimesWithGrowingDelays() {
    for _ in 1...Support.rounds {
      let test = TestSpin(RepositorySearch.spin(Self.hub(failures: 2)))
      test.emit(.typed("spin")) { Self.typed("spin", &$0) }
      test.advance(by: .milliseconds(300 + 200 + 399))
      test.expectRunning("search")
      test.advance(by: .milliseconds(1))
      test.expect(.found(["spin 1a", "spin 1b"]), from: "search") {
        $0.items = ["spin 1a", "spin 1b"]
        ($0.request, $0.next) = (nil, Request(query: "spin", page: 2))
      }
      test.finish()
      #expect(test.runtime.time.alarmCount == 0)
    }
  }

  @Test func theLastErrorIsShownUntilSomethingElseIsTyped() {
    for _ in 1...Support.rounds {
      let test = TestSpin(RepositorySearch.spin(Self.hub(failures: 3)))
      test.emit(.typed("spin")) { Self.typed("spin", &$0) }
      test.advance(by: .milliseconds(900))
      test.expect(.failed("offline"), from: "search") {
        ($0.request, $0.message) = (nil, "offline")
      }
      test.emit(.typed("spins")) { Self.typed("spins", &$0) }
      test.emit(.typed("")) { $0 = RepositorySearch() }
      test.finish()
    }
  }

  @Test func aSearchWithoutAnAnswerEndsAfterTenSeconds() {
    for _ in 1...Support.rounds {
      let time = ManualScheduler()
      let open = Tally()
      let test = TestSpin(
        RepositorySearch.spin { _ in
          open.begin()
          defer { open.end() }
          try await time.clock.sleep(for: .seconds(3600))
          return ["late"]
        }, on: TestRuntime(time: time))
      test.emit(.typed("spin")) { Self.typed("spin", &$0) }
      test.advance(by: .milliseconds(300) + .seconds(9))
      test.expectRunning("search")
      test.advance(by: .seconds(1))
      test.expect(.failed("no answer"), from: "search") {
        ($0.request, $0.message) = (nil, "no answer")
      }
      #expect(open.now == 0 && time.alarmCount == 0)
      test.finish()
    }
  }

  @Test func theEndOfTheListAsksForTheNextPageUntilThePagesOrTheLimitEnd() {
    for round in 1...Support.rounds {
      let pages = round % 5
      let test = TestSpin(RepositorySearch.spin(Self.hub(pages: pages)))
      test.emit(.typed("q")) { Self.typed("q", &$0) }
      test.advance(by: .milliseconds(300))
      for page in 1...RepositorySearch.lastPage {
        let found = page > pages ? [] : ["q \(page)a", "q \(page)b"]
        let isLast = found.isEmpty || page == RepositorySearch.lastPage
        test.expect(.found(found), from: "search") {
          $0.items += found
          ($0.request, $0.next) = (nil, isLast ? nil : Request(query: "q", page: page + 1))
        }
        if isLast { break }
        test.emit(.reachedEnd) { ($0.request, $0.next) = ($0.next, $0.next) }
        test.emit(.reachedEnd)  // While a page is on its way the end asks for nothing.
        test.advance(by: .zero)
      }
      test.emit(.reachedEnd)
      test.finish()
    }
  }

  @Test(arguments: Host.all)
  func aSearchThatFailsOnceFindsAllPages(_ host: Host) async throws {
    let time = ManualScheduler()
    let spin = RepositorySearch.spin(Self.hub(failures: 1))
    let state = try await spin.withRunning(on: host.runtime(time)) { running in
      try await running.send(.typed("spin"))
      time.advance(by: .milliseconds(300))
      try await time.untilAlarms(2)  // The delay before the next attempt, and the timeout.
      time.advance(by: .milliseconds(200))
      _ = try await running.first { $0.items.count == 2 }
      for count in [4, 6] {
        try await running.send(.reachedEnd)
        time.advance(by: .zero)
        _ = try await running.first { $0.items.count == count }
      }
      return try await running.settled()
    }
    #expect(state.items == [1, 2, 3].flatMap { ["spin \($0)a", "spin \($0)b"] })
    #expect(state.next == nil && time.alarmCount == 0)
  }
}
