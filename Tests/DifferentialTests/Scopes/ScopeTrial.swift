import SpinCore
import SpinTestSupport

/// One generated spin of spins on one runtime, and what is wrong with it.
struct ScopeTrial {
  let plan: ScopeCase
  let runtime: RuntimeUnderTest

  /// Runs the plan; returns the complaint, if there is one.
  func complaint() async -> String? {
    let record = await ScopeRig.record(plan, on: runtime())
    if let wait = record.stuck {
      return "The run waited in vain for \(wait).\n" + text(record.lines)
    }
    var replay = ScopeReplay(plan, record.lines)
    do throws(ScopeReplay.Difference) {
      try replay.run()
    } catch {
      return """
        \(error.reason), at line \(error.index)
        what happened before:
        \(text(Array(record.lines.prefix(error.index).suffix(40))))
        what happened:
        \(text(error.actual))
        what had to happen:
        \(text(error.expected))
        """
    }
    let complaints = record.complaints
    return complaints.isEmpty ? nil : (complaints + [text(record.lines)]).joined(separator: "\n")
  }

  private func text(_ lines: [ScopeLine]) -> String {
    lines.map { "  \($0)" }.joined(separator: "\n").replacing("DifferentialTests.", with: "")
  }

  /// Leaves out of the plan what the complaint does not need.
  func minimised() async -> ScopeTrial {
    var smallest = plan
    var left = 150
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
    return ScopeTrial(plan: smallest, runtime: runtime)
  }

  private func fails(_ plan: ScopeCase) async -> Bool {
    for _ in 0..<3 where await ScopeTrial(plan: plan, runtime: runtime).complaint() != nil {
      return true
    }
    return false
  }
}

extension ScopeRecord {
  /// What does not fit together in what was written down besides the lines.
  fileprivate var complaints: [String] {
    var complaints: [String] = []
    var taken: [Int: Int] = [:]
    var reported = drops
    for (index, line) in lines.enumerated() {
      guard case .taken(_, let word?) = line else { continue }
      taken[word.id, default: 0] += 1
      guard case .dropped(let reason)? = lines.dropFirst(index + 1).first else { continue }
      let drop = reported.firstIndex { $0.event == word && $0.reason == reason }
      if let drop { reported.remove(at: drop) } else { complaints.append("No report of \(word).") }
    }
    // What is left was refused, or returned by a body that nobody waited for.
    let refused = Set(reported.map(\.event.id))
    for (id, emission) in emissions {
      if (taken[id] ?? 0) != (emission.isAccepted ? 1 : 0)
        || refused.contains(id) == emission.isAccepted
      {
        complaints.append("Event no. \(id) was \(emission), and taken \(taken[id] ?? 0) times.")
      }
    }
    for id in returned where (taken[id] ?? 0) + (refused.contains(id) ? 1 : 0) != 1 {
      complaints.append("Event no. \(id) was returned, and taken \(taken[id] ?? 0) times.")
    }
    if refused.count != reported.count || !refused.isSubset(of: Set(emissions.keys).union(returned))
    {
      complaints.append("These drops were reported: \(reported)")
    }
    for (number, count) in registrations.enumerated() where count > 1 {
      complaints.append("Registration \(number) was cancelled \(count) times.")
    }
    return complaints
  }
}
