/// The machine and its processes at one moment, as the kernel reports them.
struct Sample: Equatable, Sendable {
  /// One process.
  struct Process: Equatable, Sendable {
    var id: Int
    var parent = 0
    var user = ""
    /// The name that the kernel has for the program, and the whole command line.
    var name = ""
    var command = ""
    /// The letter that the kernel has for what the process does.
    var state = "S"
    /// The processor time since the process began, in ticks.
    var ticks = 0
    var threads = 1
    var memory = 0
    /// When the process began, in seconds since 1970.
    var started = 0

    var stateName: String {
      let names = [
        "R": "running", "S": "sleeping", "D": "waiting for a device", "T": "stopped",
        "t": "being debugged", "Z": "ended, but not yet waited for", "I": "idle",
      ]
      return names[state] ?? state
    }
  }

  /// How much of something is taken: ticks of a core, or bytes of memory.
  struct Amount: Equatable, Sendable {
    var used = 0
    var total = 0

    static func - (left: Amount, right: Amount) -> Amount {
      Amount(used: left.used - right.used, total: left.total - right.total)
    }

    var share: Double { total > 0 ? Double(used) / Double(total) : 0 }
  }

  var processes: [Process] = []
  /// The ticks of each core since the machine started.
  var cores: [Amount] = []
  var memory = Amount()
  var swap = Amount()
  /// The mean numbers of processes that ran or waited, in the last 1, 5 and 15 minutes.
  var loads = ""
  /// The time of the sample, in seconds since the machine started.
  var time = 0.0
}
