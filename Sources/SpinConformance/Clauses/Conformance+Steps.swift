internal import SpinCore

extension Conformance {
  /// Clauses 3, 4, 5 and 7.
  static var steps: [Conformance] {
    [
      Conformance(
        "theStartComesFirst", promises: ["3.1", "3.4"],
        "Transition 0 carries the initial state; its immediate events precede those from outside."
      ) { trial, subject in
        let log = trial.log()
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(filteredBy: \.isEmpty) { _ in .several("first", "second") }
          Reducer.appending
        }
        let options = RunOptions<[String], String>(observers: [
          Observer { log("\($0.number) \($0.event ?? "start")") }
        ])
        let running = trial.start(spin, on: subject, options: options)
        running.emit("outside")
        try await trial.settle(running)
        try trial.expect(
          "The transitions", log.entries, ["0 start", "1 first", "2 second", "3 outside"])
      },
      Conformance(
        "anObserverThatJoinsSeesNoGap", promises: ["3.6"],
        "An observer that joins later gets the newest transition, and then every following one."
      ) { trial, subject in
        let spin = Spin<Int, Int>(initialState: 0) { Reducer.adding }
        let running = trial.start(spin, on: subject)
        let logs = (0..<20).map { _ in trial.log(of: Int.self) }
        try await trial.onThreads(2) { thread in
          for number in 0..<200 {
            if thread == 0 {
              running.emit(1)
            } else if number % 10 == 0 {
              let log = logs[number / 10]
              trial.observe(running) { log($0.number) }
            }
          }
        }
        try await trial.settle(running)
        try await trial.idle(running)
        for log in logs {
          let first = log.entries.first ?? -1
          try trial.expect("The transitions of an observer", log.entries, Array(first...200))
        }
      },
      Conformance(
        "aStepGoesInOrder", promises: ["4.1"],
        "A step reduces, asks, cancels, publishes, describes and starts, in this order."
      ) { trial, subject in
        let log = trial.log()
        let spin = Spin<[String], String>(initialState: []) {
          for name in ["a", "b"] {
            Feedback(
              filteredBy: { events in
                log("ask \(name)\(events.count)")
                return true
              },
              effect: { events in
                let effect = "\(name)\(events.count)"
                log("describe \(effect)")
                return .registering { emit in
                  log("start \(effect)")
                  return Cancellation { withExtendedLifetime(emit) { log("cancel \(effect)") } }
                }
              })
          }
          Reducer { events, event in
            log("reduce \(event)")
            events.append(event)
          }
        }
        let running = trial.start(spin, on: subject) { log("show \($0.number)") }
        running.emit("event")
        try await trial.until("The effects of two steps are started.") { log.contains("start b1") }
        try trial.expect(
          "What happened", log.entries,
          ["ask a0", "ask b0", "show 0", "describe a0", "describe b0", "start a0", "start b0"]
            + ["reduce event", "ask a1", "ask b1", "cancel a0", "cancel b0", "show 1"]
            + ["describe a1", "describe b1", "start a1", "start b1"])
      },
      Conformance(
        "immediateEventsJoinAsOneBlock", promises: ["5.2"],
        "The immediate events of a step are not split by threads that emit meanwhile."
      ) { trial, subject in
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback { $0.last == 0 ? .several(1, 2) : .none }
          Feedback { $0.last == 0 ? .just(3) : .none }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.onThreads(2) { thread in
          for _ in 0..<50 { running.emit(thread == 0 ? 0 : 9) }
        }
        try await trial.settle(running)
        let blocks = running.state.split(separator: 1, omittingEmptySubsequences: false).dropFirst()
        try trial.expect("The number of blocks", blocks.count, 50)
        try trial.require(
          blocks.allSatisfy { $0.starts(with: [2, 3]) },
          expected: "The events 1, 2 and 3 always one after the other.", found: "\(running.state)")
      },
      Conformance(
        "immediateEventsComeBeforeWhatTheWorkDelivers", promises: ["5.3"],
        "The immediate events of a step join before anything that its work delivers."
      ) { trial, subject in
        let spin = Spin<[String], String>(initialState: []) {
          Feedback.source {
            .merge(
              .registering { emit in
                emit("registered")
                return .none
              }, .run { emit in emit("body") }, .just("a"))
          }
          Feedback(filteredBy: \.isEmpty) { _ in .several("b", "c") }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.until("All events are reduced.") { running.state.count == 5 }
        try trial.expect("The first events", Array(running.state.prefix(3)), ["a", "b", "c"])
        try trial.expect("The others", running.state.suffix(2).sorted(), ["body", "registered"])
      },
      Conformance(
        "everyEventMakesATransition", promises: ["7.1"],
        "An event makes a transition even if the state stays equal."
      ) { trial, subject in
        let log = trial.log()
        let spin = Spin<[String], String>(initialState: ["same"]) {
          Feedback.sideEffect { log("asked \($0.joined())") }
          Reducer { _, _ in }
        }
        let running = trial.start(spin, on: subject) { log("\($0.number) \($0.event ?? "-")") }
        running.emit("a")
        running.emit("b")
        try await trial.settle(running)
        try trial.expect(
          "What happened", log.entries,
          ["0 -", "asked same", "1 a", "asked same", "2 b", "asked same"])
      },
    ]
  }
}
