internal import SpinCore
internal import SpinTesting

extension Conformance {
  /// Clause 8.
  static var stopping: [Conformance] {
    [
      Conformance(
        "stoppedFromInsideNothingStarts", promises: ["8.2", "8.3", "8.5"],
        "A loop that stops itself shows its transition, starts nothing, and drops what waits."
      ) { trial, subject in
        let (handle, log) = (Weak<[String], String>(), trial.log())
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(filteredBy: { !$0.isEmpty }) { _ in .run { "never" } }
          Reducer.appending
        }
        let options = RunOptions<[String], String>(
          observers: [
            Observer { transition in
              guard transition.event == "go" else { return }
              handle.emit("waiting")
              handle.value?.stop()
              log("stopped")
            },
            Observer { if $0.event == "go" { log("shown") } },
          ], onDrop: { log("\($0.event) \($0.reason)") })
        let running = trial.start(spin, on: subject, options: options)
        handle.set(running)
        running.emit("go")
        try await trial.finish(running)
        try trial.expect(
          "What becomes of a later event", running.emit("late"), .dropped(.stopped))
        try trial.expect("The state", running.state, ["go"])
        try trial.expect(
          "What happened", log.entries,
          ["stopped", "shown", "waiting stopped", "late stopped"])
      },
      Conformance(
        "stoppedFromOutsideNoEventIsTaken", promises: ["8.1", "8.5"],
        "After a stop from outside no event is taken, and everything that waits is reported."
      ) { trial, subject in
        let drops = trial.log(of: Int.self)
        let spin = Spin<Int, Int>(initialState: 0) { Reducer.adding }
        let options = RunOptions<Int, Int>(onDrop: { drops($0.event) })
        let running = trial.start(spin, on: subject, options: options)
        try await trial.onThreads(4) { thread in
          for number in 0..<100 {
            if thread == 0 && number == 50 { running.stop() } else { running.emit(1) }
          }
        }
        try trial.expect("What becomes of a later event", running.emit(1), .dropped(.stopped))
        try await trial.finish(running)
        try trial.expect(
          "The number of events that were reduced or dropped", running.state + drops.count, 400)
      },
      Conformance(
        "stoppingCancelsWhatIsAlive", promises: ["8.7"], timed: true,
        "A stop cancels bodies, registrations and alarms; the end comes when all have returned."
      ) { trial, subject in
        let (log, never) = (trial.log(), trial.signal())
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback.source {
            .run { emit in
              log("begins")
              await never.wait()
              log("cancelled")
            }
          }
          Feedback.source {
            .registering { emit in
              log("registered")
              return Cancellation { withExtendedLifetime(emit) { log("unregistered") } }
            }
          }
          Feedback.source { .every(subject.unit * 1000, 1) }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject)
        try await trial.until("A body and a registration begin.") { log.count == 2 }
        try await trial.untilAlarms(1, on: subject)
        running.stop()
        try await trial.finish(running)
        try trial.expect(
          "What happened", log.entries.sorted(),
          ["begins", "cancelled", "registered", "unregistered"])
        if let manual = subject.manual {
          try trial.expect("The number of alarms that are set", manual.alarmCount, 0)
        }
      },
      Conformance(
        "theEndWaitsForBodies", promises: ["8.8"],
        "A loop is finished only when a body that ignores its cancellation has returned."
      ) { trial, subject in
        let (begins, goOn) = (trial.signal(), trial.signal())
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback.source {
            .run { _ in
              begins.set()
              await goOn.waitStubbornly()
            }
          }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject)
        let finished = trial.log()
        try await trial.until("The body begins.") { begins.isSet }
        running.stop()
        running.loop.wait(LoopWaiter(.finished) { _ in finished("finished") })
        try await trial.lapAfterStop(on: subject)
        try trial.expect("The end before the body has returned", finished.entries, [])
        goOn.set()
        try await trial.until("The loop is finished.") { finished.count == 1 }
      },
      Conformance(
        "droppingTheHandleFreesEverything", promises: ["8.9"], timed: true,
        "When its handle is dropped a loop stops, and nothing keeps its state, closures or effects."
      ) { trial, subject in
        let (census, begins, never) = (Census(trial), trial.log(), trial.signal())
        func start() -> RunningSpin<Counted, Int> {
          let counted = (0..<5).map { _ in Counted(in: census) }
          let spin = Spin<Counted, Int>(initialState: Counted(in: census)) {
            Feedback.source { .every(subject.unit * 1000, 1) }
            Feedback { [counted = counted[0]] _ in withExtendedLifetime(counted) { .none } }
            Feedback.source { [counted = counted[1]] in
              .run { _ in
                begins("body")
                await never.wait()
                withExtendedLifetime(counted) {}
              }
            }
            Feedback.source { [counted = counted[2]] in
              .registering { emit in
                begins("registration")
                return Cancellation { withExtendedLifetime((counted, emit)) {} }
              }
            }
            Reducer { [counted = counted[3]] state, _ in
              withExtendedLifetime(counted) { state = Counted(in: census) }
            }
          }
          let observer = Observer<Counted, Int> { [counted = counted[4]] _ in
            withExtendedLifetime(counted) {}
          }
          let running = spin.prepare(
            on: subject.runtime, options: RunOptions(observers: [observer]))
          running.begin()
          return running
        }
        var running: RunningSpin? = start()
        running?.emit(1)
        try await trial.until("The effects begin.") { begins.count == 2 }
        running = nil
        try await trial.until("Everything of the loop is let go.") { census.alive == 0 }
      },
    ]
  }
}

extension Trial {
  /// Runs other loops, so that the runtime has the opportunity for work that it must not do.
  func lapAfterStop(on subject: Subject) async throws {
    for _ in 0..<3 {
      let other = start(
        Spin<Int, Int>(initialState: 0) {
          Feedback(filteredBy: { $0 < 10 }) { _ in .run { 1 } }
          Reducer.adding
        }, on: subject)
      try await settle(other)
    }
  }
}
