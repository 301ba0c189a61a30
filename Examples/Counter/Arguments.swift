import SpinCore
import SpinExampleSupport

/// The parsed command line.
struct Arguments {
  var runtime: any SpinRuntime
  var interval = Duration.seconds(1)
  var ticks: Int?
  var isInline = false

  static let usage = """
    usage: counter [--runtime async|callbacks] [--interval SECONDS] [--ticks N] [--inline]

    Counts down from 10 and up from 0, on the terminal or, in a pipe, line by line.

      --runtime   what runs the loop; the behaviour is the same (default: callbacks)
      --interval  the time between two steps, in seconds: more than 0, at most 86400
                  (default: 1)
      --ticks     begin counting at once, and quit after N steps
      --inline    show it below the prompt instead of on a screen of its own
      --help      print this

    Keys: space starts and pauses, r resets, + and - or the arrows change the value
    while it stands still, ? shows all keys, q or ctrl-C quits, ctrl-Z suspends.
    """

  /// Parses the words after the program's name; `nil` asks for help.
  init?(_ words: [String]) throws(UsageError) {
    runtime = try Option.runtime("callbacks")
    var words = Words(words, valued: ["--runtime", "--interval", "--ticks"])
    while let word = words.next() {
      switch word {
      case .option("--help"), .option("-h"): return nil
      case .option("--inline"): isInline = true
      case .option("--runtime"): runtime = try Option.runtime(words.value())
      case .option("--interval"): interval = try Option.interval(words.value())
      case .option("--ticks"): ticks = try Option.ticks(words.value())
      case .option(let word), .operand(let word):
        throw UsageError("\(word.debugDescription) is not an option of this program")
      }
    }
  }
}
