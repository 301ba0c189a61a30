import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 9, for several loops.
extension Conformance {
  /// Two loops that hit a ball back and forth, one from a feedback, the other from an effect.
  @Test(.promises("9.1"), arguments: RuntimeUnderTest.all)
  func settledTogetherMeansThatNoLoopHasAnythingForAnother(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (left, right) = (Handle<Int, Int>(), Handle<Int, Int>())
    let leftSpin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 }) { number in
        right.emit(number - 1)
        return .none
      }
      Reducer { number, new in number = new }
    }
    let rightSpin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 }) { number in
        .run { _ in left.emit(number - 1) }
      }
      Reducer { number, new in number = new }
    }
    let lonelySpin = Spin<String, String>(initialState: "") { Reducer { $0 = $1 } }
    let one = leftSpin.start(on: runtime(), handle: left)
    let two = rightSpin.start(on: runtime(), handle: right)
    let lonely = lonelySpin.start(on: runtime)
    for _ in 0..<20 {
      one.emit(51)
      try await settled(lonely, one, two)
      #expect(one.state == 1)
      #expect(two.state == 0)
      two.emit(20)
      try await settled(one, two)
      #expect(one.state == 1)
      #expect(two.state == 0)
    }
    left.set(nil)
    right.set(nil)
    await one.end()
    await two.end()
    try await settled(one, lonely)
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  func waitingForSeveralLoopsThrowsWhenItsTaskIsCancelled(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) { remote.effect("alive") }
      Reducer { _, _ in }
    }
    let (one, two) = (spin.start(on: runtime), spin.start(on: runtime))
    let waiting = Task { try await settled(one, two) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
