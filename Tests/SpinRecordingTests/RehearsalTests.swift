import Foundation
import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// Runs that are rehearsed by the same spin, and by one that was changed.
@Suite(.fewAtOnce)
struct RehearsalTests {
  private typealias Log = RunLog<Finder, Finder.Event>

  /// A run of the finder, as it is recorded.
  private func log(
    _ finder: Finder.Variant = Finder.Variant(), keeping: StateKeeping = .all,
    _ act: (RunningSpin<Finder, Finder.Event>, TestRuntime) -> Void = Finder.use
  ) -> Log {
    let (record, runtime) = (RunRecord<Finder, Finder.Event>(), TestRuntime())
    let running = Finder.spin(finder).start(
      on: runtime, options: RunOptions(monitors: [.recording(into: record, keeping: keeping)]))
    runtime.run()
    act(running, runtime)
    runtime.run()
    running.stop()
    runtime.run()
    return record.log
  }

  private func difference(_ change: (inout Finder.Variant) -> Void) throws -> String? {
    var variant = Finder.Variant()
    change(&variant)
    return try log().rehearse(Finder.spin(variant))?.description
  }

  // MARK: As it went

  @Test(arguments: RuntimeUnderTest.all)
  func aRunOfEachRuntimeGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let record = RunRecord<Journey, Journey.Event>()
    _ = try await Journey.run(on: runtime, [.recording(into: record, keeping: .all)])
    #expect(record.log.entries.count > 8)
    #expect(try record.log.rehearse(Journey.spin) == nil)
    #expect("\(try record.log.rehearsed(by: Journey.spin).entries)" == "\(record.log.entries)")
  }

  @Test func aFileGoesAsItWentInAnotherProcess() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try log().write(to: file)
    #expect(try Log(contentsOf: file).rehearse(Finder.spin()) == nil)
    // What the file says of a subscription, a part that ends with its event, and a throttle.
    let text = try String(contentsOf: file, encoding: .utf8)
    for words in [#""f":"listen","i":1"#, #""l":true"#, #""h":1"#] { #expect(text.contains(words)) }
  }

  @Test func nothingIsStartedAndNoSideEffectHappens() throws {
    let log = log()
    let counts = Counts()
    _ = try log.rehearse(Finder.spin(Finder.Variant(counts: counts)))
    #expect(counts.values == [:])
    _ = self.log(Finder.Variant(counts: counts))
    #expect(Set(counts.values.keys) == ["body", "subscription", "side effect"])
  }

  @Test func anEventWithAReplyIsForgottenAgain() async throws {
    struct Desk: Equatable, Sendable { var asked = 0 }
    enum Event: Sendable { case ask(Reply<Int>), tick }
    let seen = Transcript<String>()
    let spin = Spin<Desk, Event>(initialState: Desk()) {
      Feedback.transitions { transition in
        seen(transition.event.map { if case .ask = $0 { "ask" } else { "tick" } } ?? "-")
        return .none
      }.throttled(for: .seconds(1), latest: true).named("told")
      Reducer { desk, event in
        if case .ask(let reply) = event {
          desk.asked += 1
          reply.answer(desk.asked)
        }
      }
    }
    let (record, scheduler) = (RunRecord<Desk, Event>(), ManualScheduler())
    let options = RunOptions<Desk, Event>(monitors: [
      .recording(
        into: record, keeping: .all,
        masking: { if case .ask = $0 { .ask(Reply()) } else { $0 } })
    ])
    let running = spin.start(
      on: CallbackRuntime.callersThread(scheduler: scheduler), options: options)
    #expect(try await running.ask { .ask($0) } == 1)
    scheduler.advance(by: .seconds(1))
    running.stop()
    let before = seen.entries
    #expect(before == ["-", "-"])
    #expect(try record.log.rehearse(spin) == nil)
    #expect(seen.entries == before + before)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aClosureOfAnotherLoopMayRehearse(_ runtime: RuntimeUnderTest) async throws {
    let (log, results, causes) = (log(), Transcript<String>(), Transcript<Int>())
    let other = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 > 0 ? $0 : nil }) { _ in .sideEffect {} }
      Reducer { $0 += $1 }
    }.start(
      on: runtime(),
      options: RunOptions(monitors: [
        Monitor { told in
          if case .taken(let entry) = told.fact, let cause = entry.cause {
            causes(cause.transition)
          }
        }
      ]))
    let token = other.observe { [weak other] transition in
      if transition.number != 1 { return }
      results((try? log.rehearse(Finder.spin()))?.description ?? "as it went")
      other?.emit(1)
    }
    try await other.send(1)
    await other.idle()
    try await other.settled()
    token.cancel()
    await other.end()
    #expect(results.entries == ["as it went"] && causes.entries == [1])
  }

  @Test func severalThreadsMayRehearseOneLogAtOnce() async {
    let log = log()
    let differences = await withTaskGroup(of: RunDifference?.self) { group in
      for _ in 0..<8 { group.addTask { (try? log.rehearse(Finder.spin())) ?? nil } }
      var all: [RunDifference?] = []
      for await difference in group { all.append(difference) }
      return all
    }
    #expect(differences.count == 8 && differences.allSatisfy { $0 == nil })
  }

  @Test func nothingOfARehearsalIsKept() throws {
    final class Token: Sendable {}
    weak var token: Token?
    let log = log()
    func rehearse() throws {
      let object = Token()
      token = object
      let spin = Spin<Finder, Finder.Event>(initialState: Finder()) {
        Feedback(on: { $0.query.isEmpty ? nil : $0.query }) { _ in
          .run {
            withExtendedLifetime(object) {}
            return .cleared
          }
        }.named("search")
        Reducer { $0.reduce($1) }
      }
      #expect(try log.rehearse(spin) != nil)
      _ = try log.rehearsed(by: spin)
    }
    try rehearse()
    #expect(token == nil)
  }

  // MARK: Changes

  @Test func aDebounceThatWasAddedIsFound() throws {
    #expect(
      try difference { $0.debounce = .milliseconds(300) }
        == """
        After event 3 typed("s") from outside, search #1 consists of something else: it was body, and is after 0.3 \
        seconds {body}.
        """)
  }

  @Test func aFeedbackThatWasRenamedIsFound() throws {
    #expect(
      try difference { $0.name = "lookup" }
        == """
        After event 3 typed("s") from outside, this effect is not described any more: search #1 (body). New: lookup \
        #1 (body). If search is called lookup now, pass renaming: ["search": "lookup"].
        """)
    var variant = Finder.Variant()
    variant.name = "lookup"
    #expect(try log().rehearse(Finder.spin(variant), renaming: ["search": "lookup"]) == nil)
  }

  @Test func aStricterSelectorIsFound() throws {
    #expect(
      try difference { $0.least = 2 }
        == """
        After event 3 typed("s") from outside, this effect is not described any more: search #1 (body).
        """)
  }

  @Test func aReducerThatJoinsInAnotherOrderIsFound() throws {
    let words = try #require(try difference { $0.reverses = true })
    #expect(
      words.hasPrefix(
        "The state after event 4 found([\"swift\", \"swallow\"]) from search #1 is another one:"))
    #expect(words.contains(#"-     "swift","#) && words.contains(#"+     "swift","#))
    #expect(words.contains("it has equal values in another order"))
  }

  /// What is said if a feedback with one strategy gets another one.
  private static let strategies: [(old: ExecutionStrategy, new: ExecutionStrategy, words: String)] =
    [
      (
        .cancelOnNewState, .ignoreNewState,
        "this effect is not described any more: search #2 (body)."
      ),
      (
        .cancelOnNewState, .continueOnNewState,
        "search #1 was cancelled, and now goes on: its feedback may have another strategy."
      ),
      (
        .continueOnNewState, .cancelOnNewState,
        "search #1 went on, and is cancelled now: its feedback may have another strategy."
      ),
      (
        .cancelOnNewState, .queueNewState,
        "search #2 (body) started at once, and now waits for the effect before it: its feedback may have another "
          + "strategy."
      ),
      (
        .queueNewState, .continueOnNewState,
        "search #2 (body) waited for the effect before it, and now starts at once: its feedback may have another "
          + "strategy."
      ),
      (.ignoreNewState, .continueOnNewState, "this effect is new: search #2 (body)."),
    ]

  @Test(arguments: strategies.indices) func anotherStrategyIsFound(_ index: Int) throws {
    let (old, new, words) = Self.strategies[index]
    var variant = Finder.Variant()
    variant.strategy = old
    let log = log(variant, keeping: .every(64)) { running, _ in
      running.emit(.typed("s"))
      running.emit(.typed("sw"))
      running.emit(.heard("hello"))
    }
    #expect(try log.rehearse(Finder.spin(variant)) == nil)
    variant.strategy = new
    #expect(
      try log.rehearse(Finder.spin(variant))?.description
        == "After event 4 typed(\"sw\") from outside, \(words)")
  }

  @Test func theLastStateOfAShortRunIsCompared() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let runtime = TestRuntime()
    let running = Finder.spin().start(
      on: runtime, options: RunOptions(monitors: [.recording(to: file)]))
    runtime.run()
    Finder.use(running, runtime)
    running.stop()
    runtime.run()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n").last?.contains(#""s":{"heard":["#) == true)
    let log = try Log(contentsOf: file)
    #expect(try log.rehearse(Finder.spin()) == nil)
    #expect(try log.replay(Finder.spin()).firstDifference == nil)
    var variant = Finder.Variant()
    variant.reverses = true
    let difference = try #require(try log.rehearse(Finder.spin(variant)))
    #expect(difference.kind == .state)
    #expect(
      difference.description.contains(
        "the newest that is known to be equal is that of transition 0"))
    // What is read is written and read the same.
    try log.write(to: file)
    #expect("\(try Log(contentsOf: file))" == "\(log)")
  }

  @Test func anUnnamedFeedbackBeforeOthersIsFound() throws {
    let old = Spin<Finder, Finder.Event>(initialState: Finder()) {
      Feedback(on: \.query) { _ in .just(.cleared) }
      Reducer { $0.reduce($1) }
    }
    let new = Spin<Finder, Finder.Event>(initialState: Finder()) {
      Feedback { _ in .none }
      Feedback(on: \.query) { _ in .just(.cleared) }
      Reducer { $0.reduce($1) }
    }
    let record = RunRecord<Finder, Finder.Event>()
    let running = old.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
    running.emit(.typed("s"))
    running.stop()
    #expect(
      try record.log.rehearse(new)?.description
        == """
        At the beginning, this effect is not described any more: feedback 0 (event). New: feedback 1 (event). \
        feedback 0 of the log looks like feedback 1: a feedback without a name is known by its place, which another \
        feedback before it changes. Name it by named(_:), and pass renaming: ["feedback 0": "feedback 1"] for this \
        log.
        """)
    #expect(try record.log.rehearse(new, renaming: ["feedback 0": "feedback 1"]) == nil)
  }

  @Test func aFeedbackThatWantsNothingIsNoDifference() throws {
    #expect(try difference { $0.hasIdler = true } == nil)
  }

  @Test func anotherEventOfADescriptionIsFound() throws {
    let log = log { running, runtime in
      running.emit(.typed(""))
      runtime.run()
    }
    var variant = Finder.Variant()
    variant.clears = false
    #expect(
      try log.rehearse(Finder.spin(variant))?.description
        == """
        After transition 0, the next event of clear at once was cleared, and is typed("?").
        """)
    #expect(try log.rehearse(Finder.spin(variant), ignoring: .payloads)?.kind == .event)
    variant = Finder.Variant()
    variant.tick = .typed("late")
    let other = try #require(try self.log().rehearse(Finder.spin(variant)))
    #expect(other.kind == .event && other.feedback == "clock")
    #expect(
      other.description.contains("the next event of clock #1 was ticked(1), and is typed(\"late\")")
    )
  }

  // MARK: Tolerances

  @Test func payloadsThatAnEffectClosureMakesCanBeIgnored() throws {
    let numbers = Atomic(0)
    let spin = Spin<Finder, Finder.Event>(initialState: Finder()) {
      Feedback(on: \.query) { _ in .just(.ticked(numbers.add(1, ordering: .relaxed).newValue)) }
        .named("create")
      Reducer { $0.reduce($1) }
    }
    let record = RunRecord<Finder, Finder.Event>()
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    running.emit(.typed("s"))
    running.emit(.typed("t"))
    running.stop()
    let difference = try #require(try record.log.rehearse(spin))
    #expect(difference.kind == .event && difference.description.contains("ignore it by .payloads"))
    #expect(try record.log.rehearse(spin, ignoring: .payloads(of: "create")) == nil)
    #expect(try record.log.rehearse(spin, ignoring: .payloads) == nil)
    #expect(try record.log.rehearse(spin, ignoring: .payloads(of: "other")) != nil)
  }

  @Test func aClockInAReducerIsFoundAndCanBeIgnored() throws {
    let numbers = Atomic(0)
    let spin = Spin<Finder, Finder.Event>(initialState: Finder()) {
      Reducer { finder, event in
        finder.reduce(event)
        finder.ticks = numbers.add(1, ordering: .relaxed).newValue
      }
    }
    let record = RunRecord<Finder, Finder.Event>()
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    running.emit(.typed("s"))
    running.stop()
    let difference = try #require(try record.log.rehearse(spin))
    #expect(difference.kind == .state && difference.number == 0 && difference.entry == 1)
    #expect(try record.log.rehearse(spin, ignoring: .states(\.ticks)) == nil)
    #expect(try record.log.rehearse(spin, ignoring: .states) == nil)
  }

  @Test func effectsOfAFeedbackThatWasAddedCanBeIgnored() throws {
    var variant = Finder.Variant()
    variant.hasMore = true
    #expect(
      try log().rehearse(Finder.spin(variant))?.description
        == "After event 3 typed(\"s\") from outside, this effect is new: more #1 (body).")
    #expect(try log().rehearse(Finder.spin(variant), ignoring: .effects(of: "more")) == nil)
  }

  /// A count that some feedbacks note at once, some when an effect delivers, and some for each element.
  private static func notes(
    _ feedbacks: [String], _ record: RunRecord<[String], String>? = nil
  ) throws -> Spin<[String], String> {
    let spin = Spin<[String], String>(initialState: []) {
      for name in feedbacks {
        if name.hasSuffix("s") {
          Feedback(forEach: { $0.contains("go") ? Array(1...$0.count) : [] }) { id in
            .just("\(name) \(id)")
          }.named(name)
        } else if name.hasPrefix("late") {
          Feedback(on: { $0.filter { $0 == "go" }.count }) { .after(.seconds(1), "\(name) \($0)") }
            .named(name)
        } else {
          Feedback(on: { $0.filter { $0 == "go" }.count }) { .just("\(name) \($0)") }.named(name)
        }
      }
      Reducer { list, event in if event == "go" || event == "end" { list.append(event) } }
    }
    guard let record else { return spin }
    let runtime = TestRuntime()
    let running = spin.start(
      on: runtime, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for event in ["go", "go", "end"] {
      running.emit(event)
      runtime.run()
      runtime.advance(by: .seconds(2))
    }
    running.stop()
    runtime.run()
    return spin
  }

  /// The transitions after an event that was left out had another number, and an immediate event was taken for
  /// that of another feedback.
  @Test(arguments: ["log", "late log", "logs"], [["a", "b"], ["a", "late b"], ["late a", "b"]])
  func eventsOfEffectsThatAreIgnoredCanBeLeftOut(_ name: String, _ others: [String]) throws {
    for place in 0...others.count {
      var all = others
      all.insert(name, at: place)
      let (with, without) = (RunRecord<[String], String>(), RunRecord<[String], String>())
      let (longer, shorter) = (try Self.notes(all, with), try Self.notes(others, without))
      #expect(with.log.entries.count > without.log.entries.count)
      #expect(try with.log.rehearse(longer) == nil)
      // It was removed, or added.
      for (log, spin) in [(with.log, shorter), (without.log, longer)] {
        #expect(try log.rehearse(spin) != nil)
        #expect(try log.rehearse(spin, ignoring: .effects(of: name)) == nil)
        // What differs besides is found.
        let fewer = try Self.notes([others[0]])
        #expect(try log.rehearse(fewer, ignoring: .effects(of: name))?.feedback == others[1])
      }
    }
  }

  /// The event of the new feedback stood before the one that an effect posts to its loop, which was then taken twice.
  @Test func anEventOfANewFeedbackMayStandBeforeThatOfAStage() throws {
    func spin(isNew: Bool) -> Spin<[String], String> {
      Spin(initialState: []) {
        Feedback(while: { !$0.isEmpty }, effect: { .after(.seconds(1), "x").then(.just("y")) })
          .named("a")
        Feedback(while: { $0.contains("y") }, effect: { .just("z") }).named("b")
        if isNew {
          Feedback(while: { $0.contains("x") }, effect: { .just("log") }).named("log")
        }
        Reducer { list, event in if event != "log" { list.append(event) } }
      }
    }
    let (record, runtime) = (RunRecord<[String], String>(), TestRuntime())
    let running = spin(isNew: false).start(
      on: runtime, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    running.emit("go")
    runtime.run()
    runtime.advance(by: .seconds(2))
    #expect(running.state == ["go", "x", "y", "z"])
    running.stop()
    runtime.run()
    #expect(try record.log.rehearse(spin(isNew: false)) == nil)
    #expect(try record.log.rehearse(spin(isNew: true)) != nil)
    #expect(try record.log.rehearse(spin(isNew: true), ignoring: .effects(of: "log")) == nil)
  }

  // MARK: The end

  @Test func theNewestStepOfARunThatGoesOnMayLackEffects() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try log { running, _ in running.emit(.typed("s")) }.write(to: file)
    var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let last = try #require(lines.lastIndex { $0.contains("typed") })
    func rehearse() throws -> RunDifference? {
      try (lines.joined(separator: "\n") + "\n")
        .write(to: file, atomically: false, encoding: .utf8)
      return try Log(contentsOf: file).rehearse(Finder.spin())
    }
    // The machine went down before the line of the effect was written.
    lines.removeSubrange((last + 1)...)
    #expect(try rehearse() == nil)
    lines.append(#"{"z":true}"#)
    #expect(try rehearse() == nil)
    lines[last + 1] = #"{"z":false}"#
    #expect(try rehearse()?.description.contains("this effect is new: search #1 (body)") == true)
  }

  // MARK: What cannot be rehearsed

  @Test func aLogWithoutItsBeginIsRefused() throws {
    let record = RunRecord<Finder, Finder.Event>(limit: 2)
    let spin = Finder.spin()
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for _ in 0..<10 { running.emit(.cleared) }
    running.stop()
    let error = #expect(throws: RunLogError.self) { try record.log.rehearse(spin) }
    #expect(
      error?.kind == .noState && error?.description.contains("forgotten the beginning") == true)
  }

  /// It was said that a test has replaced the state.
  @Test func aRunWhoseMigrationHasRemovedAnEventIsSaidToBe() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try log().write(to: file)
    let log = try Log(contentsOf: file, migrating: { $0["e"] = nil })
    let error = #expect(throws: RunLogError.self) { try log.rehearse(Finder.spin()) }
    #expect(
      error?.kind == .noState
        && error?.description.contains("or a migration has removed the event") == true)
  }

  /// Lines that no loop can have written, behind the beginning of a run with effects of each form.
  static let impossible = [
    #"{"f":"plain","m":"alarm","x":1}"#, #"{"f":"plain","m":"failedAttempt","x":1}"#,
    #"{"f":"staged","m":"last","x":1}"#, #"{"f":"staged","m":"alarm","x":1}"#,
    #"{"e":{"cleared":{}},"f":"staged","l":true,"n":1,"x":1}"#,
    #"{"f":"staged","m":"failedAttempt","g":1,"x":1}"#, #"{"f":"tries","m":"alarm","g":1,"x":1}"#,
    #"{"f":"tries","m":"last","x":1}"#, #"{"f":"nobody","m":"last","x":1}"#,
    #"{"f":"plain","m":"last","x":9}"#, #"{"f":"plain","m":"last","g":9,"x":1}"#,
    #"{"f":"plain","h":1,"m":"alarm"}"#, #"{"e":{"cleared":{}},"f":"plain","n":1}"#,
    #"{"e":{"cleared":{}},"f":"plain","i":1,"n":1}"#,
  ]

  @Test(arguments: impossible)
  func whatNoLoopCanHaveWrittenIsADifferenceAndNoTrap(_ line: String) throws {
    let spin = Spin<Finder, Finder.Event>(initialState: Finder()) {
      Feedback(while: { _ in true }) { .run { .cleared } }.named("plain")
      Feedback(while: { _ in true }) { .after(.seconds(1), .cleared).then(.run { .cleared }) }
        .named("staged")
      Feedback(while: { _ in true }) {
        .run(retrying: .constant(.seconds(1), attempts: 3)) { () throws(Finder.Failure) in
          throw Finder.Failure()
        } catch: { _ in
          .cleared
        }
      }.named("tries")
      Reducer { $0.reduce($1) }
    }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let times =
      #""t":"170141183460469231731687303715884105727","u":"-170141183460469231731687303715884105727""#
    let begin = [
      #"{"event":"E","feedbacks":["plain","staged","tries"],"seed":"1","spin":"1.0","state":"S"}"#,
      #"{"b":0,"s":{"heard":[],"query":"","ticks":0,"titles":[]}}"#,
      #"{"d":"plain","w":"body","x":1}"#,
      #"{"d":"staged","w":"{event after 1.0 seconds} then {body}","x":1}"#,
      #"{"d":"tries","w":"attempts by constant(1.0 seconds, attempts: 3)","x":1}"#,
    ]
    // Twice, because the end of a part may be followed by another one.
    for lines in [[line], [#"{"f":"plain","l":true,"m":"last","x":1,"# + times + "}", line, line]] {
      try ((begin + lines).joined(separator: "\n") + "\n")
        .write(to: file, atomically: false, encoding: .utf8)
      let log = try Log(wholePartOf: file)
      let difference = try log.rehearse(spin)
      #expect(difference?.kind == .sender || lines.count == 3, "\(String(describing: difference))")
      _ = try log.rehearsed(by: spin)
    }
  }

  // MARK: In tests

  @Test func aFolderHasOneFailureForEachKindOfDifference() throws {
    let folder = try TemporaryFolder()
    for (name, words) in [("a", ["s", "sw"]), ("b", ["s"]), ("c", ["sw"]), ("d", [])] {
      try log { running, runtime in
        for word in words {
          running.emit(.typed(word))
          runtime.run()
        }
      }
      .write(to: folder.url.appendingPathComponent("\(name).jsonl"))
    }
    try Data("no recording".utf8).write(to: folder.url.appendingPathComponent("e.jsonl"))
    let files = recordings(in: folder.url.path)
    #expect(
      files.map(\.lastPathComponent) == ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl", "e.jsonl"])
    var variant = Finder.Variant()
    variant.least = 2
    let failures = Transcript<String>()
    let report = FailureReporter { failures($0.message) }
    expectRehearsals(of: files, by: Finder.spin(variant), report: report)
    #expect(failures.entries.count == 2)
    #expect(failures.entries[0].contains("e.jsonl:1"))
    #expect(
      failures.entries[1]
        == """
        2 of 5 runs, the shortest is a.jsonl: After event 3 typed("s") from outside, this effect is not described \
        any more: search #1 (body).
        """)
    expectRehearsals(of: [], by: Finder.spin(), report: report)
    #expect(failures.entries.last == "There is no recording to rehearse.")
    expectRehearsals(of: Array(files.prefix(4)), by: Finder.spin(), report: report)
    #expect(failures.entries.count == 3)
  }

  /// Of two mistakes, only one was shown until it was corrected.
  @Test func twoMistakesOfAReducerAreTwoFailures() throws {
    struct Shop: Codable, Equatable, Sendable { var total = 0, address = "" }
    enum Event: Codable, Equatable, Sendable { case add(Int), moved(String) }
    func spin(_ isWrong: Bool) -> Spin<Shop, Event> {
      Spin(initialState: Shop()) {
        Reducer { shop, event in
          switch event {
          case .add(let price): shop.total += isWrong ? -price : price
          case .moved(let address): shop.address = isWrong ? "" : address
          }
        }
      }
    }
    let folder = try TemporaryFolder()
    let runs: [[Event]] = [
      [.add(1)], [.add(2), .add(3)], [.moved("Rome")], [.add(4), .moved("x")],
    ]
    for (number, events) in runs.enumerated() {
      let file = folder.url.appendingPathComponent("\(number).jsonl")
      let running = spin(false).start(
        on: .callersThread,
        options: RunOptions(monitors: [.recording(to: file, keeping: .all)]))
      for event in events { running.emit(event) }
      running.stop()
    }
    let failures = Transcript<String>()
    expectRehearsals(
      of: recordings(in: folder.url.path), by: spin(true),
      report: FailureReporter { failures($0.message) })
    #expect(failures.entries.count == 2)
    #expect(failures.entries.first?.hasPrefix("3 of 4 runs, the shortest is 0.jsonl") == true)
    #expect(failures.entries.last?.hasPrefix("1 of 4 runs, the shortest is 2.jsonl") == true)
  }

  /// Recordings of the program before its query was called so, beside one of today.
  @Test func aFolderOfOldRunsIsRehearsedAfterAMigration() throws {
    let folder = try TemporaryFolder()
    let files = ["new", "old"].map { folder.url.appendingPathComponent("\($0).jsonl") }
    for file in files { try log().write(to: file) }
    let old = try String(contentsOf: files[1], encoding: .utf8)
      .replacing(#""query":"#, with: #""text":"#)
      .replacing(#"{"heard":{"_0":"#, with: #"{"said":{"_0":"#)
    try old.write(to: files[1], atomically: true, encoding: .utf8)
    let migrate: RunLog<Finder, Finder.Event>.Migration = { line in
      if var state = line["s"] as? [String: Any], let text = state.removeValue(forKey: "text") {
        state["query"] = text
        line["s"] = state
      }
      if let event = line["e"] as? [String: Any], let said = event["said"] {
        line["e"] = ["heard": said]
      }
    }
    let failures = Transcript<String>()
    let report = FailureReporter { failures($0.message) }
    expectRehearsals(of: files, by: Finder.spin(), report: report)
    #expect(failures.entries.count == 1 && failures.entries[0].contains("old.jsonl:2"))
    expectRehearsals(of: files, by: Finder.spin(), migrating: migrate, report: report)
    #expect(failures.entries.count == 1)
    var variant = Finder.Variant()
    variant.least = 2
    expectRehearsals(of: files, by: Finder.spin(variant), migrating: migrate, report: report)
    #expect(failures.entries.count == 2 && failures.entries[1].hasPrefix("2 of 2 runs"))
    // What is accepted is a recording of today.
    expectRehearsal(
      of: files[1], by: Finder.spin(variant), migrating: migrate, accepting: true, report: report)
    #expect(failures.entries.count == 3 && failures.entries[2].contains("was replaced"))
    expectRehearsal(of: files[1], by: Finder.spin(variant), report: report)
    #expect(failures.entries.count == 3)
  }

  /// These entries were left out, and the header named the old feedbacks.
  @Test func whatIsAcceptedHasAllThatTheMailboxDroppedAndNamesTheNewFeedbacks() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try log().write(to: file)
    var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init)
    lines[0] = lines[0].replacing("Finder", with: "Seeker")
    let end = lines.removeLast()
    let gone = #"{"e":{"cleared":{}},"f":"gone","y":3,"#
    lines += [
      #"{"e":{"cleared":{}},"o":"full","y":2}"#, gone + #""o":"full"}"#, gone + #""n":9,"x":1}"#,
      #"{"f":"listen","m":"naps","x":1,"y":1}"#, #"{"e":{"typed":{"_0":"x"}},"o":"stopped"}"#, end,
    ]
    let last = try #require(lines.lastIndex { $0.contains(#""n":9"#) })
    let number = try #require(log().numbers?.upperBound)
    lines[last].replace(#""n":9"#, with: "\"n\":\(number + 1)")
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    var variant = Finder.Variant()
    (variant.name, variant.least) = ("lookup", 2)
    let accepted = try Log(contentsOf: file).rehearsed(by: Finder.spin(variant))
    #expect(accepted.header.feedbacks.first == "lookup")
    #expect(accepted.header.stateType == "SpinRecordingTests.Finder")
    let kept = accepted.entries.suffix(3)
    #expect(
      kept.map(\.outcome) == [
        .dropped(reason: "full"), .message(.unknown("naps")), .dropped(reason: "stopped"),
      ])
    #expect(
      kept.map(\.lostBefore) == [2, 7, 0], "Three were lost before each entry that is left out.")
    #expect(try accepted.rehearse(Finder.spin(variant)) == nil)
  }

  @Test func aWantedChangeIsAcceptedByWritingTheFileAnew() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try log().write(to: file)
    var variant = Finder.Variant()
    variant.least = 2
    let failures = Transcript<String>()
    let report = FailureReporter { failures($0.message) }
    expectRehearsal(of: file, by: Finder.spin(variant), report: report)
    #expect(
      failures.entries.count == 1 && failures.entries[0].hasPrefix("run.jsonl: After event 3"))
    expectRehearsal(of: file, by: Finder.spin(variant), accepting: true, report: report)
    #expect(failures.entries.count == 2 && failures.entries[1].contains("was replaced"))
    expectRehearsal(of: file, by: Finder.spin(variant), report: report)
    expectRehearsal(of: file, by: Finder.spin(variant), accepting: true, report: report)
    #expect(failures.entries.count == 2)
  }

  /// What is accepted was compared without the tolerances, and had other payloads than the events after them.
  @Test(arguments: [true, false])
  func whatIsAcceptedKeepsWhatIsIgnored(_ createsStill: Bool) throws {
    let numbers = Counts()
    func spin(_ least: Int, creates: Bool = true) -> Spin<Finder, Finder.Event> {
      Spin(initialState: Finder()) {
        if creates {
          Feedback(on: \.query) { _ -> Effect<Finder.Event> in
            numbers.add("made")
            return .just(.ticked(numbers.values["made"] ?? 0))
          }.named("create")
        }
        Feedback(on: { $0.query.count < least ? nil : $0.query }) { _ in
          .after(.seconds(1), .cleared)
        }.named("search")
        Reducer { $0.reduce($1) }
      }
    }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let running = spin(1).start(
      on: .callersThread(scheduler: ManualScheduler()),
      options: RunOptions(monitors: [.recording(to: file)]))
    for words in ["s", "sw"] { running.emit(.typed(words)) }
    running.stop()
    let old = try Log(contentsOf: file).entries.compactMap(\.event)
    #expect(old == [.ticked(1), .typed("s"), .ticked(2), .typed("sw"), .ticked(3)])
    let failures = Transcript<String>()
    for isAccepting in [true, false] {
      expectRehearsal(
        of: file, by: spin(2, creates: createsStill),
        ignoring: createsStill ? .payloads(of: "create") : .effects(of: "create"),
        accepting: isAccepting, report: FailureReporter { failures($0.message) })
      #expect(failures.entries.count == 1, "\(failures.entries)")
    }
    #expect(
      try Log(contentsOf: file).entries.compactMap(\.event)
        == (createsStill ? old : [.typed("s"), .typed("sw")]))
  }

  /// The accepted run described these events, and never had them.
  @Test(arguments: [false, true])
  func whatIsAcceptedHasTheNewEventsOfNewFeedbacks(_ isFirst: Bool) throws {
    let spin = Self.words
    let record = RunRecord<[String], String>()
    let running = spin(["echo"]).start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
    for word in ["a", "b"] { running.emit(word) }
    running.stop()
    let changed = spin(isFirst ? ["audit", "echo"] : ["echo", "audit"])
    #expect(try record.log.rehearse(changed)?.kind == .effects)
    let accepted = try record.log.rehearsed(by: changed)
    let (first, second) = isFirst ? ("audit", "echo") : ("echo", "audit")
    #expect(
      accepted.entries.map(\.event) == [
        nil, "a", "\(first) a", "\(second) a", "b", "\(first) b", "\(second) b",
      ])
    #expect(accepted.entries.map(\.outcome.number) == Array(0...6))
    #expect(try accepted.rehearse(changed) == nil)
    // And without them again.
    #expect(
      try accepted.rehearsed(by: spin(["echo"])).entries.map(\.event)
        == record.log.entries.map(\.event))
    let other = try record.log.rehearsed(by: spin(["audit"]))
    #expect(other.entries.map(\.event) == [nil, "a", "audit a", "b", "audit b"])
  }

  /// Feedbacks that answer each word once.
  private static func words(_ names: [String]) -> Spin<[String], String> {
    Spin(initialState: []) {
      for name in names {
        Feedback(on: { (words: [String]) in words.last.flatMap { $0.contains(" ") ? nil : $0 } }) {
          .just("\(name) \($0)")
        }.named(name)
      }
      Reducer { $0.append($1) }
    }
  }

  /// The accepted run said that these events were accepted when it began.
  @Test func newEventsAreAcceptedWhenTheirStepIs() throws {
    func spin(isNew: Bool) -> Spin<[String], String> {
      Spin(initialState: []) {
        DropRepeats(within: .seconds(1)) { $0 }
        if isNew {
          Feedback(on: { (words: [String]) in words.last == "a" ? true : nil }) { _ in .just("b") }
            .named("new")
        }
        Reducer { $0.append($1) }
      }
    }
    let (record, scheduler) = (RunRecord<[String], String>(), ManualScheduler())
    let running = spin(isNew: false).start(
      on: .callersThread(scheduler: scheduler),
      options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    scheduler.advance(by: .seconds(10))
    running.emit("a")
    scheduler.advance(by: .milliseconds(500))
    running.emit("b")
    running.stop()
    let accepted = try record.log.rehearsed(by: spin(isNew: true))
    #expect(accepted.entries.map(\.event) == [nil, "a", "b", "b"])
    #expect(accepted.entries.last?.outcome == .dropped(reason: "repeated"))
    let new = accepted.entries[2]
    #expect(new.time == .seconds(10) && new.waited == .zero)
    #expect(try accepted.rehearse(spin(isNew: true)) == nil)
  }

  /// A queued effect that was forgotten was waited for, and what came after it was left out.
  @Test func aForgottenQueuedEffectKeepsNothingFromWhatIsAccepted() throws {
    func spin(savesLast: Bool) -> Spin<[String], String> {
      Spin(initialState: []) {
        Feedback(on: { (words: [String]) in
          words.last.flatMap { $0 == "off" || $0 == "last" && !savesLast ? nil : $0 }
        }) { word -> Effect<String> in
          word == "slow" ? .after(.seconds(1), "slow end") : .just("saved \(word)")
        }.strategy(.queueNewState).named("save")
        Feedback(on: { (words: [String]) in words.last == "last" ? true : nil }) { _ in
          .just("echo")
        }.named("echo")
        Reducer { if !$1.contains(" ") && $1 != "echo" { $0.append($1) } }
      }
    }
    let record = RunRecord<[String], String>()
    let running = spin(savesLast: false).start(
      on: .callersThread(scheduler: ManualScheduler()),
      options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for word in ["slow", "waits", "off", "last", "off"] { running.emit(word) }
    running.stop()
    #expect(
      record.log.entries.compactMap(\.event) == ["slow", "waits", "off", "last", "echo", "off"])
    #expect(record.log.entries[2].effects.map(\.shape) == ["event"])
    let accepted = try record.log.rehearsed(by: spin(savesLast: true))
    #expect(
      accepted.entries.compactMap(\.event)
        == ["slow", "waits", "off", "last", "saved last", "echo", "off"])
    #expect(try accepted.rehearse(spin(savesLast: true)) == nil)
  }

  @Test func whatTheStopHasKeptFromComingIsNotNew() throws {
    let (record, runtime) = (RunRecord<[String], String>(), TestRuntime())
    let running = Self.words(["echo"]).start(
      on: runtime, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    let token = running.observe { [weak running] transition in
      if transition.state.last == "b" { running?.stop() }
    }
    for word in ["a", "b"] { running.emit(word) }
    runtime.run()
    withExtendedLifetime(token) {}
    #expect(record.log.entries.compactMap(\.event) == ["a", "b", "echo a"])
    #expect(record.log.entries.last?.outcome == .dropped(reason: "stopped"))
    // A program that has crashed notes no stop.
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try record.log.write(to: file)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    try lines.prefix { !$0.contains(#""z""#) && !$0.contains("stopped") }
      .map { "\($0)\n" }.joined().write(to: file, atomically: false, encoding: .utf8)
    let cut = try RunLog<[String], String>(contentsOf: file)
    #expect(!cut.hasEnded && cut.entries.compactMap(\.event) == ["a", "b"])
    for log in [record.log, cut] {
      let accepted = try log.rehearsed(by: Self.words(["echo"]))
      #expect(accepted.entries.map(\.event) == log.entries.map(\.event))
      #expect(accepted.entries.map(\.outcome) == log.entries.map(\.outcome))
    }
  }

  /// A new event behind one that was ignored came after the next event from outside, or never.
  @Test(arguments: [
    ["log", "audit", "echo"], ["echo", "log", "audit"], ["log", "echo", "audit"],
  ])
  func whatIsIgnoredHidesNoNewEvents(_ names: [String]) throws {
    let record = RunRecord<[String], String>()
    let running = Self.words(["echo"]).start(
      on: .callersThread,
      options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for word in ["a", "b"] { running.emit(word) }
    running.stop()
    let changed = Self.words(names)
    let accepted = try record.log.rehearsed(
      by: changed, ignoring: [.effects(of: "log")], renaming: [:])
    let kept = names.filter { $0 != "log" }
    #expect(
      accepted.entries.compactMap(\.event)
        == ["a", "b"].flatMap { word in [word] + kept.map { "\($0) \(word)" } })
    #expect(try accepted.rehearse(changed, ignoring: .effects(of: "log")) == nil)
  }

  /// A spin that plans one event, which the loop emits later.
  private static func planned(_ event: Planned?, _ form: Int = 0) -> Spin<Int, Planned> {
    Spin(initialState: 0) {
      if let event {
        Feedback(on: { $0 < 5 ? true : nil }) { (_: Bool) -> Effect<Planned> in
          switch form {
          case 0: .after(.seconds(1), event)
          case 1: .just(event).delayed(by: .seconds(1))
          case 2: .every(.seconds(1), event)
          case 3: .after(.milliseconds(500), .add(0)).then(.after(.milliseconds(500), event))
          default: .just(event)
          }
        }.named("plan")
      }
      Reducer { sum, event in
        switch event {
        case .add(let number): sum += number
        case .subtract(let number): sum -= number
        }
      }
    }
  }

  fileprivate enum Planned: Codable, Equatable, Sendable { case add(Int), subtract(Int) }

  /// Writes a run of such a spin into a file.
  private func write(_ spin: Spin<Int, Planned>, to file: URL, adding number: Int? = nil) throws {
    let (record, scheduler) = (RunRecord<Int, Planned>(), ManualScheduler())
    let running = spin.start(
      on: .callersThread(scheduler: scheduler),
      options: RunOptions(monitors: [.recording(into: record)]))
    if let number { running.emit(.add(number)) }
    scheduler.advance(by: .milliseconds(1_500))
    running.stop()
    try record.log.write(to: file)
  }

  /// The accepted run kept the event of the log, so that each later rehearsal found the same difference.
  @Test(arguments: [Planned.add(7), .subtract(5)], 0...4)
  fileprivate func aChangedEventOfAnAlarmIsAccepted(_ event: Planned, _ form: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try write(Self.planned(.add(5), form), to: file)
    let failures = Transcript<String>()
    let report = FailureReporter { failures($0.message) }
    let changed = Self.planned(event, form)
    expectRehearsal(of: file, by: changed, accepting: true, report: report)
    #expect(failures.entries.count == 1 && failures.entries[0].contains("was replaced"))
    expectRehearsal(of: file, by: changed, report: report)
    #expect(failures.entries.count == 1, "\(failures.entries)")
    let accepted = try RunLog<Int, Planned>(contentsOf: file)
    #expect(accepted.entries.compactMap(\.event).contains(event))
    // With the payloads ignored, only another case is accepted.
    try write(Self.planned(.add(5), form), to: file)
    expectRehearsal(of: file, by: changed, ignoring: .payloads, accepting: true, report: report)
    #expect(failures.entries.count == (event == .add(7) ? 1 : 2))
    expectRehearsal(of: file, by: changed, ignoring: .payloads, report: report)
    #expect(failures.entries.count == (event == .add(7) ? 1 : 2), "\(failures.entries)")
  }

  /// The state of the end was that of no transition, so the beginning lost its state, and nobody could read
  /// the file.
  @Test(arguments: [nil, 3])
  func whatIsAcceptedWithoutItsFeedbackCanBeRead(_ added: Int?) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let old = Self.planned(.add(5))
    let (record, scheduler) = (RunRecord<Int, Planned>(), ManualScheduler())
    let running = old.start(
      on: .callersThread(scheduler: scheduler),
      options: RunOptions(monitors: [.recording(into: record)]))
    if let added {
      scheduler.advance(by: .milliseconds(100))
      running.emit(.add(added))
    }
    scheduler.advance(by: .milliseconds(1_500))
    running.stop()
    try record.log.write(to: file)
    let failures = Transcript<String>()
    let report = FailureReporter { failures($0.message) }
    for _ in 0..<2 {
      expectRehearsal(of: file, by: Self.planned(nil), accepting: true, report: report)
    }
    #expect(failures.entries.count == 1 && failures.entries[0].contains("was replaced"))
    let accepted = try RunLog<Int, Planned>(contentsOf: file)
    #expect(accepted.entries.first?.state == 0)
    #expect(accepted.entries.last { $0.outcome.number != nil }?.state == added ?? 0)
    let bytes = try Data(contentsOf: file)
    try accepted.write(to: file)
    #expect(try Data(contentsOf: file) == bytes)
  }

  /// The step that a stop had interrupted got the effects that it would have described otherwise.
  @Test func whatIsAcceptedKeepsAStepThatTheStopHasCutOff() throws {
    let handle = Handle<Int, Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 1 ? true : nil }) { (_: Bool) -> Effect<Int> in
        handle.stop()
        return .after(.seconds(1), 10)
      }.named("stops")
      Feedback(on: { $0 == 1 ? true : nil }) { (_: Bool) in .after(.seconds(1), 10) }
        .named("never")
      Reducer { $0 += $1 }
    }
    let record = RunRecord<Int, Int>()
    let running = spin.start(
      on: .callersThread(scheduler: ManualScheduler()),
      options: RunOptions(monitors: [.recording(into: record)]))
    handle.set(running)
    running.emit(1)
    handle.set(nil)
    let cut = try #require(record.log.entries.last { $0.isCutOff })
    let accepted = try record.log.rehearsed(by: spin)
    #expect(accepted.entries.last { $0.isCutOff }?.effects == cut.effects)
    #expect("\(accepted.entries)" == "\(record.log.entries)")
  }

  /// The file was replaced by the beginning of a run without an end.
  @Test func whatHasNoEndIsNotAccepted() throws {
    func spin(isEndless: Bool) -> Spin<Int, String> {
      Spin(initialState: 0) {
        if isEndless {
          Feedback(on: { $0 > 0 ? $0 : nil }) { (_: Int) in .just("more") }.named("more")
        }
        Reducer { count, _ in count += 1 }
      }
    }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let running = spin(isEndless: false).start(
      on: .callersThread, options: RunOptions(monitors: [.recording(to: file)]))
    running.emit("go")
    running.stop()
    let before = try Data(contentsOf: file)
    let failures = Transcript<String>()
    expectRehearsal(
      of: file, by: spin(isEndless: true), accepting: true,
      report: FailureReporter { failures($0.message) })
    #expect(failures.entries.count == 1 && failures.entries[0].contains("has no end"))
    #expect(try Data(contentsOf: file) == before)
    let error = #expect(throws: RunLogError.self) {
      try RunLog<Int, String>(contentsOf: file).rehearsed(by: spin(isEndless: true))
    }
    #expect(error?.kind == .endless)
  }
}

/// How often something was done.
final class Counts: Sendable {
  private let counts = Guarded<[String: Int]>([:])

  var values: [String: Int] { counts.withLock { $0 } }

  func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
}

/// A search as somebody may change it.
struct Finder: Codable, Equatable, Sendable {
  enum Event: Codable, Equatable, Sendable {
    case typed(String), found([String]), ticked(Int), heard(String), cleared
  }

  struct Failure: Error {}

  struct Variant: Sendable {
    var name = "search"
    var least = 1
    var debounce: Duration?
    var reverses = false
    var strategy = ExecutionStrategy.cancelOnNewState
    var hasIdler = false
    var hasMore = false
    var clears = true
    var tick = Event.ticked(1)
    var counts: Counts?
  }

  var query = ""
  var titles: [String] = []
  var heard: [String] = []
  var ticks = 0

  mutating func reduce(_ event: Event) {
    switch event {
    case .typed(let text): query = text
    case .found(let found): titles += found
    case .ticked(let count): ticks += count
    case .heard(let word): heard.append(word)
    case .cleared: titles = []
    }
  }

  static func spin(_ variant: Variant = Variant()) -> Spin<Finder, Event> {
    Spin(initialState: Finder()) {
      Feedback(on: { $0.query.count < variant.least ? nil : $0.query }) { query -> Effect<Event> in
        let effect = Effect<Event>.run {
          variant.counts?.add("body")
          return .found(["swift", "swallow"])
        }
        return variant.debounce.map { effect.delayed(by: $0) } ?? effect
      }
      .strategy(variant.strategy).named(variant.name)
      Feedback(on: { $0.query.isEmpty && $0.ticks == 0 ? true : nil }) { _ in
        .just(variant.clears ? .cleared : .typed("?"))
      }.named("clear")
      Feedback(on: { $0.query.count == 2 ? true : nil }) { _ in
        .after(.seconds(1), variant.tick)
      }.named("clock")
      Feedback.source {
        .subscription { emit in
          variant.counts?.add("subscription")
          emit(.heard("at once"))
          return Cancellation {}
        }
      }.named("listen")
      Feedback(on: \.heard.count) { _ in .none }.throttled(for: .seconds(1), latest: true)
        .named("slow")
      if variant.hasIdler {
        Feedback(on: { $0.ticks > 100 ? true : nil }) { _ in .none }.named("idle")
      }
      if variant.hasMore {
        Feedback(on: { $0.query.isEmpty ? nil : $0.query }) { _ in .run { .cleared } }.named("more")
      }
      Feedback.sideEffect(on: \.query) { _ in variant.counts?.add("side effect") }.named("log")
      Reducer { finder, event in
        if variant.reverses, case .found(let found) = event {
          finder.titles += found.reversed()
        } else {
          finder.reduce(event)
        }
      }
    }
  }

  /// What a user does.
  @Sendable static func use(_ running: RunningSpin<Finder, Event>, _ runtime: TestRuntime) {
    for event in [Event.typed("s"), .typed("sw"), .heard("hello")] {
      running.emit(event)
      runtime.run()
    }
    runtime.advance(by: .seconds(3))
  }
}
