import SpinAsync
import SpinTesting
import Testing

struct Throttle {
  struct Walk: Equatable, Sendable {
    enum Event: Equatable, Sendable { case moved(Int) }
    var position = 0
  }

  static func walk(_ share: @escaping @Sendable (Int) async -> Void) -> Spin<Walk, Walk.Event> {
    // snippet.spin
    Spin<Walk, Walk.Event>(initialState: Walk()) {
      Feedback(on: \.position) { position in .sideEffect { await share(position) } }
        .throttled(for: .seconds(5), latest: true)
        .named("share")
      Reducer { walk, event in
        switch event {
        case .moved(let position): walk.position = position
        }
      }
    }
    // snippet.end
  }

  @Test func aPositionIsSharedEveryFiveSeconds() {
    // snippet.test
    let shared = Transcript<Int>()
    let test = TestSpin(Self.walk { shared.add($0) }, exhaustivity: .off)
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
}
