import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// `Feedback.forwarding`: one loop emits its events into another.
extension Conformance {
  private static let sums = Spin<Int, Int>(initialState: 0) {
    Reducer { sum, number in sum += number }
  }

  private static let lines = Spin<Events, String>(initialState: []) { Reducer.appending }

  @Test(.promises("23.9", "23.10"), arguments: pairs)
  func eachEventIsForwardedInTheOrderOfItsReduction(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let there = Self.lines.start(on: theirs)
    let log = Transcript<String>()
    let here = Spin<Int, Int>(initialState: 0) {
      Feedback.transitions { $0.event == 100 ? .several(1, 2) : .none }
      Feedback.forwarding(to: there) { event in
        log("asked \(event)")
        return event < 0 ? nil : "first \(event)"
      }
      Feedback.forwarding(to: there) { "second \($0)" }
      Reducer { sum, number in
        log("reduced \(number)")
        sum += number
      }
    }
    .start(on: ours)
    for number in [100, -1, 3] { here.emit(number) }
    try await settled(here, there)
    let events = log.entries.compactMap { $0.split(separator: " ").last }
      .enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    #expect(events.sorted() == ["-1", "1", "100", "2", "3"])
    #expect(log.entries == events.flatMap { ["reduced \($0)", "asked \($0)"] })
    let forwarded = events.flatMap { ["first \($0)", "second \($0)"] }
    #expect(there.state == forwarded.filter { $0 != "first -1" })
  }

  /// The events of a part are its own, and its end withdraws none of them.
  @Test(.promises("23.9"), arguments: RuntimeUnderTest.all)
  func aPartForwardsItsOwnEventsEvenItsLast(_ runtime: RuntimeUnderTest) async throws {
    let there = Self.lines.start(on: runtime)
    let part = Spin<Int, Int>(initialState: 0) {
      Feedback.forwarding(to: there) { "own \($0)" }
      Reducer { sum, number in sum += number }
    }
    // An even number belongs to the part, and 0 ends it.
    let here = Spin<Int?, Int>(initialState: 5) {
      Scope(state: \.self, event: { $0 }, from: { (event: Int) in event % 2 == 0 ? event : nil }) {
        part
      }
      Feedback.forwarding(to: there) { "whole \($0)" }
      Reducer { state, event in if event == 3 { state = nil } }
    }
    .start(on: runtime)
    for number in [1, 2, 3, 4] { here.emit(number) }
    try await settled(here, there)
    #expect(there.state == ["whole 1", "own 2", "whole 2", "whole 3", "whole 4"])
  }

  @Test(.promises("23.11", "23.12"), arguments: pairs)
  func whatIsForwardedToALoopThatHasStoppedIsDroppedThere(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let dropped = Transcript<String>()
    var there: RunningSpin? = Self.lines.start(
      on: theirs(), options: RunOptions { dropped("\($0.event) \($0.reason)") })
    weak let handle = there
    func forward(to there: RunningSpin<Events, String>) -> RunningSpin<Int, Int> {
      Spin<Int, Int>(initialState: 0) {
        Feedback.forwarding(to: there) { "\($0)" }
        Reducer { sum, number in sum += number }
      }
      .start(on: ours)
    }
    let here = try forward(to: #require(there))
    here.emit(1)
    try await here.settled()
    try await there?.settled()
    #expect(there?.state == ["1"])
    await there?.end()
    here.emit(2)
    #expect(try await here.settled() == 3)
    #expect(dropped.entries == ["2 stopped"])
    there = nil
    #expect(handle == nil)
    here.emit(3)
    #expect(try await here.settled() == 6)
    #expect(dropped.entries == ["2 stopped"])
  }

  @Test(.promises("23.12"), arguments: pairs)
  func theOtherLoopKeepsNothingOfTheOneThatForwards(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let census = Census()
    let there = Self.lines.start(on: theirs)
    func forward() -> RunningSpin<Int, Int> {
      let object = Counted(in: census)
      return Spin<Int, Int>(initialState: 0) {
        Feedback.forwarding(to: there) { number in withExtendedLifetime(object) { "\(number)" } }
        Reducer { sum, number in sum += number }
      }
      .start(on: ours())
    }
    var here: RunningSpin? = forward()
    here?.emit(1)
    try await here?.settled()
    await here?.end()
    here = nil
    try await census.untilEmpty()
    #expect(try await there.settled() == ["1"])
  }

  /// How often a circle goes around: too often for any stack, where each turn could be made within another.
  private static func rounds(_ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest) -> Int {
    inRelease(500, inDebug: 500) * (ours.isCallersThread || theirs.isCallersThread ? 10 : 1)
  }

  /// One loop follows the other and forwards its events to it.
  @Test(.promises("23.10", "23.13"), arguments: pairs)
  func aCircleOfTwoLoopsEndsWhenAClosureSaysSo(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let limit = Self.rounds(ours, theirs)
    let there = Self.sums.start(on: theirs)
    let here = Spin<Int, Int>(initialState: 0) {
      Feedback.following(there, { $0 }) { $0 }
      Feedback.forwarding(to: there) { $0 < limit ? 1 : nil }
      Reducer { $0 = $1 }
    }
    .start(on: ours)
    let end = try await here.first { $0 == limit }
    #expect(end == limit)
    try await settled(here, there)
    #expect(there.state == limit && here.state == limit)
  }

  /// The other loop emits into the first by its handle.
  @Test(.promises("23.13"), arguments: pairs)
  func aCircleOfAForwardingAndAnEmittingLoopEndsWhenItSaysSo(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let limit = Self.rounds(ours, theirs)
    let back = Handle<Int, Int>()
    let there = Spin<Int, Int>(initialState: 0) {
      Feedback.sideEffect { if 0 < $0, $0 < limit { back.emit($0 + 1) } }
      Reducer { $0 = $1 }
    }
    .start(on: theirs)
    let here = Spin<Int, Int>(initialState: 0) {
      Feedback.forwarding(to: there) { $0 }
      Reducer { $0 = $1 }
    }
    .start(on: ours, handle: back)
    here.emit(1)
    let end = try await there.first { $0 == limit }
    #expect(end == limit)
    try await settled(here, there)
    #expect(here.state == limit)
  }
}
