import LevelsDefinition
import SpinCore
import SpinExampleSupport

/// The parsed command line.
struct Arguments {
  /// The initial levels; `nil` if standard input has pairs of levels.
  var start: Levels?
  /// The options given, such as `--quiet`.
  var options: Set<String> = []
  var runtime: any SpinRuntime
  /// The file to record the run into.
  var record: String?
  /// The file with the run to show again.
  var replay: String?
  /// The file with the run to rehearse.
  var rehearsal: String?

  static let usage = """
    usage: levels LEFT RIGHT [--runtime async|callbacks] [--trace | --quiet | --log]
                             [--record FILE]
           levels --replay FILE [--trace | --quiet]
           levels --rehearse FILE
           levels - [--runtime async|callbacks]

    Lets two levels converge: a feedback loop of two feedbacks and one reducer.

      LEFT RIGHT  two integers, from \(Int.min) to \(Int.max)
      -           print the final pair for each line LEFT RIGHT of standard input
      --runtime   what runs the loop; the output is the same (default: async)
      --trace     print every transition: number, event, left, right
      --quiet     print only the final pair
      --log       also print, on standard error, what the loop and its feedbacks do, and why
      --record    also write the run into a file of JSON lines
      --replay    print the run of such a file, without running anything
      --rehearse  say whether such a run still goes as it went, and if not, what
                  goes another way first; the status is then 1
      --help      print this

    Time and memory grow with the distance between the levels: in a release build,
    about 20 bytes for each unit, and less than a microsecond with --quiet, or a few
    microseconds if each step is printed. `swift run levels-ui` draws the same loop.
    """

  /// Parses the words after the program's name; `nil` asks for help.
  init?(_ words: [String]) throws(UsageError) {
    runtime = try Option.runtime("async")
    var levels: [String] = []
    var words = Words(words, valued: ["--runtime", "--record", "--replay", "--rehearse"])
    while let word = words.next() {
      switch word {
      case .option("--help"), .option("-h"): return nil
      case .option("--runtime"): runtime = try Option.runtime(words.value())
      case .option("--record"): record = try Self.file(words.value(), of: "--record")
      case .option("--replay"): replay = try Self.file(words.value(), of: "--replay")
      case .option("--rehearse"): rehearsal = try Self.file(words.value(), of: "--rehearse")
      case .option(let name) where ["--trace", "--quiet", "--log"].contains(name):
        options.insert(name)
      case .option(let name): throw UsageError("unknown option \(name.debugDescription)")
      case .operand(let level): levels.append(level)
      }
    }
    if rehearsal != nil {
      guard levels.isEmpty, record == nil, replay == nil, options.isEmpty else {
        throw UsageError("--rehearse takes the run of a file, and nothing else")
      }
      return
    }
    if replay != nil {
      guard levels.isEmpty, record == nil, !options.contains("--log") else {
        throw UsageError(
          "--replay shows the run of a file: it needs no levels, and --trace or --quiet at most")
      }
    } else if levels != ["-"] {
      start = try Levels(levels, or: "two levels are needed, as in: levels 10 20")
    }
    try checkOptions()
  }

  private static func file(_ name: String?, of option: String) throws(UsageError) -> String {
    guard let name, !name.isEmpty else {
      throw UsageError("\(option) needs a file, as in: \(option) run.jsonl")
    }
    return name
  }

  /// Refuses options that contradict each other.
  private func checkOptions() throws(UsageError) {
    if options.contains("--log"), start == nil || options.count > 1 {
      throw UsageError("--log follows one pair, without --trace or --quiet")
    }
    if record != nil, start == nil {
      throw UsageError(
        "--record writes the run of one pair, as in: levels 10 20 --record run.jsonl")
    }
    guard options.contains("--trace") else { return }
    if options.contains("--quiet") {
      throw UsageError("--trace prints everything and --quiet almost nothing: choose one")
    }
    if start == nil && replay == nil {
      throw UsageError("--trace follows one pair; with - only final pairs are printed")
    }
  }
}
