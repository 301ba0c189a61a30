import SpinAsync
import SpinConformance
import SpinCore
import SpinTestSupport
import SpinTesting
import Testing

/// Broken runtimes and schedulers are found out, and told in words, within the time limit.
///
/// NB: few at a time, because a broken runtime keeps threads of Dispatch waiting forever.
@Suite(.timeLimit(.minutes(10)))
struct BrokenPromisesTests {
  /// A defect, the promise that it breaks, and words of what is said.
  private struct Row<Defect: Sendable>: Sendable {
    let defect: Defect
    let promise: String
    let words: String

    init(_ defect: Defect, _ promise: String, _ words: String) {
      self.defect = defect
      self.promise = promise
      self.words = words
    }
  }

  private static let runtimes: [Row<BrokenRuntime.Defect>] = [
    Row(.runsTurnsTwice, "aTurnIsRunOnce", "run again after it had come to its end"),
    Row(.runsTurnsOnTwoThreads, "aTurnIsRunOnce", "Expected: A turn is run once."),
    Row(.dropsSomeTurns, "everyTurnIsRun", "400 turns are run"),
    Row(.forgetsTheRestOfATurn, "theRestOfASliceIsRun", "many entries is run to its end"),
    Row(.recursesIntoTheRestOfATurn, "theRestOfASliceIsRun", "The stack has grown by"),
    Row(.keepsTheQueueForATurn, "loopsOfOneQueueGetSlicesInTurn", "got slice 2 when"),
    Row(
      .runsTheNewestTurnFirst, "loopsThatNeverRestLeaveOthersTheirTurn",
      "The third loop makes its step"),
    Row(.runsTurnsUnderALock, "aTurnMayScheduleAnother", "did not happen within"),
    Row(.keepsTurns, "aTurnIsLetGo", "What a turn has captured is let go"),
    Row(.makesStepsInsideOthers, "noStepIsMadeInsideAnother", "nested"),
    Row(.saysThatItRunsTurnsAtOnce, "onTheCallersThreadEmitMakesTheStep", "run later"),
    Row(.staysInTheCancelledTask, "aTurnElsewhereIsRun", "Found: [true]"),
    Row(.saysTheWrongPlace, "closuresAreCalledWhereTheRuntimeSays", "reducer"),
    Row(
      .isIsolatedEverywhere, "anEmitMakesItsStepWhereTheRuntimeIsIsolated",
      "Whether another thread is there"),
    Row(
      .isIsolatedNowhere, "anEmitMakesItsStepWhereTheRuntimeIsIsolated",
      "Whether a turn runs where the runtime is isolated"),
    Row(.neverStartsBodies, "aBodyIsCalledOnce", "A body is called"),
    Row(.callsBodiesTwice, "aBodyIsCalledOnce", "The number of calls of a body: 1"),
    Row(.dropsTheTurnsOfBodies, "theTurnOfABodyIsRun", "The turn that a body returns"),
    Row(.waitsForBodies, "bodiesRunSideBySide", "does not wait for its end"),
    Row(.runsBodiesOneByOne, "bodiesRunSideBySide", "Two bodies that wait for each other"),
    Row(.forgetsCancellation, "cancellingReachesItsBodyAndNoOther", "learns of it"),
    Row(.cancelsTheNewestBody, "cancellingReachesItsBodyAndNoOther", "learns of it"),
    Row(
      .skipsCancelledBodies, "aBodyCancelledBeforeItBeganIsCalled",
      "A body whose task was cancelled before it began is called"),
    Row(.ignoresExecutors, "allOfABodyRunsOnItsExecutor", "Found: [false, false, false]"),
    Row(.keepsBodies, "aBodyIsLetGo", "What a body has captured is let go"),
    Row(.cancelsEachTenthBody, "onlyTheLoopCancelsABody", "found their tasks cancelled"),
    Row(.cancelsTheSecondBody, "onlyTheLoopCancelsABody", "Found: [1]"),
    Row(.cancelsTheOthersWhenOneReturns, "onlyTheLoopCancelsABody", "found their tasks cancelled"),
    Row(.cancelsOldBodies, "onlyTheLoopCancelsABody", "Found: [0, 1, 2, 3,"),
    Row(.cancelsBodiesOnExecutors, "onlyTheLoopCancelsABody", "Found: [0, 3, 6, 9, 10,"),
    Row(
      .cancelsTheTasksOfSomeTurns, "noClosureSeesTheCancellationOfAnEffect",
      "How many closures found their task cancelled"),
  ]

  private static let schedulers: [Row<BrokenScheduler.Defect>] = [
    Row(.ringsInOrderOfRegistration, "alarmsRingInOrderOfDeadline", "rang before alarm"),
    Row(
      .ringsTheNewestFirst, "alarmsOfOneDelayRingInOrderOfRegistration", "The order of the alarms"),
    Row(.ringsTooEarly, "anAlarmRingsOnceAndNotTooEarly", "How much too early alarms were"),
    Row(.ringsTwice, "anAlarmRingsOnceAndNotTooEarly", "The alarms that rang: [0, 1, 5, 50]"),
    Row(.forgetsCancellation, "aCancelledAlarmDoesNotRing", "[\"cancelled\", \"cancelled\""),
    Row(.forgetsCancellation, "aCancelledAlarmIsForgotten", "cancelled alarm is let go"),
    Row(.keepsCancelledActions, "aCancelledAlarmIsForgotten", "cancelled alarm is let go"),
    Row(.keepsActionsThatRang, "anAlarmIsLetGoOnceItHasRung", "is let go"),
    Row(.ringsUnderALock, "anActionMaySetAndCancelAlarms", "An alarm that an action has set rings"),
    Row(.ringsWithinTheCall, "alarmsThatFollowEachOtherUseConstantStack", "the stack has grown by"),
    Row(.ringsWithinTheCall, "anActionMaySetAndCancelAlarms", "\"at once\", \"ends\""),
    Row(.wrapsAround, "anEndlessDelayDoesNotRing", "endless"),
    Row(.standsStill, "timeNeverDecreases", "have passed by the scheduler's time"),
    Row(
      .standsStill, "aThrottledFeedbackStartsOnceAPeriod", "The starts that came too early: []"),
    Row(
      .standsStill, "aRepeatIsDroppedUntilItsIntervalHasPassed",
      "The events with an interval between them: [1, 1]"),
    Row(.runsBackwards, "timeNeverDecreases", "Times that never decrease"),
    Row(.stepsBackAtTimes, "timeNeverDecreases", "Times that never decrease"),
    Row(.jumpsAheadAndBack, "timeNeverDecreases", "Times that never decrease"),
    Row(.jumpsAhead, "alarmsRingInOrderOfDeadline", "rang before alarm"),
    Row(.standsStillAtTimes, "anAlarmRingsOnceAndNotTooEarly", "How much too early alarms were"),
    Row(.forgetsDelaysOfZero, "aRuntimeKeepsTimeByItself", "Two delays pass"),
  ]

  /// The time limits, of which the next one is tried if the one before was too short.
  private static let limits: [Duration] = [0.5, 2, 10, 60, 180].map { .seconds($0) }

  /// How many of them are tried at the same time.
  private static let lanes = 5

  @Test(arguments: 0..<lanes)
  func aBrokenRuntimeIsFoundOut(_ lane: Int) async throws {
    for index in stride(from: lane, to: Self.runtimes.count, by: Self.lanes) {
      let row = Self.runtimes[index]
      await expectBroken(row.promise, row.words) { clause, limit in
        try await clause.check({ BrokenRuntime(row.defect, scheduler: $0) }, within: limit)
      }
    }
  }

  @Test(arguments: 0..<lanes)
  func aBrokenSchedulerIsFoundOut(_ lane: Int) async throws {
    for index in stride(from: lane, to: Self.schedulers.count, by: Self.lanes) {
      let row = Self.schedulers[index]
      await expectBroken(row.promise, row.words) { clause, limit in
        try await clause.check(
          { _ in BrokenRuntime(.none, scheduler: BrokenScheduler(row.defect)) }, within: limit)
      }
    }
  }

  @Test func everyDefectIsInTheTables() {
    #expect(
      Set(Self.runtimes.map(\.defect)) == Set(BrokenRuntime.Defect.allCases).subtracting([.none]))
    #expect(
      Set(Self.schedulers.map(\.defect))
        == Set(BrokenScheduler.Defect.allCases).subtracting([.none]))
  }

  /// What finds the defects is the defects, and not the runtime and the scheduler around them.
  @Test func withoutADefectTheSameRuntimeKeepsAllPromises() async {
    for clause in Conformance.clauses {
      await #expect(throws: Never.self) {
        try await clause.check(
          { BrokenRuntime(.none, scheduler: $0 ?? BrokenScheduler(.none)) }, within: .seconds(180))
      }
    }
  }

  /// How its time passes counts, and not whether it shows what it was given.
  @Test(arguments: WrappingScheduler.Style.allCases)
  func aRuntimeMayWrapTheSchedulerThatItIsGiven(_ style: WrappingScheduler.Style) async {
    for clause in Conformance.clauses where clause.clause.map({ $0 >= 9 }) ?? true {
      await #expect(throws: Never.self) {
        try await clause.check(
          { scheduler in
            let base: any SpinScheduler = scheduler ?? ClockScheduler(SuspendingClock())
            return BrokenRuntime(.none, scheduler: WrappingScheduler(style, around: base))
          }, within: .seconds(180))
      }
    }
  }

  /// In real time, only the order of events is compared.
  @Test(arguments: [
    "aThrottledFeedbackStartsOnceAPeriod", "aRepeatIsDroppedUntilItsIntervalHasPassed",
  ])
  func aRuntimeMayIgnoreTheSchedulerThatItIsGiven(_ name: String) async throws {
    let clause = try #require(Conformance.clauses.first { $0.name == name })
    try await clause.check(
      { _ in BrokenRuntime(.none, scheduler: BrokenScheduler(.none)) }, within: .seconds(180))
  }

  /// Whoever wraps a manual scheduler for `nil` is told why no time passes.
  @Test func aRuntimeThatDoesNotKeepTimeItselfIsToldThatItHasTo() async throws {
    let clause = try #require(Conformance.clauses.first { $0.name == "aRuntimeKeepsTimeByItself" })
    let error = await #expect(throws: BrokenPromise.self) {
      try await clause.check(
        { scheduler in
          let base = scheduler ?? ManualScheduler()
          return BrokenRuntime(.none, scheduler: WrappingScheduler(.passesOn, around: base))
        }, within: .milliseconds(500))
    }
    #expect(
      error?.found.hasSuffix("was given no scheduler, so it has to keep time itself.") == true)
  }

  @Test func aBrokenPromiseSaysWhatWasExpectedAndWhatHappened() async throws {
    let clause = try #require(Conformance.clauses.first { $0.name == "anEndlessDelayDoesNotRing" })
    let error = await #expect(throws: BrokenPromise.self) {
      try await clause.check(
        { _ in BrokenRuntime(.none, scheduler: BrokenScheduler(.wrapsAround)) },
        within: .seconds(180))
    }
    #expect(
      error?.description == """
        Clause 12, anEndlessDelayDoesNotRing: A delay of 146 billion years may be asked for, and does \
        not pass.
        Expected: The alarms that rang: ["short"]
        Found: ["endless", "short"]
        """)
  }

  /// Expects that a check fails with certain words.
  ///
  /// On a busy machine a check may run out of time before it comes to the defect: then it gets more.
  private func expectBroken(
    _ name: String, _ words: String,
    _ check: (Conformance, _ limit: Duration) async throws -> Void
  ) async {
    guard let clause = Conformance.clauses.first(where: { $0.name == name }) else {
      Issue.record("There is no promise of the name \(name).")
      return
    }
    var error: (any Error)?
    for limit in Self.limits where (error as? BrokenPromise)?.description.contains(words) != true {
      do {
        try await check(clause, limit)
      } catch let new {
        error = new
      }
    }
    let broken = error as? BrokenPromise
    #expect(broken?.name == name)
    #expect(broken?.description.contains(words) == true, "\(name): \(error as Any)")
  }
}
