import SpinCore
import SpinExampleSupport

/// The parsed command line.
struct Arguments {
  /// The initial levels; `nil` if standard input has pairs of levels.
  var start: Levels?
  /// The options given, such as `--quiet`.
  var options: Set<String> = []
  var runtime: any SpinRuntime
  var interval = Duration.milliseconds(100)

  static let usage = """
    usage: levels LEFT RIGHT [--runtime async|callbacks] [--trace | --quiet]
           levels LEFT RIGHT --watch [--inline] [--interval SECONDS]
                             [--runtime async|callbacks]
           levels - [--runtime async|callbacks]

    Lets two levels converge: a feedback loop of two feedbacks and one reducer.

      LEFT RIGHT  two integers, from \(Int.min) to \(Int.max)
      -           print the final pair for each line LEFT RIGHT of standard input
      --runtime   what runs the loop; the output is the same (default: async)
      --trace     print every transition: number, event, left, right
      --quiet     print only the final pair
      --watch     draw each step on the terminal; in a pipe, print each pair.
                  q or ctrl-C quits
      --inline    with --watch: draw below the prompt, where the last frame stays
      --interval  with --watch: the seconds between two steps, more than 0 and at
                  most 86400 (default: 0.1)
      --help      print this

    Without --watch, time and memory grow with the distance between the levels: in
    a release build, about 20 bytes for each unit, and less than a microsecond with
    --quiet, or a few microseconds if each step is printed.
    """

  /// Parses the words after the program's name; `nil` asks for help.
  init?(_ words: [String]) throws(UsageError) {
    runtime = try Option.runtime("async")
    var levels: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": return nil
      case "--trace", "--quiet", "--watch", "--inline": options.insert(word)
      case "--runtime": runtime = try Option.runtime(rest.popFirst())
      case "--interval":
        options.insert(word)
        interval = try Option.interval(rest.popFirst())
      case "--":
        while let level = rest.popFirst() { levels.append(level) }
      case _ where word.hasPrefix("--runtime=") || word.hasPrefix("--interval="):
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        rest = parts.map(String.init) + rest
      case _ where word.hasPrefix("--"):
        throw UsageError("unknown option \(word.debugDescription)")
      default: levels.append(word)
      }
    }
    if levels != ["-"] {
      start = try Levels(levels, or: "two levels are needed, as in: levels 10 20")
    }
    try checkOptions()
  }

  /// Refuses options that contradict each other.
  private func checkOptions() throws(UsageError) {
    let has = options.contains
    let (trace, quiet, watch) = (has("--trace"), has("--quiet"), has("--watch"))
    let mistakes = [
      (trace && quiet, "--trace prints everything and --quiet almost nothing: choose one"),
      (trace && start == nil, "--trace follows one pair; with - only final pairs are printed"),
      (watch && start == nil, "--watch follows one pair; with - only final pairs are printed"),
      (watch && trace, "--watch draws and --trace prints: choose one"),
      (watch && quiet, "--watch draws and --quiet prints: choose one"),
      (!watch && has("--inline"), "--inline says how to watch: add --watch"),
      (!watch && has("--interval"), "--interval says how to watch: add --watch"),
    ]
    for (isMade, message) in mistakes where isMade { throw UsageError(message) }
  }
}

extension Levels {
  /// Parses two words; the message for another number of them begins with `rule`.
  init(_ words: [String], or rule: String) throws(UsageError) {
    if words.count != 2 {
      let all = words.map(\.debugDescription).joined(separator: " ")
      let given = words.isEmpty ? "none" : words.count == 1 ? "only \(all)" : all
      throw UsageError("\(rule); \(given) given")
    }
    let levels = words.compactMap { Int($0) }
    if let word = words.first(where: { Int($0) == nil }) {
      throw UsageError(
        "\(word.debugDescription) is not a level: an integer from \(Int.min) to \(Int.max)")
    }
    self.init(left: levels[0], right: levels[1])
  }
}
