internal import SpinCore
internal import SpinTesting

extension Trial {
  /// Waits until a condition is met, and advances the time if the scheduler is manual.
  func untilTime(
    on subject: Subject, _ what: String, _ isTrue: @escaping @Sendable () -> Bool
  ) async throws {
    guard let manual = subject.manual else { return try await until(what, isTrue) }
    try await until(what) {
      while !isTrue() { guard manual.advanceToNextAlarm() else { return false } }
      return true
    }
  }
}

extension Conformance {
  /// The promises of a scheduler about alarms.
  static var alarms: [Conformance] {
    [
      Conformance(
        "anAlarmRingsOnceAndNotTooEarly", promises: ["12.2"],
        "An action is called once, when its delay has passed by the scheduler's own time."
      ) { trial, subject in
        let (scheduler, unit) = (subject.runtime.scheduler, subject.unit)
        let early = trial.log(of: Duration.self)
        let rung = trial.log(of: Int.self)
        for delay in [0, 1, 5, 50] {
          let due = scheduler.now + unit * delay
          _ = scheduler.after(unit * delay) {
            if scheduler.now < due { early(due - scheduler.now) }
            rung(delay)
          }
        }
        // At many moments, because a clock may stand still at some.
        for _ in 0..<20 {
          let (due, next) = (scheduler.now + unit, trial.signal())
          _ = scheduler.after(unit) {
            if scheduler.now < due { early(due - scheduler.now) }
            next.set()
          }
          try await trial.untilTime(on: subject, "An alarm rings.") { next.isSet }
        }
        try await trial.untilTime(on: subject, "Four alarms ring.") { Set(rung.entries).count == 4 }
        let last = trial.signal()
        _ = scheduler.after(unit) { last.set() }
        try await trial.untilTime(on: subject, "A last alarm rings.") { last.isSet }
        try trial.expect("How much too early alarms were", early.entries, [])
        try trial.expect("The alarms that rang", rung.entries.sorted(), [0, 1, 5, 50])
      },
      Conformance(
        "timeNeverDecreases", promises: ["12.7"],
        "The time of a scheduler passes, and never decreases."
      ) { trial in
        for subject in [try await trial.subject(), try await trial.timedSubject()] {
          let scheduler = subject.runtime.scheduler
          let steps = trial.log()
          // Many at a time: between two reads that are far apart, a step back is smaller than the time
          // that passes.
          let read = { @Sendable in
            var latest = scheduler.now
            for _ in 0..<500 {
              let now = scheduler.now
              if now < latest { steps("\(latest), then \(now)") }
              latest = now
            }
          }
          let (begin, rung) = (scheduler.now, trial.log(of: Int.self))
          try await trial.onThreads(2) { _ in read() }
          for delay in 1...5 {
            _ = scheduler.after(subject.unit * delay) {
              read()
              rung(delay)
            }
          }
          try await trial.untilTime(on: subject, "Five alarms ring.") { rung.count == 5 }
          let passed = scheduler.now - begin
          try trial.require(
            steps.entries.isEmpty, expected: "Times that never decrease.",
            found: "\(steps.entries.prefix(3))")
          try trial.require(
            passed >= subject.unit * 5,
            expected: "\(subject.unit * 5) have passed by the scheduler's time.", found: "\(passed)"
          )
        }
      },
      Conformance(
        "alarmsRingInOrderOfDeadline", promises: ["12.3"],
        "Actions are called in order of their deadlines, whatever the order they were set in."
      ) { trial, subject in
        let scheduler = subject.runtime.scheduler
        let rung = trial.log(of: Int.self)
        var deadlines: [Int: ClosedRange<Duration>] = [:]
        for number in [5, 2, 8, 1, 6, 3, 7, 4] {
          let (delay, before) = (subject.unit * (2 * number), scheduler.now)
          _ = scheduler.after(delay) { rung(number) }
          deadlines[number] = (before + delay)...max(before, scheduler.now) + delay
        }
        try await trial.untilTime(on: subject, "Eight alarms ring.") { rung.count == 8 }
        // On a busy machine, time passes between two calls that set alarms.
        for (earlier, later) in zip(rung.entries, rung.entries.dropFirst()) {
          guard let first = deadlines[earlier], let second = deadlines[later] else { continue }
          try trial.require(
            first.lowerBound <= second.upperBound,
            expected: "Alarms that ring in order of deadline.",
            found:
              "Alarm \(earlier), due at \(first.lowerBound), rang before alarm \(later), due at "
              + "\(second.upperBound).")
        }
      },
      Conformance(
        "alarmsOfOneDelayRingInOrderOfRegistration", promises: ["12.3"],
        "Actions that are set with one delay are called in the order in which they were set."
      ) { trial, subject in
        for delay in [Duration.zero, subject.unit] {
          let rung = trial.log(of: Int.self)
          for number in 0..<100 {
            _ = subject.runtime.scheduler.after(delay) { rung(number) }
          }
          try await trial.untilTime(on: subject, "100 alarms ring.") { rung.count == 100 }
          try trial.expect("The order of the alarms", rung.entries, Array(0..<100))
        }
      },
      Conformance(
        "aCancelledAlarmDoesNotRing", promises: ["12.6"],
        "An action that is cancelled in time is not called."
      ) { trial, subject in
        let scheduler = subject.runtime.scheduler
        var (isInTime, units) = (false, 50)
        // Repeat until the machine is fast enough to cancel in time.
        while !isInTime {
          units *= 2
          let (rung, begin) = (trial.log(), scheduler.now)
          let alarms = (0..<3).map { _ in
            scheduler.after(subject.unit * units) { rung("cancelled") }
          }
          _ = scheduler.after(subject.unit * (units + 1)) { rung("last") }
          for alarm in alarms { alarm.cancel() }
          isInTime = scheduler.now - begin < subject.unit * units
          try await trial.untilTime(on: subject, "The alarm that was not cancelled rings.") {
            rung.contains("last")
          }
          if isInTime { try trial.expect("The alarms that rang", rung.entries, ["last"]) }
        }
      },
      Conformance(
        "aCancelledAlarmIsForgotten", promises: ["12.6"],
        "A scheduler lets the action of a cancelled alarm go at once, not when its time has come."
      ) { trial, subject in
        let (scheduler, census) = (subject.runtime.scheduler, Census(trial))
        func set() -> Cancellation {
          let counted = Counted(in: census)
          return scheduler.after(.seconds(3600)) { withExtendedLifetime(counted) {} }
        }
        let alarms = (0..<3).map { _ in set() }
        // After another alarm has rung, the scheduler waits for the alarms that the test cancels.
        let rung = trial.log()
        _ = scheduler.after(subject.unit * 5) { rung("other") }
        try await trial.untilTime(on: subject, "The other alarm rings.") { rung.count == 1 }
        for alarm in alarms { alarm.cancel() }
        try await trial.until("The action of a cancelled alarm is let go.") { census.alive == 0 }
      },
      Conformance(
        "anAlarmIsLetGoOnceItHasRung", promises: ["12.14"],
        "A scheduler keeps nothing of an action that it has called."
      ) { trial, subject in
        let (census, rung) = (Census(trial), trial.log())
        func set() -> Cancellation {
          let counted = Counted(in: census)
          return subject.runtime.scheduler.after(subject.unit) {
            withExtendedLifetime(counted) { rung("rung") }
          }
        }
        let cancellation = set()
        try await trial.untilTime(on: subject, "An alarm rings.") { rung.count == 1 }
        try await trial.until("What its action has captured is let go.") { census.alive == 0 }
        cancellation.cancel()
      },
      Conformance(
        "anEndlessDelayDoesNotRing", promises: ["12.9"],
        "A delay of 146 billion years may be asked for, and does not pass."
      ) { trial, subject in
        let scheduler = subject.runtime.scheduler
        let rung = trial.log()
        let endless = scheduler.after(.seconds(Int64.max / 2)) { rung("endless") }
        _ = scheduler.after(subject.unit) { rung("short") }
        try await trial.untilTime(on: subject, "The alarm after the endless one rings.") {
          rung.contains("short")
        }
        endless.cancel()
        try trial.expect("The alarms that rang", rung.entries, ["short"])
      },
      Conformance(
        "anActionMaySetAndCancelAlarms", promises: ["12.4"],
        "An action may set an alarm and cancel another; none is called within the call that sets it."
      ) { trial, subject in
        let (scheduler, unit) = (subject.runtime.scheduler, subject.unit)
        let rung = trial.log()
        _ = scheduler.after(unit) {
          rung("begins")
          // Set here, so that it is cancelled in time on a machine that is slow to call the action.
          let other = scheduler.after(unit * 40) { rung("cancelled") }
          other.cancel()
          _ = scheduler.after(.zero) { rung("at once") }
          _ = scheduler.after(unit * 42) { rung("later") }
          rung("ends")
        }
        try await trial.untilTime(on: subject, "An alarm that an action has set rings.") {
          rung.contains("later")
        }
        try trial.expect("What happened", rung.entries, ["begins", "ends", "at once", "later"])
      },
      Conformance(
        "alarmsThatFollowEachOtherUseConstantStack", promises: ["12.15"],
        "Actions that each set the next for at once use constant stack."
      ) { trial, subject in
        let chain = AlarmChain(trial, subject.runtime.scheduler, length: 2_000)
        chain.ring(0)
        try await trial.untilTime(on: subject, "2,000 alarms ring, one after the other.") {
          chain.isOver.isSet
        }
      },
      Conformance(
        "anAlarmThatSetsItselfLeavesOthersTheirTurn", promises: ["12.4", "12.5"],
        "An action that sets itself for at once, again and again, lets others be called in time."
      ) { trial, subject in
        let (scheduler, served) = (subject.runtime.scheduler, trial.signal())
        let rung = trial.log(of: Int.self)
        let again = Again { ring in
          rung(1)
          // With a manual scheduler, time stands still meanwhile.
          if !served.isSet, subject.manual == nil || rung.count < 100 {
            _ = scheduler.after(.zero) { ring() }
          }
        }
        _ = scheduler.after(subject.unit) {
          _ = scheduler.after(.zero) { again() }
          _ = scheduler.after(subject.manual == nil ? subject.unit : .zero) { served.set() }
        }
        try await trial.untilTime(on: subject, "The other action is called.") { served.isSet }
        if subject.manual != nil {
          try trial.require(
            rung.count >= 1, expected: "The first action is called.", found: "It was not.")
        }
      },
      Conformance(
        "manyThreadsMaySetAlarms", promises: ["12.2", "12.6"],
        "Alarms that several threads set at once, and cancel in part, ring once each."
      ) { trial, subject in
        let scheduler = subject.runtime.scheduler
        let rung = trial.log(of: Int.self)
        try await trial.onThreads(4) { thread in
          for number in 0..<100 {
            let alarm = scheduler.after(subject.unit * (200 + number % 5)) {
              rung(thread * 100 + number)
            }
            if number % 2 == 1 { alarm.cancel() }
          }
        }
        let last = trial.signal()
        _ = scheduler.after(subject.unit * 206) { last.set() }
        try await trial.untilTime(on: subject, "200 alarms ring, and the last one.") {
          last.isSet && rung.count >= 200
        }
        try trial.expect(
          "The alarms that rang", rung.entries.sorted(), (0..<400).filter { $0 % 2 == 0 })
      },
    ]
  }
}

/// Alarms that each set the next one.
private final class AlarmChain: Sendable {
  let isOver: Signal
  private let trial: Trial
  private let scheduler: any SpinScheduler
  private let length: Int
  private let gauge = StackGauge()

  init(_ trial: Trial, _ scheduler: any SpinScheduler, length: Int) {
    self.trial = trial
    self.scheduler = scheduler
    self.length = length
    isOver = trial.signal()
  }

  func ring(_ number: Int) {
    let depth = gauge.measure()
    guard depth < StackGauge.limit else {
      return trial.fail(
        expected: "Actions that each set the next use constant stack.",
        found: "After \(number) of them the stack has grown by \(depth) bytes.")
    }
    if number == length { return isOver.set() }
    _ = scheduler.after(.zero) { self.ring(number + 1) }
  }
}

/// A closure that can call itself.
private final class Again: Sendable {
  private let body: @Sendable (_ again: @escaping @Sendable () -> Void) -> Void

  init(_ body: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void) {
    self.body = body
  }

  func callAsFunction() {
    body { self() }
  }
}
