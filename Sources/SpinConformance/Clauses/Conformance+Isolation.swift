internal import SpinCore
internal import SpinTesting

extension Conformance {
  /// Clauses 11 and 14.
  static var isolation: [Conformance] {
    [
      Conformance(
        "closuresAreCalledWhereTheRuntimeSays", promises: ["11.1"],
        "Reducers, feedbacks, observers and registrations are called where the isolation says."
      ) { trial, subject in
        let isAtHome = trial.home(of: subject)
        let away = trial.log()
        let visit = { @Sendable (place: String) in if !isAtHome() { away(place) } }
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback { number in
            visit("feedback")
            if number >= 3 { return .none }
            return .registering { emit in
              visit("registration")
              emit(1)
              return Cancellation { visit("cancellation") }
            }
          }
          Feedback(filteredBy: { $0 < 10 && $0 >= 3 }) { _ in .run { 1 } }
          Reducer { number, step in
            visit("reducer")
            number += step
          }
        }
        let running = trial.start(spin, on: subject) { _ in visit("observer") }
        try await trial.settle(running)
        let gone = trial.signal()
        trial.onSettled(running) {
          visit("settled")
          gone.set()
        }
        try await trial.until("The loop says that it is settled.") { gone.isSet }
        try trial.expect(
          "The closures called elsewhere than \(running.isolation)", away.entries, [])
      },
      Conformance(
        "onTheCallersThreadEmitMakesTheStep", promises: ["11.5"],
        "If the loop may run turns at once, the step of an event is made before its emit returns."
      ) { trial, subject in
        guard subject.runtime.runsTurnsAtOnce || subject.runtime.isolation == .callersThread else {
          return
        }
        let threads = trial.log(of: Int.self)
        let spin = Spin<Int, Int>(initialState: 0) {
          Reducer { sum, number in
            threads(currentThreadID())
            sum += number
          }
        }
        let running = trial.start(spin, on: subject)
        let states = trial.log(of: Int.self)
        let own = trial.log(of: Int.self)
        try await trial.onThreads(1) { _ in
          own(currentThreadID())
          for _ in 0..<20 {
            running.emit(1)
            states(running.state)
          }
          let visits = ProbeVisits(trial, entries: 1)
          subject.runtime.schedule(visits.turn)
          if !visits.isOver || visits.threads != [currentThreadID()] {
            trial.fail(
              expected:
                "A runtime that lets loops run turns at once runs a turn within schedule(_:).",
              found: "The turn was run later, or by another thread.")
          }
        }
        try trial.expect("The states when emit has returned", states.entries, Array(1...20))
        try trial.expect("The threads", Set(threads.entries), Set(own.entries))
      },
      Conformance(
        "anEmitMakesItsStepWhereTheRuntimeIsIsolated", promises: ["11.6", "11.8"],
        "If the runtime can tell where its turns run, an emit there makes its step, and no other does."
      ) { trial, subject in
        let runtime = subject.runtime
        guard runtime.isIsolatingCurrentContext() != nil else { return }
        let spin = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
        let running = trial.start(spin, on: subject)
        try await trial.settle(running)
        let (answers, states) = (trial.log(of: Bool?.self), trial.log(of: Int.self))
        let visit = { @Sendable in
          answers(runtime.isIsolatingCurrentContext())
          running.emit(1)
          states(running.state)
        }
        let visits = ProbeVisits(trial, entries: 1, visit: visit)
        runtime.schedule(visits.turn)
        try await trial.until("A turn is run.") { visits.isOver }
        try trial.expect(
          "Whether a turn runs where the runtime is isolated", answers.entries, [true])
        try trial.expect("The state after an emit there", states.entries, [1])
        try await trial.onThreads(1) { _ in answers(runtime.isIsolatingCurrentContext()) }
        try trial.expect("Whether another thread is there", answers.entries.last, false)
      },
      Conformance(
        "noClosureSeesTheCancellationOfAnEffect", promises: ["11.3"],
        "The closures of a loop never find the task cancelled that an effect was cancelled with."
      ) { trial, subject in
        let (seen, begun, never) = (
          trial.log(of: Bool.self), trial.log(of: Int.self), trial.signal()
        )
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(on: { $0 }) { number in
            .run {
              begun(number)
              await never.wait()
              return nil
            }
          }
          Feedback.source {
            .run { emit in
              await never.wait()
              emit.finish()
            }
          }
          Reducer { count, step in
            seen(Task.isCancelled)
            count += step
          }
        }
        let running = trial.start(spin, on: subject) { _ in seen(Task.isCancelled) }
        for number in 0..<30 {
          try await trial.until("Body \(number) begins.") { begun.contains(number) }
          running.emit(1)
        }
        running.loop.wait(LoopWaiter(.finished) { _ in seen(Task.isCancelled) })
        running.stop()
        try await trial.finish(running)
        try trial.expect(
          "How many closures found their task cancelled", seen.entries.count { $0 }, 0)
      },
      Conformance(
        "noStepIsMadeInsideAnother", promises: ["2.3"],
        "A loop that emits into another makes no step of it inside its own, and waits for none."
      ) { trial, subject in
        let (first, second) = (Weak<Int, Int>(), Weak<Int, Int>())
        let (inside, nested) = (Box(0), trial.log())
        let spin = Spin<Int, Int>(initialState: 0) { Reducer.adding }
        let runs = [
          trial.start(spin, on: subject) { transition in
            guard transition.event != nil else { return }
            inside.set(currentThreadID())
            second.emit(1)
            inside.set(0)
          },
          trial.start(spin, on: subject) { transition in
            guard transition.event != nil else { return }
            if inside.value == currentThreadID() { nested("nested") }
            _ = first.value?.state
          },
        ]
        first.set(runs[0])
        second.set(runs[1])
        for _ in 0..<50 {
          runs[0].emit(1)
          try await trial.settle(runs[0])
          try await trial.settle(runs[1])
        }
        try trial.expect("The steps made inside a step of another loop", nested.entries, [])
        try trial.expect("The events of the second loop", runs[1].state, 50)
      },
      Conformance(
        "twoLoopsMayEmitIntoEachOther", promises: ["2.3"],
        "Two loops that answer each other 10,000 times use constant stack."
      ) { trial, subject in
        let (ping, pong, gauge) = (Weak<Int, Int>(), Weak<Int, Int>(), StackGauge())
        let (rounds, isOver) = (chainLength / 10, trial.signal())
        let spin = Spin<Int, Int>(initialState: 0) { Reducer { newest, number in newest = number } }
        let answer = { @Sendable (transition: Transition<Int, Int>, other: Weak<Int, Int>) in
          guard let number = transition.event else { return }
          trial.check(gauge, after: number) { other.value?.stop() }
          if number < rounds { other.emit(number + 1) } else { isOver.set() }
        }
        ping.set(trial.start(spin, on: subject) { answer($0, pong) })
        pong.set(trial.start(spin, on: subject) { answer($0, ping) })
        try await trial.onThreads(1) { _ in ping.emit(1) }
        try await trial.until("The loops have answered each other.") { isOver.isSet }
      },
      Conformance(
        "runsKnowNothingOfEachOther", promises: ["14.1"],
        "Runs of one spin at the same time, on one runtime, have states and effects of their own."
      ) { trial, subject in
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(on: { $0.first }) { first in .run { first + 100 } }
          Reducer.appending
        }
        let runs = (0..<20).map { _ in trial.start(spin, on: subject) }
        for (number, running) in runs.enumerated() { running.emit(number) }
        for (number, running) in runs.enumerated() {
          try await trial.settle(running)
          try trial.expect("The events of run \(number)", running.state, [number, number + 100])
          running.stop()
        }
      },
    ]
  }
}

extension Trial {
  /// Returns a closure that checks whether code runs where the runtime calls closures.
  ///
  /// The closure returns `true` if this cannot be determined.
  func home(of subject: Subject) -> @Sendable () -> Bool {
    if let isAtHome = subject.isAtHome { return isAtHome }
    return switch subject.runtime.isolation {
    case .tasks: { withUnsafeCurrentTask { $0 != nil } }
    case .mainActor: { MainThread.isCurrent }
    case .serialQueue, .callersThread, .custom: { true }
    }
  }
}
