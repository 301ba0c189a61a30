import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Cancel {
  // snippet.state
  struct Downloads: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case start(Int), finished(Int), failed(Int), cancel(Int), cancelAll
    }
    var open: [Int] = [], finished: Set<Int> = []

    mutating func reduce(_ event: Event) {
      switch event {
      case .start(let id): if !open.contains(id) && !finished.contains(id) { open.append(id) }
      case .finished(let id):
        open.removeAll { $0 == id }
        finished.insert(id)
      case .failed(let id), .cancel(let id): open.removeAll { $0 == id }
      case .cancelAll: open = []
      }
    }
  }
  // snippet.end

  // snippet.spin
  func downloads(
    _ fetch: @escaping @Sendable (_ id: Int) async throws -> Void
  ) -> Spin<Downloads, Downloads.Event> {
    Spin(initialState: Downloads()) {
      Feedback(forEach: \.open) { id in
        .run {
          try await fetch(id)
          return .finished(id)
        } catch: { _ in
          .failed(id)
        }
      }.named("open")
      Reducer { downloads, event in downloads.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func oneIsCancelledAndTheOthersGoOn() {
    let time = ManualScheduler()
    let spin = downloads { id in try? await time.clock.sleep(for: .seconds(id)) }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    for id in 1...4 { test.emit(.start(id)) { $0.open.append(id) } }
    test.emit(.cancel(2)) { $0.open = [1, 3, 4] }
    test.expectDrop(.finished(2), reason: .stale, from: "open")
    test.advance(by: .seconds(1))
    test.expect(.finished(1), from: "open[1]") { ($0.open, $0.finished) = ([3, 4], [1]) }
    test.emit(.cancelAll) { $0.open = [] }
    test.expectRunning()
    for id in 3...4 { test.expectDrop(.finished(id), reason: .stale, from: "open") }
    test.finish()
    #expect(time.alarmCount == 0)
  }
  // snippet.end

  @Test(arguments: [0, 2])
  func whatIsFinishedIsThereAndAStartThatIsRepeatedFetchesNothing(_ faults: Int) {
    explore(seeds: 300) { test in
      let world = World<Int, String>(faults: faults)
      let running = downloads { try await world.put("", as: $0) }.start(on: test)
      test.concurrently(
        { running.emit(.start(1)) },
        {
          for event in [.start(1), .start(2), .cancel(2), .start(2)] as [Downloads.Event] {
            running.emit(event)
            await Task.yield()
          }
        })
      test.expect(running.state.open, equals: [])
      for id in running.state.finished { test.expect(world[id] != nil, "\(id) is missing") }
      if faults == 0 { test.expect(world.values(of: 1).count, equals: 1) }
    }
  }
}
