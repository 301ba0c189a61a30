internal import SpinCore

extension Conformance {
  /// Clauses 6 and 10.
  static var stale: [Conformance] {
    [
      Conformance(
        "aStaleEventIsDropped", promises: ["6.4"],
        "What a replaced effect has waiting in the mailbox is dropped and reported."
      ) { trial, subject in
        let (handle, drops) = (Weak<[String], String>(), trial.log())
        let emitter = Box<Emitter<String>?>(nil)
        let isThere = trial.signal()
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(on: { $0.count { $0 == "change" } }) { number in
            .registering { emit in
              if number == 0 { emitter.set(emit) }
              isThere.set()
              return .none
            }
          }
          Reducer.appending
        }
        let options = RunOptions<[String], String>(onDrop: { drops("\($0.event) \($0.reason)") })
        let running = trial.start(spin, on: subject, options: options) { transition in
          guard transition.event == "go", let late = emitter.value else { return }
          late("in time")
          handle.emit("change")
          late("late")
        }
        handle.set(running)
        try await trial.until("The effect is registered.") { isThere.isSet }
        running.emit("go")
        try await trial.until("An event is dropped.") { drops.count > 0 }
        try await trial.idle(running)
        try trial.expect("The events", running.state, ["go", "in time", "change"])
        try trial.expect("The drops", drops.entries, ["late stale"])
      },
      Conformance(
        "aSupersededBodyIsCancelled", promises: ["6.3", "6.8"],
        "A body whose effect is replaced finds its task cancelled, and what it yields is dropped."
      ) { trial, subject in
        let (log, never) = (trial.log(), trial.signal())
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(on: { $0.count }) { count in
            .run {
              log("begins \(count)")
              if count == 3 { return nil }
              await never.wait()
              log("\(Task.isCancelled ? "cancelled" : "not cancelled") \(count)")
              return 100
            }
          }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        for number in 0..<3 {
          try await trial.until("Body \(number) begins.") { log.contains("begins \(number)") }
          running.emit(number)
        }
        try await trial.until("Three bodies are cancelled.") {
          (0..<3).allSatisfy { log.contains("cancelled \($0)") }
        }
        try await trial.settle(running)
        try trial.expect("The events", running.state, [0, 1, 2])
      },
      Conformance(
        "effectsMayBeSupersededFasterThanTheyBegin", promises: ["6.3"],
        "Of many effects that replace each other the last one delivers, and all of them end."
      ) { trial in
        let (subject, never) = (try await trial.subject(), trial.signal())
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(on: { $0.count { $0 > 0 } }) { number in
            .run {
              // All bodies except the last of a round wait until they are cancelled.
              if !number.isMultiple(of: 50) { await never.wait() }
              return -number
            }
          }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        for round in 0..<10 {
          for number in 1...50 { running.emit(50 * round + number) }
          try await trial.settle(running)
          try trial.expect("The last event", running.state.last ?? 0, -50 * (round + 1))
        }
      },
      Conformance(
        "anEffectThatContinuesIsNotCancelled", promises: ["6.12"],
        "Effects of a feedback that continues all run, and all deliver."
      ) { trial, subject in
        let (log, goOn) = (trial.log(of: Int.self), trial.signal())
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(filteredBy: { $0.count < 5 && !$0.contains(100) }) { events in
            .run {
              log(events.count)
              await goOn.wait()
              return 100
            }
          }
          .strategy(.continueOnNewState)
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        for number in 1...4 { running.emit(number) }
        try await trial.until("Five bodies run at the same time.") { log.count == 5 }
        goOn.set()
        try await trial.settle(running)
        try trial.expect("The events", running.state, [1, 2, 3, 4, 100, 100, 100, 100, 100])
      },
      Conformance(
        "anEffectThatQueuesWaits", promises: ["5.7"],
        "Effects of a feedback that queues run one after the other, in order."
      ) { trial, subject in
        let (log, mayEnd) = (trial.log(), (0...3).map { _ in trial.signal() })
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(on: { $0.count { $0 > 0 } }) { number in
            .run {
              log("begins \(number)")
              await mayEnd[number].wait()
              log("ends \(number)")
              return -number
            }
          }
          .strategy(.queueNewState)
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        for number in 1...3 { running.emit(number) }
        for number in 0...3 {
          try await trial.until("Body \(number) begins.") { log.contains("begins \(number)") }
          try await trial.idle(running)
          mayEnd[number].set()
        }
        try await trial.settle(running)
        try trial.expect(
          "What happened", log.entries, (0...3).flatMap { ["begins \($0)", "ends \($0)"] })
        try trial.expect(
          "What was delivered", running.state.filter { $0 <= 0 }, [0, -1, -2, -3])
      },
      Conformance(
        "aFailureTouchesNoOtherEffect", promises: ["10.1", "10.2"],
        "A body that throws makes an event of its error, and no other effect learns of it."
      ) { trial in
        struct Failure: Error {}
        let subject = try await trial.subject()
        let goOn = trial.signal()
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(on: { $0.isEmpty ? true : nil }) { _ in
            .run(
              { () async throws(Failure) -> String? in throw Failure() }, catch: { _ in "failed" })
          }
          Feedback(while: { _ in true }) { .run { await goOn.wait() ? "goes on" : "cancelled" } }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.until("The error is an event.") { running.state == ["failed"] }
        goOn.set()
        try await trial.settle(running)
        try trial.expect("The events", running.state, ["failed", "goes on"])
      },
    ]
  }
}
