import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Throttle {
  // snippet.spin
  struct Walk: Equatable, Sendable {
    enum Event: Equatable, Sendable { case moved(Int) }
    var position = 0
  }

  func walk(_ share: @escaping @Sendable (Int) async -> Void) -> Spin<Walk, Walk.Event> {
    Spin(initialState: Walk()) {
      Feedback(on: \.position) { position in .sideEffect { await share(position) } }
        .throttled(for: .seconds(5), latest: true)
        .strategy(.queueNewState).named("share")
      Reducer { walk, event in
        switch event {
        case .moved(let position): walk.position = position
        }
      }
    }
  }
  // snippet.end

  @Test func aPositionIsSharedEveryFiveSeconds() {
    // snippet.test
    let shared = Transcript<Int>()
    let test = TestSpin(walk { shared.add($0) }, exhaustivity: .off)
    #expect(shared.all == [0])  // The first one starts at once.
    for position in 1...12 {
      test.advance(by: .seconds(1))
      test.emit(.moved(position))
    }
    #expect(shared.all == [0, 4, 9])
    test.advance(by: .seconds(5))
    #expect(shared.all == [0, 4, 9, 12])  // The last one is not lost.
    test.finish()
    // snippet.end
  }

  @Test func theNewestPositionIsSharedLastHoweverLongItTakes() {
    explore(seeds: 300) { test in
      let server = World<String, Int>()
      let spin = walk { position in
        await server.insisting { try await $0.put(position, as: "position") }
      }
      let running = spin.start(on: test)
      test.concurrently({
        for position in 1...8 {
          running.emit(.moved(position))
          try? await test.time.clock.sleep(for: .seconds(2))
        }
      })
      test.advance(by: .seconds(60))
      test.expect(server["position"], equals: 8)
      let shared = server.values(of: "position")
      test.expect(shared, equals: shared.sorted())
    }
  }

  @Test func aShareThatIsSlowerThanTheWalkEndsAllTheSame() {
    let time = ManualScheduler(), shared = Transcript<Int>()
    let spin = walk { position in
      guard (try? await time.clock.sleep(for: .seconds(2))) != nil else { return }
      shared.add(position)
    }
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    for position in 1...12 {
      test.advance(by: .seconds(1))
      test.emit(.moved(position))
    }
    test.advance(by: .seconds(10))
    #expect(shared.all == [0, 4, 9, 12])
    test.finish()
  }
}
