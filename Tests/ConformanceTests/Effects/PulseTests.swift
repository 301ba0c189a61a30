import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// `@Pulse`: a value of which each assignment counts.
extension Conformance {
  struct Bell: Codable, Hashable, Sendable {
    @Pulse var notice: String?
    @Pulse var strokes = [0]
    var other = 0
  }

  enum Ring: Equatable, Sendable {
    /// Assigns these one after another, in one step.
    case notices([String?])
    /// Changes the strokes where they are.
    case append(Int)
    /// Brings back a state.
    case bring(Bell)
    case other
  }

  static let bellReducer = Reducer<Bell, Ring> { bell, ring in
    switch ring {
    case .notices(let notices): for notice in notices { bell.notice = notice }
    case .append(let number): bell.strokes.append(number)
    case .bring(let old): bell = old
    case .other: bell.other += 1
    }
  }

  /// Runs a bell through a list of events; returns how the effects on notices began and ended.
  private func notices(
    _ runtime: RuntimeUnderTest, from bell: Bell = Bell(), _ rings: [Ring],
    strategy: ExecutionStrategy = .cancelOnNewState
  ) async throws -> [String] {
    let remote = Remote<Ring>()
    let spin = Spin(initialState: bell) {
      Self.bellReducer
      Feedback(on: \.$notice) { notice in remote.effect(notice) }.strategy(strategy)
    }
    let seen = Transcript<Int>()
    let running = spin.start(on: runtime()) { seen($0.number) }
    for ring in rings { running.emit(ring) }
    try await seen.until(rings.count)
    await running.idle()  // The effects of the last step are registered.
    let entries = remote.log.entries
    await running.end()
    return entries
  }

  @Test(.promises("18.1"), arguments: RuntimeUnderTest.all)
  func eachAssignmentOfAPulseIsAnsweredEvenOfAnEqualValue(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = try await notices(
      runtime, [.notices(["a"]), .other, .notices(["a"]), .notices(["b"]), .other, .notices(["a"])])
    #expect(log == ["+a", "-a", "+a", "-a", "+b", "-b", "+a"])
  }

  @Test(.promises("18.2"), arguments: RuntimeUnderTest.all)
  func theFirstStateThatAPulseIsSeenInIsNoAssignment(_ runtime: RuntimeUnderTest) async throws {
    var bell = Bell(notice: "made with it")
    #expect(try await notices(runtime, from: bell, [.other, .other]) == [])
    bell.notice = "assigned before"
    #expect(try await notices(runtime, from: bell, [.other, .other]) == [])
    // A state that was saved and read again.
    let read = try JSONDecoder().decode(Bell.self, from: JSONEncoder().encode(bell))
    #expect(read == bell)
    #expect(try await notices(runtime, from: read, [.other]) == [])
  }

  @Test(.promises("3.8"), arguments: RuntimeUnderTest.all)
  func aRunWithAnInitialStateOfItsOwnAnswersNoPulseOfIt(_ runtime: RuntimeUnderTest) async throws {
    var bell = Bell()
    bell.notice = "assigned before"
    let answers = Transcript<String>()
    let spin = Spin(initialState: Bell()) {
      Self.bellReducer
      Feedback.sideEffect(on: \.$notice) { (notice: String) in answers(notice) }
    }
    let running = spin.start(on: runtime, options: RunOptions(initialState: bell))
    running.emit(.other)
    #expect(try await running.settled().notice == "assigned before")
    running.emit(.notices(["new"]))
    try await running.settled()
    #expect(answers.entries == ["new"])
  }

  @Test(.promises("18.1"), arguments: RuntimeUnderTest.all)
  func severalAssignmentsInOneStepAreAnsweredOnceWithTheLastValue(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = try await notices(runtime, [.notices(["a", "b", "c"]), .notices(["d", nil, "e"])])
    #expect(log == ["+c", "-c", "+e"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func nilIsNoValueOfAPulseAndCancelsTheAnswer(_ runtime: RuntimeUnderTest) async throws {
    #expect(try await notices(runtime, [.notices(["a"]), .notices([nil])]) == ["+a", "-a"])
    #expect(try await notices(runtime, [.notices(["a", nil]), .notices([nil])]) == [])
    let queued: [Ring] = [.notices(["a"]), .notices(["b"]), .notices([nil])]
    #expect(try await notices(runtime, queued, strategy: .queueNewState) == ["+a", "-a"])
  }

  @Test(.promises("18.3"), arguments: RuntimeUnderTest.all)
  func anOlderStateThatComesBackAnswersNoOldPulseButTheNextOne(
    _ runtime: RuntimeUnderTest
  ) async throws {
    var old = Bell()
    old.notice = "old"
    var older = Bell()
    older.notice = "older"
    var bell = old
    bell.notice = "new"
    // The answer to "newer" ends with the state that it belongs to.
    let log = try await notices(
      runtime, from: bell,
      [.notices(["newer"]), .bring(old), .other, .bring(older), .notices(["newest"])])
    #expect(log == ["+newer", "-newer", "+newest"])
    // Another branch of the past, of as many assignments.
    #expect(try await notices(runtime, from: old, [.bring(older), .other]) == [])
  }

  @Test(.promises("18.1"), arguments: RuntimeUnderTest.all)
  func mutatingAPulseInPlaceIsAnAssignment(_ runtime: RuntimeUnderTest) async throws {
    let (strokes, notices) = (Transcript<[Int]>(), Transcript<String>())
    let spin = Spin(initialState: Bell()) {
      Self.bellReducer
      Feedback(on: \.$strokes) { numbers in
        strokes(numbers)
        return .none
      }
      Feedback.sideEffect(on: \.$strokes) { strokes($0) }
      Feedback.sideEffect(on: \.$notice) { notices($0) }
    }
    let running = spin.start(on: runtime)
    for ring: Ring in [.append(1), .other, .notices(["a", nil]), .notices(["b"]), .append(2)] {
      running.emit(ring)
    }
    try await running.settled()
    #expect(strokes.entries == [[0, 1], [0, 1], [0, 1, 2], [0, 1, 2]])
    #expect(notices.entries == ["b"])
  }

  /// Such as an event that carries an optional value.
  @Test(arguments: RuntimeUnderTest.all)
  func aClosureThatTakesAnOptionalValueIsNotCalledWithNilEither(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let taken = Transcript<String?>()
    let spin = Spin(initialState: Bell()) {
      Self.bellReducer
      Feedback(on: \.$notice) { notice in Self.effect(of: notice, taken) }
      Feedback(on: { $0.$notice }, effect: { Self.effect(of: $0, taken) })
      Feedback.sideEffect(on: \.$notice) { notice in taken(notice) }
    }
    let running = spin.start(on: runtime)
    running.emit(.notices(["a"]))
    running.emit(.notices([nil]))
    try await running.settled()
    #expect(taken.entries == ["a", "a", "a"])
  }

  private static func effect(of notice: String?, _ taken: Transcript<String?>) -> Effect<Ring> {
    taken(notice)
    return .none
  }

  @Test
  func equalityAndCodingOfAPulseIncludeHowOftenItWasAssigned() throws {
    var (left, right) = (Bell(), Bell())
    left.notice = "a"
    #expect(left != right)
    right.notice = "a"
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    right.notice = "a"
    #expect(left != right)
    let data = try JSONEncoder().encode(right)
    #expect(try JSONDecoder().decode(Bell.self, from: data) == right)
    #expect(try JSONDecoder().decode(Bell.self, from: data) != left)
  }
}
