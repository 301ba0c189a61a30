import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

#if DEBUG
  /// What debug builds tell of effects and their names, and of what they say nothing.
  extension Conformance {
    /// What a closure that runs once for each runtime prints on standard error.
    private static func expect(
      _ lines: [String], _ runtime: RuntimeUnderTest, _ result: ExitTest.Result?
    ) {
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors == lines.map { "Spin: \($0)\n" }.joined(), "\(runtime)")
    }

    private static func end<State, Event>(
      of running: RunningSpin<State, Event>, when isDone: @escaping @Sendable (State) -> Bool
    ) async throws {
      _ = try await running.first(where: isDone)
      await running.idle()
      await running.end()
    }

    // MARK: Effects that end with the event that starts the next one

    struct Tally: Equatable, Sendable {
      var count = 0
      var jobs: [Int] = []
    }

    private static func restarting(
      _ feedback: Feedback<Tally, String>
    ) -> Spin<Tally, String> {
      Spin(initialState: Tally(jobs: Array(1...20))) {
        feedback
        Reducer { tally, _ in
          tally.count += 1
          if !tally.jobs.isEmpty { tally.jobs.removeFirst() }
        }
      }
    }

    @Test(.promises("6.11"))
    func anEffectOfTheWholeStateThatEndsWithTheEventThatRestartsItIsTold() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          let load = Feedback<Tally, String>(on: \.self) { tally in
            .run { tally.count < 12 ? "next" : nil }
          }.named("load")
          for _ in 0..<2 {  // Is told once.
            let running = Conformance.restarting(load).start(on: runtime)
            try await Conformance.end(of: running) { $0.count == 12 }
          }
          let whole = Spin<[Int: Tally], String>(initialState: [7: Tally()]) {
            Scope(forEach: \.self, event: { $1 }, from: { (7, $0) }) {
              Conformance.restarting(load)
            }
          }
          try await Conformance.end(of: whole.start(on: runtime)) { $0[7]?.count == 12 }
        }
        let sentence = { (spin: String, effect: String) in
          """
          in a run of \(spin), an effect of \(effect) was started again 10 times in a row by the event \
          with which the one before had ended, so they may never end. The feedback watches the whole \
          state, which that event changes. Select only what is to start the effect: on: with a \
          property, which is nil when there is nothing to do. (Reported in debug builds only, once for \
          each feedback.)
          """
        }
        Self.expect(
          [
            sentence("Spin<Tally, String>", "load"),
            sentence("Spin<Dictionary<Int, Tally>, String>", "self[7].load"),
          ], RuntimeUnderTest.all[index], result)
      }
    }

    @Test(.promises("6.11"))
    func workThatEndsAndMakesRoomForTheNextSaysNothing() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]
          let feedbacks: [Feedback<Tally, String>] = [
            // The first of several jobs, and each step of a machine.
            Feedback(on: \.jobs.first) { _ in .run { "done" } },
            Feedback { $0.count < 20 ? .run { "step" } : .none },
            Feedback(filteredBy: { $0.count < 20 }) { _ in .run { "step" } },
            Feedback(lensingOn: \.count) { $0 < 20 ? .run { "step" } : .none },
            // A poll.
            Feedback(on: \.self) { $0.count < 20 ? .run { "poll" }.delayed(by: .zero) : .none },
          ]
          for feedback in feedbacks {
            let running = Conformance.restarting(feedback).start(on: runtime())
            try await Conformance.end(of: running) { $0.count == 20 }
          }
        }
        Self.expect([], RuntimeUnderTest.all[index], result)
      }
    }

    // MARK: Events after the one that ends the effect

    private static func save(
      _ save: Effect<String>, strategy: ExecutionStrategy = .cancelOnNewState
    ) -> Spin<[String], String> {
      Spin(initialState: []) {
        Feedback(on: { $0.contains("saved") ? $0.contains("again") ? true : nil : false }) {
          isAgain in isAgain ? .none : save
        }.named("save").strategy(strategy)
        Reducer.appending
      }
    }

    /// Runs a loop until an event was dropped.
    private static func run<State>(
      _ spin: Spin<State, String>, on runtime: any SpinRuntime, until drop: String
    ) async throws {
      let drops = Transcript<String>()
      let running = spin.start(
        on: runtime, options: RunOptions(onDrop: { drops("\($0.event) \($0.reason)") }))
      try await drops.until("\(drop) stale")
      await running.end()
    }

    @Test(.promises("6.14"))
    func eventsThatFollowTheOneThatEndsTheirEffectAreTold() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          // At once: the later events wait in the mailbox, or find the effect dead.
          let atOnce = Effect<String>.run { emit in
            for event in ["saved", "shown", "logged"] { emit(event) }
          }
          for _ in 0..<2 {  // Is told once.
            try await Conformance.run(Conformance.save(atOnce), on: runtime, until: "logged")
          }
          // Later, by an element whose body ignores its cancellation.
          let jobs = Spin<[Int], String>(initialState: [7]) {
            Feedback(forEach: \.self) { _ in
              .run { emit in
                await emit.send("done")
                emit("shown")
              }
            }.named("job")
            Reducer { jobs, event in if event == "done" { jobs = [] } }
          }
          try await Conformance.run(jobs, on: runtime, until: "shown")
        }
        let sentence = { (spin: String, effect: String) in
          """
          in a run of \(spin), an effect of \(effect) emitted an event after another event of its own \
          had changed what it was started for. That had ended the effect, so the later event was \
          dropped as stale. To lose none, yield them as one event, emit the one that ends the effect \
          last, or start the effect by a value that stays until then. If the value becomes another \
          one and not nil, .strategy(.continueOnNewState) lets the effect go on. To pass on a sequence \
          until then, use .sequence. (Reported in debug builds only, once for each feedback.)
          """
        }
        Self.expect(
          [
            sentence("Spin<Array<String>, String>", "save"),
            sentence("Spin<Array<Int>, String>", "job[7]"),
          ], RuntimeUnderTest.all[index], result)
      }
    }

    @Test(.promises("6.14"))
    func eventsThatAreLostBecauseOfOthersOrOfTheirSourceSayNothing() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]
          try await Conformance.loseQuietly(on: runtime)
          try await Conformance.keepQuietly(on: runtime())
        }
        Self.expect([], RuntimeUnderTest.all[index], result)
      }
    }

    /// Effects that lose events because of others, and those that end by an event of their source.
    private static func loseQuietly(on runtime: RuntimeUnderTest) async throws {
      let (isRunning, goOn, drops) = (Gate(), Gate(), Transcript<String>())
      let stubborn = Effect<String>.run { emit in
        emit("first")
        isRunning.open()
        await goOn.waitStubbornly()
        emit("late")
      }
      let running = save(stubborn).start(
        on: runtime(), options: RunOptions(onDrop: { drops("\($0.event)") }))
      await isRunning.wait()
      try await running.send("saved")  // From outside.
      goOn.open()
      try await drops.until("late")
      await running.end()

      let values = Effect<String>.sequence {
        AsyncStream { stream in
          for value in ["saved", "more", "and more"] { stream.yield(value) }
          stream.finish()
        }
      }
      let sensor = Effect<String>.callback { emit in
        for value in ["saved", "more", "and more"] { emit(value) }
        return Cancellation {}
      }
      // Whoever sends learns that the effect is over.
      let sender = Effect<String>.run { emit in
        while await emit.send("saved") == .accepted {}
      }
      for effect in [values, sensor, sender] {
        try await end(of: save(effect).start(on: runtime())) { $0 == ["saved"] }
      }
      let time = ManualScheduler()
      let clock = save(.every(.seconds(1), "saved")).start(on: runtime(scheduler: time))
      await clock.idle()
      time.advance(by: .seconds(3))
      try await end(of: clock) { $0 == ["saved"] }
    }

    /// Effects that lose nothing.
    private static func keepQuietly(on runtime: any SpinRuntime) async throws {
      let last = Effect<String>.run { emit in for event in ["shown", "saved"] { emit(event) } }
      try await end(of: save(last).start(on: runtime)) { $0 == ["shown", "saved"] }
      let again = Effect<String>.run { emit in
        for event in ["again", "saved", "shown"] { emit(event) }
      }
      let goesOn = save(again, strategy: .continueOnNewState).start(on: runtime)
      try await end(of: goesOn) { $0 == ["again", "saved", "shown"] }
    }

    // MARK: Names

    @Test func feedbacksOfOneNameInOneListAreTold() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let make = {
          Spin<Int, String>(initialState: 0) {
            Feedback(while: { $0 > 0 }) { .none }.named("save")
            Feedback(while: { $0 > 1 }) { .none }.named("load")
            for number in 2...3 { Feedback(while: { $0 > number }) { .none }.named("save") }
            Feedback(while: { $0 > 4 }) { .none }
            Reducer { _, _ in }
          }
        }
        for _ in 0..<2 { await make().start(on: .callersThread).end() }  // Is told once.
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        errors == """
          Spin: the list of Spin<Int, String> has 3 feedbacks named save, so logs, tests and origins do \
          not tell them apart. Give each a name of its own. If they differ by an element or an id only, \
          one Feedback(forEach:) serves all, and its origins name the element. (Reported in debug builds \
          only, once for each name.)

          """)
    }

    @Test func feedbacksOfDifferentPartsMayHaveOneName() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        struct Pair: Equatable, Sendable { var left = 0, right = 0, all = [0: 0, 1: 0] }
        let counter = Spin<Int, String>(initialState: 0) {
          Feedback(while: { $0 > 0 }) { .none }.named("save")
          Feedback(while: { $0 > 0 }) { .none }
          Feedback(while: { $0 > 0 }) { .none }
          Reducer { _, _ in }
        }
        let pair = Spin<Pair, String>(initialState: Pair()) {
          Feedback(forEach: { [1, 2, $0.left] }) { _ in .none }.named("save")
          Scope(state: \.left, event: { $0 }, from: { $0 }) { counter }
          Scope(state: \.right, event: { $0 }, from: { $0 }) { counter }
          // Closures have no name of their own.
          Scope(modify: { $1(&$0.left) }, event: { $0 }, from: { $0 }) { counter }
          Scope(modify: { $1(&$0.right) }, event: { $0 }, from: { $0 }) { counter }
          Scope(forEach: \.all, event: { $1 }, from: { (0, $0) }) { counter }
          if Bool.random() {
            Feedback(while: { $0.left > 0 }) { .none }.named("either")
          } else {
            Feedback(while: { $0.right > 0 }) { .none }.named("either")
          }
          Reducer { _, _ in }
        }
        for _ in 0..<2 { await pair.start(on: .callersThread).end() }
      }
      #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
    }
  }
#endif
