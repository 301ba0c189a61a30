internal import SpinCore

extension Conformance {
  /// The promises of a runtime about turns.
  static var turns: [Conformance] {
    [
      Conformance(
        "aTurnIsRunOnce", "A turn that is scheduled is run once, by one thread at a time."
      ) {
        trial, subject in
        for _ in 0..<200 {
          let visits = ProbeVisits(trial, entries: 1)
          subject.runtime.schedule(visits.turn)
          try await trial.until("A turn is run.") { visits.isOver }
        }
      },
      Conformance(
        "theRestOfASliceIsRun",
        "A runtime that runs a slice of a turn runs the rest as well, to the end of the turn."
      ) { trial, subject in
        let visits = ProbeVisits(trial, entries: chainLength / 5)
        subject.runtime.schedule(visits.turn)
        try await trial.until("A turn of many entries is run to its end.") { visits.isOver }
      },
      Conformance(
        "loopsOfOneQueueGetSlicesInTurn", promises: ["25.5"],
        "Of the loops that share a queue or the main actor, each gets a slice before any gets its second."
      ) { trial, subject in
        switch subject.runtime.isolation {
        case .serialQueue, .mainActor: break
        case .tasks, .callersThread, .custom: return
        }
        let log = trial.log(of: Int.self)
        let visits = (0..<3).map { number in
          ProbeVisits(trial, entries: chainLength / 5) { log(number) }
        }
        // From a turn, so that all of them wait before one is run.
        let outer = ProbeVisits(trial, entries: 1) {
          for visits in visits { subject.runtime.schedule(visits.turn) }
        }
        subject.runtime.schedule(outer.turn)
        try await trial.until("Three turns of many entries are run.") {
          visits.allSatisfy(\.isOver)
        }
        var counts = [0, 0, 0]
        for number in log.entries {
          counts[number] += 1
          try trial.require(
            counts.allSatisfy { counts[number] - $0 <= 1 },
            expected: "Each of three turns gets a slice before any gets its second.",
            found: "Turn \(number) got slice \(counts[number]) when the turns had got \(counts).")
        }
      },
      Conformance(
        "everyTurnIsRun", "Turns of many loops, scheduled by several threads, are all run once."
      ) { trial, subject in
        let visits = (0..<400).map { _ in ProbeVisits(trial, entries: 2) }
        try await trial.onThreads(4) { thread in
          for number in 0..<100 { subject.runtime.schedule(visits[thread * 100 + number].turn) }
        }
        try await trial.until("400 turns are run.") { visits.allSatisfy(\.isOver) }
      },
      Conformance(
        "aTurnMayScheduleAnother",
        "A turn of one loop may schedule the turn of another, and start a body."
      ) { trial, subject in
        let (inner, called) = (ProbeVisits(trial, entries: 1), trial.signal())
        let body = RuntimeProbe().body {
          called.set()
          return nil
        }
        let outer = ProbeVisits(trial, entries: 1) {
          subject.runtime.schedule(inner.turn)
          _ = subject.runtime.start(body, on: nil)
        }
        subject.runtime.schedule(outer.turn)
        try await trial.until("A turn that schedules another and starts a body comes to its end.") {
          outer.isOver && inner.isOver && called.isSet
        }
      },
      Conformance(
        "aTurnElsewhereIsRun",
        "A turn that is scheduled by a task that is cancelled is run outside of the task."
      ) { trial, subject in
        let cancelled = trial.log(of: Bool.self)
        let visits = ProbeVisits(trial, entries: 1) { cancelled(Task.isCancelled) }
        await Task {
          withUnsafeCurrentTask { $0?.cancel() }
          subject.runtime.scheduleElsewhere(visits.turn)
        }.value
        try await trial.until("A turn is run.") { visits.isOver }
        try trial.expect(
          "Whether its closures find their task cancelled", cancelled.entries, [false])
      },
      Conformance(
        "loopsThatNeverRestLeaveOthersTheirTurn",
        "Two loops that emit into each other endlessly do not keep a third loop from making its step."
      ) { trial, subject in
        let (first, second, third) = (Weak<Int, Int>(), Weak<Int, Int>(), Weak<Int, Int>())
        let served = trial.signal()
        let spin = Spin<Int, Int>(initialState: 0) { Reducer { count, _ in count &+= 1 } }
        let pong = { @Sendable (transition: Transition<Int, Int>, other: Weak<Int, Int>) in
          guard transition.event != nil, !served.isSet else { return }
          if transition.number == 100 { third.emit(1) }
          other.emit(1)
        }
        first.set(trial.start(spin, on: subject) { pong($0, second) })
        second.set(trial.start(spin, on: subject) { pong($0, first) })
        third.set(trial.start(spin, on: subject) { if $0.event != nil { served.set() } })
        let handle = first
        try await trial.onThreads(1) { _ in handle.emit(1) }
        try await trial.until("The third loop makes its step.") { served.isSet }
      },
      Conformance("aTurnIsLetGo", "A runtime keeps nothing of a turn that has come to its end.") {
        trial, subject in
        let census = Census(trial)
        for _ in 0..<3 {
          let counted = Counted(in: census)
          let visits = ProbeVisits(trial, entries: 1) { withExtendedLifetime(counted) {} }
          subject.runtime.schedule(visits.turn)
          try await trial.until("A turn is run.") { visits.isOver }
        }
        try await trial.until("What a turn has captured is let go.") { census.alive == 0 }
      },
    ]
  }
}
