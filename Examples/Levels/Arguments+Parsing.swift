extension Arguments {
  /// The options of a command line, before they are held against each other.
  private struct Options {
    var flags: Set<String> = []
    var interval: Duration?

    /// The option given that only watching has, if any.
    var ofWatching: String? {
      flags.contains("--inline") ? "--inline" : interval == nil ? nil : "--interval"
    }
  }

  /// Parses the words after the program's name; `nil` asks for help.
  static func parse(_ words: [String]) throws(UsageError) -> Arguments? {
    var levels: [String] = []
    var result = Arguments(input: .standardInput)
    var options = Options()
    var rest = words[...]
    while let word = rest.popFirst() {
      let (option, attached) = split(word)
      switch option {
      case "--" where attached == nil:
        levels += rest
        rest = []
      case "--help" where attached == nil, "-h" where attached == nil: return nil
      case "--trace" where attached == nil, "--quiet" where attached == nil,
        "--watch" where attached == nil, "--inline" where attached == nil:
        options.flags.insert(option)
      case "--runtime": result.runtimeName = try runtimeName(attached ?? rest.popFirst())
      case "--interval": options.interval = try interval(attached ?? rest.popFirst())
      case _ where word.hasPrefix("--"):
        throw UsageError(message: "unknown option \(word.debugDescription)")
      default: levels.append(word)
      }
    }
    result.input = try input(levels)
    result.mode = try mode(options, result.input)
    result.watching = try watching(options, result.input)
    return result
  }

  /// Splits `--option=value`.
  private static func split(_ word: String) -> (option: String, attached: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func runtimeName(_ word: String?) throws(UsageError) -> RuntimeName {
    if let word, let name = RuntimeName(rawValue: word) { return name }
    throw UsageError(message: "--runtime takes async or callbacks, \(given(word))")
  }

  private static func interval(_ word: String?) throws(UsageError) -> Duration {
    guard let seconds = word.flatMap(Double.init), seconds > 0, seconds <= 86_400 else {
      throw UsageError(
        message: "--interval takes seconds, more than 0 and at most 86400, \(given(word))")
    }
    return max(.seconds(seconds), .nanoseconds(1))
  }

  private static func given(_ word: String?) -> String {
    word.map { "not \($0.debugDescription)" } ?? "and nothing follows it"
  }

  private static func mode(_ options: Options, _ input: Input) throws(UsageError) -> Mode {
    let flags = options.flags
    if flags.isSuperset(of: ["--trace", "--quiet"]) {
      throw UsageError(message: "--trace prints everything and --quiet almost nothing: choose one")
    }
    if input == .standardInput && flags.contains("--trace") {
      throw UsageError(message: "--trace follows one pair; with - only final pairs are printed")
    }
    return flags.contains("--trace") ? .trace : flags.contains("--quiet") ? .quiet : .changes
  }

  private static func watching(
    _ options: Options, _ input: Input
  ) throws(UsageError) -> Watching? {
    guard options.flags.contains("--watch") else {
      guard let option = options.ofWatching else { return nil }
      throw UsageError(message: "\(option) says how to watch: add --watch")
    }
    if let other = ["--trace", "--quiet"].first(where: options.flags.contains) {
      throw UsageError(message: "--watch draws and \(other) prints: choose one")
    }
    guard input != .standardInput else {
      throw UsageError(message: "--watch follows one pair; with - only final pairs are printed")
    }
    var watching = Watching(isInline: options.flags.contains("--inline"))
    if let interval = options.interval { watching.interval = interval }
    return watching
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
