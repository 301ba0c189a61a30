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
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": return nil
      case "--inline": isInline = true
      case "--runtime": runtime = try Option.runtime(Arguments.value(word, rest.popFirst()))
      case "--interval": interval = try Option.interval(Arguments.value(word, rest.popFirst()))
      case "--ticks": ticks = try Arguments.ticks(Arguments.value(word, rest.popFirst()))
      default:
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["--runtime", "--interval", "--ticks"].contains(parts[0]) else {
          throw UsageError("\(word.debugDescription) is not an option of this program")
        }
        rest = parts.map(String.init) + rest
      }
    }
  }

  private static func value(_ option: String, _ word: String?) throws(UsageError) -> String {
    if let word { return word }
    throw UsageError("\(option) needs a value, and nothing follows it")
  }

  private static func ticks(_ word: String) throws(UsageError) -> Int {
    if let ticks = Int(word), ticks >= 0 { return ticks }
    throw UsageError("--ticks takes a number of steps, 0 or more, not \(word.debugDescription)")
  }
}
