internal import SpinCore

extension Conformance {
  /// Clause 9.
  static var settling: [Conformance] {
    [
      Conformance(
        "settledMeansThatNothingIsAlive", promises: ["9.1"],
        "A loop is settled when every event is reduced and no effect is alive, and not before."
      ) { trial, subject in
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(filteredBy: { $0 < 50 && $0 % 2 == 0 }) { _ in .run { 1 } }
          Feedback(filteredBy: { $0 < 50 && $0 % 2 == 1 }) { _ in .just(1) }
          Reducer.adding
        }
        for _ in 0..<10 {
          let running = trial.start(spin, on: subject)
          let seen = trial.log(of: Int.self)
          trial.onSettled(running) { [weak running] in seen(running?.state ?? -1) }
          try await trial.settle(running)
          try trial.expect("The state of the settled loop", running.state, 50)
          try trial.expect("The state when that was told", seen.entries, [50])
        }
      },
      Conformance(
        "aBodyThatRunsIsAlive", promises: ["9.1", "9.3"],
        "A loop is not settled while a body runs, and is settled when it has returned."
      ) { trial, subject in
        let (begins, goOn, settled) = (trial.signal(), trial.signal(), trial.log())
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(on: { $0 < 10 ? true : nil }) { _ in
            .run {
              begins.set()
              await goOn.wait()
              return nil
            }
          }
          Feedback.source { .registering { emit in Cancellation { emit.finish() } } }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject)
        trial.onSettled(running) { settled("settled") }
        try await trial.until("The body begins.") { begins.isSet }
        running.emit(1)
        try await trial.idle(running)
        try trial.expect("What was told while the body runs", settled.entries, [])
        goOn.set()
        try await trial.until("The loop is settled.") { settled.count == 1 }
      },
      Conformance(
        "delaysAreAliveAndSourcesAreNot", promises: ["9.2", "9.3"], timed: true,
        "A loop is not settled while a delay has not passed; a source does not count."
      ) { trial, subject in
        let log = trial.log()
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(filteredBy: \.isEmpty) { _ in .after(subject.unit * 5, 1) }
          Feedback.source { .registering { emit in Cancellation { emit.finish() } } }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject) { if $0.event != nil { log("delay") } }
        trial.onSettled(running) { log("settled") }
        try await trial.untilAlarms(1, on: subject)
        try await trial.idle(running)
        try await trial.pass(5, on: subject)
        try await trial.until("The loop is settled.") { log.contains("settled") }
        try trial.expect("What happened", log.entries, ["delay", "settled"])
      },
      Conformance(
        "whatWindsDownIsNotAlive", promises: ["9.4"],
        "A cancelled body that still runs does not keep the loop from being settled."
      ) { trial, subject in
        let (begins, goOn) = (trial.signal(), trial.signal())
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(filteredBy: \.isEmpty) { _ in
            .run { _ in
              begins.set()
              await goOn.waitStubbornly()
            }
          }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.until("The body begins.") { begins.isSet }
        running.emit(1)
        try await trial.settle(running)
        goOn.set()
        try trial.expect("The events", running.state, [1])
      },
      Conformance(
        "whatWasEmittedBeforeIsReducedWhenSettled", promises: ["9.1"],
        "Whoever emits and then waits for the loop to settle finds the event in the state."
      ) { trial, subject in
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(on: { $0 % 3 == 1 ? $0 : nil }) { _ in .run { nil } }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject)
        for number in 1...200 {
          running.emit(1)
          try await trial.settle(running)
          try trial.expect("The number of events", running.state, number)
        }
      },
    ]
  }
}
