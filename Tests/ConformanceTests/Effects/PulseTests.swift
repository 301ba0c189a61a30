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
      Feedback(pulse: \.$notice) { notice in remote.effect(notice) }.strategy(strategy)
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

  @Test(.promises("18.1"), .needsOpenGate, arguments: RuntimeUnderTest.all)
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
      Feedback.sideEffect(pulse: \.$notice) { (notice: String) in answers(notice) }
    }
    let running = spin.start(on: runtime, options: RunOptions(initialState: bell))
    running.emit(.other)
    #expect(try await running.settled().notice == "assigned before")
    running.emit(.notices(["new"]))
    try await running.settled()
    #expect(answers.entries == ["new"])
  }

  @Test(.promises("18.1"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func severalAssignmentsInOneStepAreAnsweredOnceWithTheLastValue(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = try await notices(runtime, [.notices(["a", "b", "c"]), .notices(["d", nil, "e"])])
    #expect(log == ["+c", "-c", "+e"])
  }

  @Test(.promises("18.4"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func nilIsNoValueOfAPulseAndCancelsTheAnswer(_ runtime: RuntimeUnderTest) async throws {
    #expect(try await notices(runtime, [.notices(["a"]), .notices([nil])]) == ["+a", "-a"])
    #expect(try await notices(runtime, [.notices(["a", nil]), .notices([nil])]) == [])
    let queued: [Ring] = [.notices(["a"]), .notices(["b"]), .notices([nil])]
    #expect(try await notices(runtime, queued, strategy: .queueNewState) == ["+a", "-a"])
  }

  @Test(.promises("18.3"), .needsOpenGate, arguments: RuntimeUnderTest.all)
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
      Feedback(pulse: \.$strokes) { numbers in
        strokes(numbers)
        return .none
      }
      Feedback.sideEffect(pulse: \.$strokes) { strokes($0) }
      Feedback.sideEffect(pulse: \.$notice) { notices($0) }
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
      Feedback(pulse: \.$notice) { notice in Self.effect(of: notice, taken) }
      Feedback(pulse: { $0.$notice }, effect: { Self.effect(of: $0, taken) })
      Feedback.sideEffect(pulse: \.$notice) { notice in taken(notice) }
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

  /// The events after a sequence and two observers have joined, and a state to bring back.
  private static let rings: [Ring] = [
    .other, .notices(["a"]), .other, .notices(["a"]), .append(1), .notices(["b", "c"]),
    .notices(["d", nil]), .bring(Bell(notice: "old")), .other, .notices(["e"]),
  ]

  @Test(.promises("18.1", "18.2", "18.5"), arguments: RuntimeUnderTest.all)
  func aPulseIsAnsweredAlikeBySequencesAndObservers(_ runtime: RuntimeUnderTest) async throws {
    let running = Spin(initialState: Bell()) { Self.bellReducer }.start(on: runtime)
    running.emit(.notices(["before"]))
    running.emit(.append(0))
    try await running.settled()
    let (notices, strokes) = (Transcript<String>(), Transcript<[Int]>())
    let (onMain, strokesOnMain) = (Transcript<String>(), Transcript<[Int]>())
    let tokens = [
      running.observe(pulse: \.$notice) { notice in notices(notice) },
      running.observe(pulse: \.$strokes) { strokes($0) },
      running.observe(pulse: \.$notice, on: .mainActor) { notice in
        MainActor.assertIsolated()
        onMain(notice)
      },
      running.observe(pulse: \.$strokes, on: .mainActor) { strokesOnMain($0) },
    ]
    var noticeValues = running.values(pulse: \.$notice).makeAsyncIterator()
    var strokeValues = running.values(pulse: \.$strokes).makeAsyncIterator()
    await running.idle()
    for ring in Self.rings { running.emit(ring) }
    try await running.settled()
    try await onMain.until(count: 4)
    try await strokesOnMain.until(count: 1)
    running.stop()
    var values: [String] = []
    while let notice = await noticeValues.next() { values.append(notice) }
    var numbers: [[Int]] = []
    while let strokes = await strokeValues.next() { numbers.append(strokes) }
    #expect(values == ["a", "a", "c", "e"])
    #expect(notices.entries == values && onMain.entries == values)
    #expect(numbers == [[0, 0, 1]])
    #expect(strokes.entries == numbers && strokesOnMain.entries == numbers)
    for token in tokens { token.cancel() }
  }

  @Test(.promises("18.6"), .serialized, arguments: RuntimeUnderTest.all)
  func otherWorkOfTheMainActorGoesOnWhilePulsesComeWithoutPause(_ runtime: RuntimeUnderTest) async {
    let flood = Flood()
    let running = Spin(initialState: Bell()) { Self.bellReducer }.start(on: runtime)
    let token = running.observe(pulse: \.$notice, on: .mainActor) { _ in flood.outpace() }
    await flood.begin { running.emit(.notices(["\($0)"])) }
    for _ in 0..<30 { await MainActor.run {} }
    #expect(await flood.end())
    token.cancel()
    await running.end()
  }

  @Test(.promises("18.1", "18.2", "18.5"), arguments: RuntimeUnderTest.all)
  func aTransitionTellsWhetherAPulseWasAssigned(_ runtime: RuntimeUnderTest) async throws {
    let (first, late) = (Transcript<String>(), Transcript<String>())
    let note: @Sendable (Transcript<String>, Transition<Bell, Ring>) -> Void = { log, transition in
      let isNew = (transition.isNew(pulse: \.$notice), transition.isNew(pulse: \.$strokes))
      log("\(transition.number) \(isNew)")
    }
    let spin = Spin(initialState: Bell(notice: "made with it")) { Self.bellReducer }
    let running = spin.start(on: runtime, keepingPrevious: true) { note(first, $0) }
    running.emit(.notices(["a"]))
    try await running.settled()
    let token = running.observe(keepingPrevious: true) { note(late, $0) }
    await running.idle()
    let old = Bell(notice: "old")
    for ring: Ring in [.append(1), .notices(["a"]), .notices([nil]), .bring(old), .other] {
      running.emit(ring)
    }
    try await running.settled()
    let all = [
      "2 (false, true)", "3 (true, false)", "4 (false, false)", "5 (false, false)",
      "6 (false, false)",
    ]
    #expect(first.entries == ["0 (false, false)", "1 (true, false)"] + all)
    #expect(late.entries == ["1 (false, false)"] + all)
    token.cancel()
  }

  /// The main actor is kept busy meanwhile, so on all runtimes but its own the values wait.
  @Test(.promises("18.6"), arguments: RuntimeUnderTest.all.filter { $0().isolation != .mainActor })
  @MainActor
  func assignmentsThatWaitForTheMainActorAreAllPassed(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let running = Spin(initialState: Bell()) { Self.bellReducer }.start(on: runtime)
    let token = running.observe(pulse: \.$notice, on: .mainActor) { log($0) }
    let cancelled = Transcript<String>()
    // A call may end its own observation while other values wait.
    let other = Guarded<ObservationToken?>(nil)
    let once = running.observe(pulse: \.$notice, on: .mainActor) { notice in
      cancelled(notice)
      other.withLock { $0.take() }?.cancel()
    }
    other.withLock { $0 = once }
    await running.idle()
    let isDone = Gate()
    let last = running.observe { if $0.number == 4 { isDone.open() } }
    for notice in ["a", "a", "b", "c"] { running.emit(.notices([notice])) }
    isDone.waitBlocking()
    #expect(log.entries == [])
    try await log.until("c")
    #expect(log.entries == ["a", "a", "b", "c"])
    #expect(cancelled.entries == ["a"])
    withExtendedLifetime((token, last)) {}
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
