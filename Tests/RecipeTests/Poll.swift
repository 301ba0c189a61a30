import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Poll {
  // snippet.state
  struct Status: Equatable, Sendable {
    enum Event: Equatable, Sendable { case show(Bool), found(String) }
    var isShown = false, text = ""

    mutating func reduce(_ event: Event) {
      switch event {
      case .show(let isShown): self.isShown = isShown
      case .found(let text): self.text = text
      }
    }
  }
  // snippet.end

  // snippet.spin
  func status(_ fetch: @escaping @Sendable () async -> String) -> Spin<Status, Status.Event> {
    Spin(initialState: Status()) {
      Feedback(while: \.isShown) {
        .run { emit, clock in
          repeat {
            emit(.found(await fetch()))
          } while (try? await clock.sleep(for: .seconds(10))) != nil
        }
      }.named("poll")
      Reducer { status, event in status.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theNextRequestBeginsTenSecondsAfterTheAnswer() {
    let time = ManualScheduler()
    let spin = status {
      try? await time.clock.sleep(for: .seconds(1))
      return "\(time.now.components.seconds)"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.show(true)) { $0.isShown = true }
    test.advance(by: .seconds(12))
    for second in ["1", "12"] { test.expect(.found(second), from: "poll") { $0.text = second } }
    test.emit(.show(false)) { $0.isShown = false }
    test.advance(by: .seconds(60))
    test.finish()
    #expect(time.alarmCount == 0)
  }
  // snippet.end

  @Test func aLoopThatStopsAsksForNothingMore() {
    explore(seeds: 300) { test in
      let (server, requests) = (World(["status": "old"], faults: 0), Transcript<Void>())
      let spin = status {
        requests.add(())
        return (try? await server.get("status")) ?? ""
      }
      let running = spin.start(on: test)
      test.concurrently({ running.emit(.show(true)) }, { running.stop() })
      test.advance(by: .seconds(25))
      test.expect(requests.all.count <= 1, "it asks although it has stopped")
    }
  }

  @Test func whatIsShownIsTheNewestStatusAndNothingIsAskedWhenItIsHidden() {
    explore(seeds: 300) { test in
      let server = World(["status": "old"])
      let spin = status { await server.insisting { try await $0.get("status") } ?? "" }
      let running = spin.start(on: test)
      test.concurrently({
        for isShown in [true, false, true] {
          running.emit(.show(isShown))
          await Task.yield()
        }
      })
      server["status"] = "new"
      test.advance(by: .seconds(25))
      test.expect(running.state.text, equals: "new")
      running.emit(.show(false))
      test.run()
      server["status"] = "newest"
      test.advance(by: .seconds(25))
      test.expect(running.state.text, equals: "new")
    }
  }
}
