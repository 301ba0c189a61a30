import LevelsDefinition
import SpinCore
import SpinExampleSupport

/// The parsed command line.
struct Arguments {
  var start: Levels
  var runtime: any SpinRuntime
  var interval = Duration.milliseconds(100)

  static let usage = """
    usage: levels-ui LEFT RIGHT [--interval SECONDS] [--runtime async|callbacks]

    Draws below the prompt how two levels converge; in a pipe, prints each pair.

      LEFT RIGHT  two integers, from \(Int.min) to \(Int.max)
      --interval  the seconds that a step takes, more than 0 and at most 86400
                  (default: 0.1)
      --runtime   what runs the loop; the output is the same (default: async)
      --help      print this

    Keys: q or ctrl-C quits.
    """

  /// Parses the words after the program's name; `nil` asks for help.
  init?(_ words: [String]) throws(UsageError) {
    runtime = try Option.runtime("async")
    var levels: [String] = []
    var words = Words(words, valued: ["--runtime", "--interval"])
    while let word = words.next() {
      switch word {
      case .option("--help"), .option("-h"): return nil
      case .option("--runtime"): runtime = try Option.runtime(words.value())
      case .option("--interval"): interval = try Option.interval(words.value())
      case .option(let name): throw UsageError("unknown option \(name.debugDescription)")
      case .operand(let level): levels.append(level)
      }
    }
    start = try Levels(levels, or: "two levels are needed, as in: levels-ui 10 20")
  }
}
