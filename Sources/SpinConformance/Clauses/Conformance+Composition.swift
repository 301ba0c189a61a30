internal import SpinCore

extension Conformance {
  /// Promises about combined effects, composed spins, messages between loops, and limits on events.
  static var composition: [Conformance] {
    [
      Conformance(
        "theStagesOfAnEffectFollowEachOther", promises: ["17.4", "17.11"],
        "The slower part of a race is cancelled, and what follows begins when the faster one has ended."
      ) { trial, subject in
        let (log, begun, never) = (trial.log(), trial.signal(), trial.signal())
        let spin = Spin<[String], String>(initialState: []) {
          Feedback(filteredBy: \.isEmpty) { _ in
            .race(
              .run {
                await begun.wait()
                return "the faster"
              },
              .run {
                begun.set()
                if await !never.wait() { log("cancelled") }
                return nil
              }
            )
            .then(.run { "what follows" })
          }
          .strategy(.continueOnNewState)
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        try await trial.settle(running)
        try trial.expect("The events", running.state, ["the faster", "what follows"])
        try await trial.until("The slower part is cancelled.") { log.entries == ["cancelled"] }
      },
      Conformance(
        "aRepeatIsDroppedUntilItsIntervalHasPassed", promises: ["20.1"], timed: true,
        "A repeat within the interval is dropped, by the time of the runtime's scheduler."
      ) { trial, subject in
        let drops = trial.log(of: Int.self)
        func start(within interval: Int) -> RunningSpin<[Int], Int> {
          let spin = Spin<[Int], Int>(initialState: []) {
            DropRepeats(within: subject.unit * interval) { $0 }
            Reducer.appending
          }
          return trial.start(
            spin, on: subject, options: RunOptions(onDrop: { drops($0.event) }))
        }
        if subject.manual == nil {
          // Real time: an interval that does not pass, and one that has passed.
          let (long, short) = (start(within: 1_000_000), start(within: 1))
          for running in [long, short] {
            running.emit(1)
            try await trial.settle(running)
          }
          try await trial.pass(2, on: subject)
          for running in [long, short] {
            running.emit(1)
            try await trial.settle(running)
          }
          try trial.expect("The events within an interval", long.state, [1])
          try trial.expect("The events with an interval between them", short.state, [1, 1])
          return try trial.expect("The repeats", drops.entries, [1])
        }
        let running = start(within: 2)
        for number in [1, 1, 2] { running.emit(number) }
        try await trial.pass(1, on: subject)
        running.emit(1)
        try await trial.settle(running)
        try await trial.pass(2, on: subject)
        for number in [1, 2] { running.emit(number) }
        try await trial.settle(running)
        try trial.expect("The events", running.state, [1, 2, 1, 2])
        try trial.expect("The repeats", drops.entries, [1, 1])
      },
      Conformance(
        "aPartBehavesAsItDoesAlone", promises: ["22.2", "22.3"],
        "The feedbacks of a part answer its own events, and those of the whole that change it."
      ) { trial, subject in
        let answers = trial.log()
        let spin = Spin<Page, Change>(initialState: Page()) {
          Scope(state: \.names, event: Change.name, from: \.name) {
            Spin<[String], String>(initialState: []) {
              Feedback.sideEffect { answers($0.joined()) }
              Feedback(on: \.first) { first in .run { "after \(first)" } }
              Reducer.appending
            }
          }
          Page.reducer
        }
        let running = trial.start(spin, on: subject)
        for change in [Change.notice("a"), .names(["b"]), .notice("c")] { running.emit(change) }
        try await trial.settle(running)
        try trial.expect("The part", running.state.names, ["b", "after b"])
        running.emit(.name("d"))
        try await trial.settle(running)
        try trial.expect("The answers", answers.entries, ["", "b", "bafter b", "bafter bd"])
      },
      Conformance(
        "aMessageReachesEveryReceiver", promises: ["23.1", "23.5"],
        "All receivers hear the messages of a gear in one order, and are settled after the last one."
      ) { trial, subject in
        let gear = Gear<Int>()
        let listener = Spin<[Int], Int>(initialState: []) {
          Feedback.receiving(from: gear) { $0 }
          Reducer.appending
        }
        let speaker = Spin<Int, Int>(initialState: 0) {
          Feedback.sendingTransitions(to: gear) { $0.event }
          Reducer { newest, number in newest = number }
        }
        let listeners = (0..<2).map { _ in trial.start(listener, on: subject) }
        let speakers = (0..<2).map { _ in trial.start(speaker, on: subject) }
        for running in listeners { try await trial.settle(running) }
        try await trial.onThreads(2) { thread in
          for number in 0..<50 { speakers[thread].emit(100 * thread + number) }
        }
        for running in speakers { try await trial.settle(running) }
        for running in listeners { try await trial.settle(running) }
        let heard = listeners.map { $0.state }
        try trial.expect("What the second hears, as the first does", heard[1] == heard[0], true)
        try trial.expect(
          "What both have said, sorted", heard[0].sorted(), Array(0..<50) + (100..<150))
      },
      Conformance(
        "aBoundedMailboxKeepsItsBound", promises: ["24.7", "24.11"],
        "A full mailbox drops the oldest event or the newest one, as its policy says, and reports it."
      ) { trial, subject in
        for (policy, kept) in [(OverflowPolicy<Int>.dropOldest, [3, 4]), (.dropNewest, [0, 1])] {
          let drops = trial.log(of: Int.self)
          let options = RunOptions<[Int], Int>(
            mailbox: .bounded(2, policy), onDrop: { drops($0.event) })
          let running = trial.start(
            Spin<[Int], Int>(initialState: []) { Reducer.appending }, on: subject, options: options)
          try await trial.settle(running)
          running.suspend()
          for number in 0..<5 { running.emit(number) }
          running.resume()
          try await trial.settle(running)
          try trial.expect("The events of \(policy)", running.state, kept)
          try trial.expect(
            "The drops of \(policy)", drops.entries, (0..<5).filter { !kept.contains($0) })
        }
      },
    ]
  }
}
