internal import SpinCore
internal import SpinTesting

extension Conformance {
  /// Clause 12 for effects.
  static var time: [Conformance] {
    [
      Conformance(
        "delaysFollowTheScheduler", promises: ["12.1"], timed: true,
        "Delays yield their events in order, each when it has passed on the runtime's scheduler."
      ) { trial, subject in
        let (unit, scheduler) = (subject.unit, subject.runtime.scheduler)
        let early = trial.log()
        let begin = scheduler.now
        // Real time passes between two starts.
        let delays = subject.manual == nil ? [10, 20, 30] : [30, 10, 20]
        let spin = Spin<[Int], Int>(initialState: []) {
          for delay in delays {
            Feedback.source { .after(unit * delay, delay) }
          }
          Reducer { events, event in
            if scheduler.now < begin + unit * event { early("\(event)") }
            events.append(event)
          }
        }
        let running = trial.start(spin, on: subject)
        try await trial.untilAlarms(3, on: subject)
        if subject.manual != nil {
          try await trial.pass(9, on: subject)
          try await trial.idle(running)
          try trial.expect("The events after 9 units of time", running.state, [])
        }
        try await trial.pass(30, on: subject)
        try await trial.until("Three delays pass.") { running.state.count == 3 }
        try trial.expect("The events", running.state, [10, 20, 30])
        try trial.expect("The events that came too early", early.entries, [])
      },
      Conformance(
        "periodsDoNotDrift", promises: ["12.1"], timed: true,
        "The k-th event of a period comes k periods after the start, and none is left out."
      ) { trial, subject in
        let (unit, scheduler) = (subject.unit, subject.runtime.scheduler)
        let early = trial.log()
        let begin = scheduler.now
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(while: { $0 < 5 }) { .every(unit * 2, 1) }
          Reducer { count, step in
            count += step
            if scheduler.now < begin + unit * (2 * count) { early("\(count)") }
          }
        }
        let running = trial.start(spin, on: subject)
        try await trial.untilAlarms(1, on: subject)
        if subject.manual != nil {
          try await trial.pass(7, on: subject)
          try await trial.idle(running)
          try trial.expect("The events after three and a half periods", running.state, 3)
        }
        try await trial.pass(10, on: subject)
        try await trial.settle(running)
        try trial.expect("The number of events", running.state, 5)
        try trial.expect("The events that came too early", early.entries, [])
      },
      Conformance(
        "aCancelledDelayIsForgotten", promises: ["12.6"], timed: true,
        "A delay or a period that is replaced is forgotten by the scheduler, and yields nothing."
      ) { trial, subject in
        let unit = subject.unit
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(filteredBy: \.isEmpty) { _ in
            .merge(.just("cancel"), .after(unit * 200, "delay"), .every(unit * 200, "tick"))
          }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.settle(running)
        if let manual = subject.manual {
          try trial.expect("The number of alarms that are set", manual.alarmCount, 0)
        }
        try await trial.pass(202, on: subject)
        try await trial.idle(running)
        try trial.expect("The events", running.state, ["cancel"])
      },
      Conformance(
        "aNewerValueDebounces", promises: ["12.6"], timed: true,
        "A delay that is replaced before it has passed begins again."
      ) { trial, subject in
        let unit = subject.unit
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(on: { $0.last { $0 > 0 } }) { .after(unit * 200, -$0) }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        for number in 1...3 {
          running.emit(number)
          if subject.manual != nil {
            try await trial.untilAlarms(1, on: subject)
            try await trial.idle(running)
            try await trial.pass(199, on: subject)
          }
        }
        try await trial.pass(200, on: subject)
        try await trial.settle(running)
        try trial.expect("The events", running.state, [1, 2, 3, -3])
      },
      Conformance(
        "aThrottledFeedbackStartsOnceAPeriod", promises: ["16.1", "16.5"], timed: true,
        "A throttled feedback starts once a period, and the newest of a period at its end."
      ) { trial, subject in
        let (unit, scheduler) = (subject.unit, subject.runtime.scheduler)
        let (answers, early) = (trial.log(of: Int.self), trial.log(of: Int.self))
        let begin = scheduler.now
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(on: { $0 }) { number in
            if scheduler.now < begin + unit * answers.count { early(number) }
            answers(number)
            return .none
          }
          .throttled(for: unit, latest: true)
          Reducer { newest, number in newest = number }
        }
        let running = trial.start(spin, on: subject)
        for number in 1...3 { running.emit(number) }
        if subject.manual != nil {
          try await trial.idle(running)
          try trial.expect("The starts in the first period", answers.entries, [0])
          try await trial.untilAlarms(1, on: subject)
          try await trial.pass(1, on: subject)
        }
        try await trial.until("The newest of the period starts.") { answers.entries.last == 3 }
        // Real time may pass between two events, which then have periods of their own.
        let starts = answers.entries
        try trial.expect(
          "The starts", starts, subject.manual != nil ? [0, 3] : Set(starts + [0]).sorted())
        try trial.expect("The starts that came too early", early.entries, [])
      },
      Conformance(
        "aRuntimeKeepsTimeByItself", promises: ["12.2"],
        "Without a scheduler from outside, delays pass by themselves."
      ) { trial, subject in
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(on: { $0.count { $0 == "" } }) { _ in
            // In this order, because real time passes between two starts.
            .merge(.after(.zero, "sooner"), .after(subject.unit * 10, "later"))
          }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.untilTime(on: subject, "Two delays pass.") { running.state.count == 2 }
        try trial.expect("The events", running.state, ["sooner", "later"])
      },
    ]
  }
}
