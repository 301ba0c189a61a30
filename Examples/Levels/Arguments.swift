import SpinAsync
import SpinCallbacks

/// What the command line asks for.
struct Arguments: Equatable {
  enum Mode: Equatable {
    case changes
    case trace
    case quiet
  }

  enum RuntimeName: String, CaseIterable {
    case async
    case callbacks
  }

  enum Input: Equatable {
    case pair(Levels)
    case standardInput
  }

  var input: Input
  var mode = Mode.changes
  var runtimeName = RuntimeName.async

  var runtime: any SpinRuntime {
    switch runtimeName {
    case .async: AsyncRuntime()
    case .callbacks: CallbackRuntime()
    }
  }

  static let usage = """
    usage: levels LEFT RIGHT [--runtime async|callbacks] [--trace | --quiet]
           levels - [--runtime async|callbacks]

    Lets two levels converge: a feedback loop of two feedbacks and one reducer.

      LEFT RIGHT  two integers, from \(Int.min) to \(Int.max)
      -           read one LEFT RIGHT pair a line from standard input, and print the
                  final pair of each
      --runtime   what runs the loop; the output is the same (default: async)
      --trace     print every transition: number, event, left, right
      --quiet     print only the final pair
      --help      print this

    Time and memory grow with the distance between the levels: in a release build
    about 20 bytes and a fraction of a microsecond for each unit.
    """
}

/// What is wrong with a command line.
struct UsageError: Error, Equatable {
  let message: String
}

extension Arguments {
  /// Parses the words after the program's name; `nil` asks for help.
  static func parse(_ words: [String]) throws(UsageError) -> Arguments? {
    var levels: [String] = []
    var result = Arguments(input: .standardInput)
    var flags: Set<String> = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        levels += rest
        rest = []
      case "--help", "-h": return nil
      case "--trace", "--quiet": flags.insert(word)
      case "--runtime": result.runtimeName = try runtimeName(rest.popFirst())
      case _ where word.hasPrefix("--runtime="):
        result.runtimeName = try runtimeName(String(word.dropFirst("--runtime=".count)))
      case _ where word.hasPrefix("--"):
        throw UsageError(message: "unknown option \(word.debugDescription)")
      default: levels.append(word)
      }
    }
    result.input = try input(levels)
    result.mode = try mode(flags, result.input)
    return result
  }

  private static func runtimeName(_ word: String?) throws(UsageError) -> RuntimeName {
    if let word, let name = RuntimeName(rawValue: word) { return name }
    let given = word.map { "not \($0.debugDescription)" } ?? "and nothing follows it"
    throw UsageError(message: "--runtime takes async or callbacks, \(given)")
  }

  private static func mode(_ flags: Set<String>, _ input: Input) throws(UsageError) -> Mode {
    if flags.count == 2 {
      throw UsageError(message: "--trace prints everything and --quiet almost nothing: choose one")
    }
    if input == .standardInput && flags.contains("--trace") {
      throw UsageError(message: "--trace follows one pair; with - only final pairs are printed")
    }
    return flags.contains("--trace") ? .trace : flags.contains("--quiet") ? .quiet : .changes
  }

  private static func input(_ words: [String]) throws(UsageError) -> Input {
    if words == ["-"] { return .standardInput }
    guard words.count == 2 else {
      throw UsageError(
        message: "two levels are needed, as in: levels 10 20; \(count(of: words)) given")
    }
    return .pair(Levels(left: try level(words[0]), right: try level(words[1])))
  }

  private static func count(of words: [String]) -> String {
    switch words.count {
    case 0: "none"
    case 1: "only \(words[0].debugDescription)"
    default: words.map(\.debugDescription).joined(separator: " ")
    }
  }

  private static func level(_ word: String) throws(UsageError) -> Int {
    if let level = Int(word) { return level }
    throw UsageError(
      message: "\(word.debugDescription) is not a level: an integer from \(Int.min) to \(Int.max)")
  }

  /// Parses a line of standard input; says what is wrong with a bad one.
  static func pair(ofLine line: String) throws(UsageError) -> Levels {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else {
      throw UsageError(message: "a line has two levels, LEFT RIGHT; \(count(of: words)) given")
    }
    return Levels(left: try level(words[0]), right: try level(words[1]))
  }
}
