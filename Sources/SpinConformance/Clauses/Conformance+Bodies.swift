internal import SpinCore

extension Conformance {
  /// The promises of a runtime about the async bodies of effects.
  static var bodies: [Conformance] {
    [
      Conformance("aBodyIsCalledOnce", "A body that is started is called once, in a task.") {
        trial, subject in
        let calls = trial.log(of: Bool.self)
        for _ in 0..<50 {
          let body = RuntimeProbe().body {
            calls(withUnsafeCurrentTask { $0 != nil })
            return nil
          }
          _ = subject.runtime.start(body, on: nil)
        }
        try await trial.until("50 bodies are called.") { calls.count >= 50 }
        try await trial.probe(subject)
        let inTasks = [Bool](repeating: true, count: 50)
        try trial.expect("Whether each call of a body was in a task", calls.entries, inTasks)
      },
      Conformance("theTurnOfABodyIsRun", "A turn that a body returns is run once.") {
        trial, subject in
        for executor in [nil, QueueExecutor()] {
          for _ in 0..<20 {
            let visits = ProbeVisits(trial, entries: 3)
            _ = subject.runtime.start(RuntimeProbe().body { visits.turn }, on: executor)
            try await trial.until("The turn that a body returns is run to its end.") {
              visits.isOver
            }
          }
        }
      },
      Conformance(
        "bodiesRunSideBySide",
        "A body that waits keeps neither the call that starts it nor another body from going on."
      ) { trial, subject in
        let (first, second) = (trial.signal(), trial.signal())
        let ends = trial.log()
        let meet = { @Sendable (mine: Signal, other: Signal) -> EffectBody in
          RuntimeProbe().body {
            mine.set()
            await other.wait()
            ends("end")
            return nil
          }
        }
        trial.note("The call that starts a body does not wait for its end.")
        _ = subject.runtime.start(meet(first, second), on: nil)
        _ = subject.runtime.start(meet(second, first), on: nil)
        try await trial.until("Two bodies that wait for each other come to their ends.") {
          ends.count == 2
        }
      },
      Conformance(
        "cancellingReachesItsBodyAndNoOther", promises: ["6.8", "6.12"],
        "The cancellation that starting a body returns cancels the task of this body, and no other."
      ) { trial, subject in
        let log = trial.log()
        let goOn = trial.signal()
        let body = { @Sendable (name: String) -> EffectBody in
          RuntimeProbe().body {
            log("\(name) begins")
            log("\(name) \(await goOn.wait() ? "goes on" : "is cancelled")")
            return nil
          }
        }
        _ = subject.runtime.start(body("first"), on: nil)
        let second = subject.runtime.start(body("second"), on: nil)
        _ = subject.runtime.start(body("third"), on: nil)
        try await trial.until("Three bodies are called.") { log.count == 3 }
        second.cancel()
        try await trial.until("The body that was cancelled learns of it.") {
          log.contains("second is cancelled")
        }
        goOn.set()
        try await trial.until("Three bodies come to their ends.") { log.count == 6 }
        try trial.expect(
          "The ends of the bodies", log.entries.suffix(3).sorted(),
          ["first goes on", "second is cancelled", "third goes on"])
      },
      Conformance(
        "onlyTheLoopCancelsABody", promises: ["6.12"],
        "The task of a body is cancelled only by the value that starting it has returned."
      ) { trial in
        let subject = trial.unusedSubject()
        let (begun, ended) = (trial.log(of: Int.self), trial.log(of: Int.self))
        let (cancelled, goOn, executor) = (trial.log(of: Int.self), trial.signal(), QueueExecutor())
        let waiting = { @Sendable (number: Int) -> EffectBody in
          RuntimeProbe().body {
            begun(number)
            if await !goOn.wait() || Task.isCancelled { cancelled(number) }
            await Task.yield()
            if Task.isCancelled { cancelled(number) }
            ended(number)
            return nil
          }
        }
        // In rounds: bodies end and turns are run while the bodies of earlier rounds wait.
        for round in 0..<10 {
          for number in 0..<10 {
            _ = subject.runtime.start(
              waiting(round * 10 + number), on: number.isMultiple(of: 3) ? executor : nil)
          }
          let visits = ProbeVisits(trial, entries: 1)
          _ = subject.runtime.start(RuntimeProbe().body { visits.turn }, on: nil)
          try await trial.until("Ten bodies are called, and the turn of another is run.") {
            begun.count == 10 * (round + 1) && visits.isOver
          }
        }
        // A body may take as long as it likes.
        try await trial.pass(5, on: subject)
        goOn.set()
        try await trial.until("100 bodies come to their ends.") { ended.count == 100 }
        try trial.expect(
          "The bodies that found their tasks cancelled", Set(cancelled.entries).sorted(), [])
      },
      Conformance(
        "aBodyCancelledBeforeItBeganIsCalled", promises: ["6.9"],
        "A body whose task was cancelled before it began is called, in a cancelled task."
      ) { trial, subject in
        let seen = trial.log(of: Bool.self)
        let executor = QueueExecutor(isHeld: true)
        let body = RuntimeProbe().body {
          seen(Task.isCancelled)
          return nil
        }
        subject.runtime.start(body, on: executor).cancel()
        executor.release()
        try await trial.until("A body whose task was cancelled before it began is called.") {
          seen.count > 0
        }
        try trial.expect("Whether its task is cancelled", seen.entries, [true])
      },
      Conformance(
        "manyBodiesMayBeCancelledAtOnce", promises: ["6.8"],
        "Bodies that several threads start and cancel at once are all called, and all learn of it."
      ) { trial, subject in
        let ends = trial.log(of: Bool.self)
        let never = trial.signal()
        try await trial.onThreads(4) { _ in
          for _ in 0..<50 {
            let body = RuntimeProbe().body {
              ends(await never.wait())
              return nil
            }
            subject.runtime.start(body, on: nil).cancel()
          }
        }
        try await trial.until("200 bodies that are cancelled come to their ends.") {
          ends.count == 200
        }
      },
      Conformance(
        "allOfABodyRunsOnItsExecutor", promises: ["11.2"],
        "A body whose feedback asks for an executor runs there from its beginning to its end."
      ) { trial, subject in
        guard !subject.isPumped else { return }
        let places = trial.log(of: Bool.self)
        let (executor, goOn) = (QueueExecutor(), trial.signal())
        let body = RuntimeProbe().body {
          places(executor.isCurrent)
          await goOn.wait()
          places(executor.isCurrent)
          await Task.yield()  // Not a wait: a yield reaches the executor in another way.
          places(executor.isCurrent)
          return nil
        }
        _ = subject.runtime.start(body, on: executor)
        try await trial.until("A body is called.") { places.count == 1 }
        goOn.set()
        try await trial.until("A body comes to its end.") { places.count == 3 }
        try trial.expect(
          "Whether the body was on its executor, before and after it waited", places.entries,
          [true, true, true])
      },
      Conformance("aBodyIsLetGo", "A runtime keeps nothing of a body that has returned.") {
        trial, subject in
        let (census, ends) = (Census(trial), trial.log(of: Int.self))
        for number in 0..<3 {
          let counted = Counted(in: census)
          let body = RuntimeProbe().body {
            withExtendedLifetime(counted) { ends(number) }
            return nil
          }
          // The cancellation of the body may still be kept and called.
          let cancellation = subject.runtime.start(body, on: nil)
          try await trial.until("A body is called.") { ends.count > number }
          cancellation.cancel()
        }
        try await trial.until("What a body has captured is let go.") { census.alive == 0 }
      },
    ]
  }
}
