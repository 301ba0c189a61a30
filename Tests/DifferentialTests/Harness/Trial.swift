import SpinCore
import SpinRecording
import SpinTestSupport
import Testing

/// One plan on one runtime, and what is wrong with it.
struct Trial {
  let plan: Plan
  let runtime: RuntimeUnderTest

  /// Tries so many cases, and records the first that fails, as small as it can be made.
  static func tryAll(
    _ seeds: some Sequence<UInt64>, on runtime: RuntimeUnderTest,
    _ plan: (_ seed: UInt64) -> Plan
  ) async {
    for seed in seeds {
      let trial = Trial(plan: plan(seed), runtime: runtime)
      guard let complaint = await trial.complaint() else { continue }
      let smallest = Task.isCancelled ? trial : await trial.minimised()
      let again = Task.isCancelled ? nil : await smallest.complaint()
      Issue.record(
        """
        To run this case again: SPIN_SEED=\(seed) SPIN_CASES=1 SPIN_RUNTIME="\(runtime)"
        \(again == nil ? trial.plan : smallest.plan)
        \(again ?? complaint)
        """)
      return
    }
  }

  /// Runs the plan; returns the complaint, if there is one.
  func complaint() async -> String? {
    let record = await Rig.record(plan) { runtime(scheduler: $0) }
    if let wait = record.stuck { return stuck(wait, record) }
    if plan.mailbox != nil { return record.isCut ? nil : rehearsed(record) ?? losses(record) }
    var replay = Replay(plan, record.lines)
    do throws(Replay.Difference) {
      try replay.run()
    } catch {
      return difference(error, record)
    }
    if record.isCut { return nil }
    if let complaint = rehearsed(record) { return complaint }
    let complaints =
      Ledger.audit(record, replay.model)
      + (plan.isMonitored ? MonitorLaws.complaints(record) : [])
    return complaints.isEmpty ? nil : complaints.joined(separator: "\n") + "\n" + text(record.lines)
  }

  /// Rehearses the run by another spin of the same plan.
  private func rehearsed(_ record: Record) -> String? {
    guard let log = record.log else { return nil }
    let rig = Rig(plan, Notebook())
    defer { rig.stopLeading() }
    do {
      return try RecordingLaws(log: log, rig: rig).complaint().map { complaint in
        "\(complaint)\n" + text(record.lines)
          + "\nThe log:\n"
          + log.entries.map { "  \($0.sender) \($0.outcome) \($0.effects)" }.joined(separator: "\n")
      }
    } catch {
      return "\(error)"
    }
  }

  /// What the log tells of events that were lost, if that is not what has become of them.
  private func losses(_ record: Record) -> String? {
    let told = record.log?.entries.reduce(0) { $0 + $1.lostBefore } ?? 0
    let lost = record.lossCount
    return told <= lost ? nil : "The log tells of \(told) events that were lost, and \(lost) were."
  }

  private func stuck(_ wait: String, _ record: Record) -> String {
    "The run waited in vain for \(wait).\n" + text(Array(record.lines.prefix(1_000)))
  }

  private func difference(_ difference: Replay.Difference, _ record: Record) -> String {
    """
    \(difference.reason), at line \(difference.index)
    what happened before:
    \(text(Array(record.lines.prefix(difference.index).suffix(40))))
    what happened:
    \(text(difference.actual))
    what had to happen:
    \(text(difference.expected))
    """
  }

  private func text(_ lines: [Line]) -> String {
    lines.map { "  \($0)" }.joined(separator: "\n").replacing("DifferentialTests.", with: "")
  }

  /// Leaves out of the plan what the complaint does not need.
  ///
  /// Each candidate is run a few times, for what fails is often a race.
  func minimised() async -> Trial {
    var smallest = plan
    var left = 200
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in smallest.smaller where left > 0 {
        left -= 1
        guard await fails(candidate) else { continue }
        smallest = candidate
        hasShrunk = true
        break
      }
    }
    return Trial(plan: smallest, runtime: runtime)
  }

  private func fails(_ plan: Plan) async -> Bool {
    for _ in 0..<4 where await Trial(plan: plan, runtime: runtime).complaint() != nil {
      return true
    }
    return false
  }
}
