import SpinAsync
import SpinCallbacks

/// What the command line asks for.
struct Arguments: Equatable {
  enum RuntimeName: String {
    case async
    case callbacks
  }

  var runtimeName = RuntimeName.callbacks
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
}

/// What is wrong with a command line.
struct UsageError: Error, Equatable {
  let message: String
}

extension Arguments {
  /// Parses the words after the program's name; `nil` asks for help.
  static func parse(_ words: [String]) throws(UsageError) -> Arguments? {
    var result = Arguments()
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      let attached = parts.count == 2 ? String(parts[1]) : nil
      switch option {
      case "--help" where attached == nil, "-h" where attached == nil: return nil
      case "--inline" where attached == nil: result.isInline = true
      case "--runtime":
        let word = try value(option, attached ?? rest.popFirst())
        guard let name = RuntimeName(rawValue: word) else {
          throw UsageError(message: "--runtime takes async or callbacks, not \(quoted(word))")
        }
        result.runtimeName = name
      case "--interval": result.interval = try interval(value(option, attached ?? rest.popFirst()))
      case "--ticks":
        let word = try value(option, attached ?? rest.popFirst())
        guard let ticks = Int(word), ticks >= 0 else {
          throw UsageError(
            message: "--ticks takes a number of steps, 0 or more, not \(quoted(word))")
        }
        result.ticks = ticks
      default: throw UsageError(message: "\(quoted(word)) is no option of this program")
      }
    }
    return result
  }

  private static func value(_ option: String, _ word: String?) throws(UsageError) -> String {
    if let word { return word }
    throw UsageError(message: "\(option) needs a value, and nothing follows it")
  }

  private static func interval(_ word: String) throws(UsageError) -> Duration {
    guard let seconds = Double(word), seconds > 0, seconds <= 86_400 else {
      throw UsageError(
        message: "--interval takes seconds, more than 0 and at most 86400, not \(quoted(word))")
    }
    return max(.seconds(seconds), .nanoseconds(1))
  }

  private static func quoted(_ word: String) -> String { word.debugDescription }
}
