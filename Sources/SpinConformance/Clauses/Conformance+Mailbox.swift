internal import SpinCore

extension Conformance {
  /// Clauses 1 and 2.
  static var mailbox: [Conformance] {
    [
      Conformance(
        "eventsOfManyThreadsAreReducedInOrder", promises: ["1.2"],
        "Events of many threads are all reduced, those of each thread in the order it emitted them."
      ) { trial, subject in
        let shown = trial.log(of: [Int].self)
        let running = trial.start(
          Spin<[Int], Int>(initialState: []) { Reducer.appending }, on: subject
        ) {
          if $0.number % 100 == 0 { shown($0.state) }
        }
        try await trial.onThreads(4) { thread in
          for number in 0..<250 { running.emit(thread * 250 + number) }
        }
        try await trial.settle(running)
        let events = running.state
        try trial.expect("The events that were reduced, sorted", events.sorted(), Array(0..<1000))
        for thread in 0..<4 {
          let own = events.filter { $0 / 250 == thread }
          try trial.expect("The events of one thread", own, own.sorted())
        }
        try trial.require(
          shown.entries.allSatisfy { events.starts(with: $0) },
          expected: "States that are shown once in the order of the mailbox.",
          found: "A state that is no beginning of the last one.")
      },
      Conformance(
        "closuresAreCalledOneAtATime", promises: ["1.1"],
        "Reducers, feedbacks, observers and registrations of a loop are called one at a time."
      ) { trial, subject in
        let inLoop = Exclusion()
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(on: { $0 % 10 == 0 ? $0 : nil }) { _ in
            inLoop {
              .registering { emit in
                inLoop {}
                return .none
              }
            }
          }
          Feedback { _ in inLoop { .none } }
          Feedback(filteredBy: { $0 % 50 == 1 }) { _ in .run { 1 } }.strategy(.continueOnNewState)
          Reducer { sum, number in inLoop { sum += number } }
        }
        let running = trial.start(spin, on: subject) { _ in inLoop {} }
        try await trial.onThreads(4) { _ in
          for _ in 0..<250 { running.emit(1) }
        }
        try await trial.settle(running)
        try trial.expect("How often two closures were called at the same time", inLoop.overlaps, 0)
        try trial.require(
          running.state >= 1000, expected: "1,000 events are reduced.", found: "\(running.state)")
      },
      Conformance(
        "emittingInsideAClosureEnqueues", promises: ["2.1"],
        "What a reducer, an observer or a feedback emits is reduced when their step is complete."
      ) { trial, subject in
        let (handle, log) = (Weak<[String], String>(), trial.log())
        let spin = Spin<[String], String>(initialState: []) {
          Feedback { events in
            log("asked \(events.count)")
            if events.count == 1 { handle.emit("by a feedback") }
            log("answers \(events.count)")
            return .none
          }
          Reducer { events, event in
            log("reduces \(event)")
            if events.isEmpty { handle.emit("by a reducer") }
            events.append(event)
            log("has reduced \(event)")
          }
        }
        let running = trial.start(spin, on: subject) { transition in
          if transition.number == 1 { handle.emit("by an observer") }
          log("shown \(transition.number)")
        }
        handle.set(running)
        running.emit("by the check")
        try await trial.settle(running)
        let events = ["by the check", "by a reducer", "by an observer", "by a feedback"]
        let steps = events.enumerated().flatMap { number, event in
          ["reduces \(event)", "has reduced \(event)", "shown \(number + 1)"]
            + ["asked \(number + 1)", "answers \(number + 1)"]
        }
        try trial.expect(
          "What happened", log.entries, ["shown 0", "asked 0", "answers 0"] + steps)
      },
      Conformance(
        "aChainOfEventsUsesConstantStack", promises: ["2.2"],
        "A loop that feeds itself thousands of events uses constant stack."
      ) { trial, subject in
        let (length, gauge, handle) = (chainLength, StackGauge(), Weak<Int, Int>())
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(filteredBy: { $0 > 0 && $0 < length && $0 % 2 == 0 }) { _ in .just(1) }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject) { transition in
          trial.check(gauge, after: transition.number) { handle.value?.stop() }
          if transition.state < length, transition.state % 2 == 1 { handle.emit(1) }
        }
        handle.set(running)
        running.emit(1)
        try await trial.settle(running)
        try trial.expect("The number of events", running.state, length)
      },
      Conformance(
        "aChainOfBodiesUsesConstantStack", promises: ["2.2"],
        "A loop whose every event starts an async body that brings the next uses constant stack."
      ) { trial, subject in
        let (length, gauge, handle) = (chainLength / 20, StackGauge(), Weak<Int, Int>())
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(filteredBy: { $0 < length }) { _ in .run { 1 } }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject) { transition in
          trial.check(gauge, after: transition.number) { handle.value?.stop() }
        }
        handle.set(running)
        try await trial.settle(running)
        try trial.expect("The number of events", running.state, length)
      },
    ]
  }
}

/// The number of events in a chain; fewer where they are slow, and take more stack than in release.
let chainLength: Int = {
  #if DEBUG || SPIN_THREAD_SANITIZER
    10_000
  #else
    100_000
  #endif
}()

extension Trial {
  /// Fails and stops the loop if the stack has grown.
  func check(_ gauge: StackGauge, after events: Int, stop: () -> Void) {
    // Checking some events is enough, because the stack would grow with each one.
    guard events % 8 == 0 else { return }
    let depth = gauge.measure()
    guard depth > StackGauge.limit else { return }
    fail(
      expected: "A stack that does not grow.",
      found: "After \(events) events it has grown by \(depth) bytes.")
    stop()
  }
}
