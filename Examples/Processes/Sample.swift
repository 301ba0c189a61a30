import SpinExampleSupport
import SpinTTY

/// The machine and its processes at one moment, as the kernel reports them.
struct Sample: Equatable, Sendable {
  /// One process.
  struct Process: Identifiable, Equatable, Sendable {
    var id: Int
    var parent = 0
    var user = ""
    /// The name that the kernel has for the program, and the command line.
    var name = ""
    var command = ""
    /// The letter that the kernel has for what the process does.
    var state = "S"
    /// The processor time since the process began, in ticks.
    var ticks = 0
    /// The share of one core since the sample before, in percent.
    var load = 0.0
    var threads = 1
    /// How much it gives way to others, from -20 to 19.
    var nice = 0
    /// Whether it is a part of the kernel.
    var isKernel = false
    var memory = 0
    /// When the process began, in seconds since 1970.
    var started = 0
    /// The lines that lead to the process in a tree.
    var branch = ""
  }

  /// How much of something is taken: ticks of a core, or bytes of memory.
  struct Amount: Equatable, Sendable {
    var used = 0
    var total = 0

    var share: Double { total > 0 ? Double(used) / Double(total) : 0 }
  }

  var processes: [Process] = []
  /// The ticks of each core since the machine started.
  var ticks: [Amount] = []
  /// The share of the time that each core has worked since the sample before.
  var cores: [Double] = []
  var memory = Amount()
  var swap = Amount()
  /// The mean numbers of processes that ran or waited, in the last 1, 5 and 15 minutes.
  var loads = ""
  /// The time of the sample, in seconds since the machine started.
  var time = 0.0

  /// The mean of the cores.
  var load: Double { cores.reduce(0, +) / Double(max(cores.count, 1)) }

  /// Finds the loads since an earlier sample; without one, they are zero.
  mutating func measure(since before: Sample) {
    cores = zip(ticks, before.ticks.isEmpty ? ticks : before.ticks).map { now, before in
      Amount(used: now.used - before.used, total: now.total - before.total).share
    }
    let seconds = time - before.time
    let share = before.processes.isEmpty || seconds <= 0 ? 0 : Sampler.tick / seconds * 100
    let known = Dictionary(before.processes.map { ($0.id, $0) }) { first, _ in first }
    for (number, process) in processes.enumerated() {
      // A process that has the number of one that ended began since then.
      let old = known[process.id].flatMap { $0.started == process.started ? $0.ticks : nil } ?? 0
      processes[number].load = Double(max(0, process.ticks - old)) * share
    }
  }
}

extension Sample.Process {
  /// What the filter searches.
  var words: String { "\(id) \(user) \(name) \(command)" }

  /// The command without the folder of the program, which the details show.
  var shortCommand: String {
    let end = command.firstIndex { $0 == " " || $0 == "[" } ?? command.endIndex
    let slash = command[..<end].lastIndex(of: "/")
    return String(slash.map { command[$0...].dropFirst() } ?? command[...])
  }

  /// The process after its end, as it was seen last.
  var ended: Self {
    var process = self
    (process.state, process.load) = ("X", 0)
    return process
  }

  var hasEnded: Bool { state == "X" }

  var time: String { Int(Double(ticks) * Sampler.tick).clock }

  var facts: KeyValuePairs<String, String> {
    let states = [
      "R": "running", "S": "sleeping", "D": "waiting for a device", "T": "stopped",
      "t": "being debugged", "Z": "ended, but not yet waited for", "I": "idle", "X": "ended",
    ]
    return [
      "user": user, "parent": "\(parent)", "state": states[state] ?? state,
      "started": started.date, "time": "\(time), now \(load.tenths) %", "memory": memory.bytes,
      "threads": "\(threads)", "nice": "\(nice)", "command": command,
    ]
  }
}

extension [Sample.Process] {
  /// The processes as a tree of parents: each below its parent, if that is one of them and is not folded.
  ///
  /// Below the eighth level, the number of the level stands in place of the lines.
  func tree(folded: Set<Int>) -> [Sample.Process] {
    let ids = Set(map(\.id))
    let children = Dictionary(grouping: self) { ids.contains($0.parent) ? $0.parent : 0 }
    var rows: Self = []
    // The processes that have no row yet, the next one last; `lines` lead to the children of a process.
    var rest = (children[0] ?? []).reversed().map { (process: $0, depth: 0, lines: "") }
    while case (var process, let depth, let lines)? = rest.popLast() {
      let inside = children[process.id] ?? []
      let isFolded = !inside.isEmpty && folded.contains(process.id)
      if isFolded { process.branch += "+ " }
      rows.append(process)
      if isFolded { continue }
      let level = depth + 1
      for (number, child) in inside.enumerated().reversed() {
        var (child, isLast) = (child, number == inside.count - 1)
        child.branch = level > 8 ? "… \(level) " : lines + (isLast ? "└─ " : "├─ ")
        rest.append((child, level, level < 8 ? lines + (isLast ? "   " : "│  ") : ""))
      }
    }
    return rows
  }
}
