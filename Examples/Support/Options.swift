import Dispatch
import SpinAsync
import SpinCallbacks
package import SpinCore

/// A mistake of the user, in words.
package struct UsageError: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// The words of a command line, read from left to right.
package struct Words {
  package enum Word {
    case option(String)
    case operand(String)
  }

  private var rest: ArraySlice<String>
  private let valued: Set<String>
  private var hasOptions = true

  /// Reads the words after the program's name.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - valued: The options that a value follows, as the next word or behind an equals sign.
  package init(_ words: [String], valued: Set<String>) {
    rest = words[...]
    self.valued = valued
  }

  /// The next word; behind `--` all are operands.
  package mutating func next() -> Word? {
    guard let word = rest.popFirst() else { return nil }
    if !hasOptions { return .operand(word) }
    if word == "--" {
      hasOptions = false
      return next()
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, valued.contains(String(parts[0])) {
      rest = [String(parts[1])] + rest
      return .option(String(parts[0]))
    }
    return word.hasPrefix("--") || word == "-h" ? .option(word) : .operand(word)
  }

  /// The value of an option: the next word, whatever it is.
  package mutating func value() -> String? { rest.popFirst() }
}

/// The values of the options that several examples have.
package enum Option {
  /// Makes a runtime with a queue and timers of its own: on Linux the global executor and the
  /// global queues have a thread that wakes every second, even if nothing happens.
  package static func runtime(_ name: String?) throws(UsageError) -> any SpinRuntime {
    let queue = DispatchQueue(label: "example")
    let scheduler = DispatchScheduler(queue: queue)
    switch name {
    case "async": return AsyncRuntime(executor: .queue(queue), scheduler: scheduler)
    case "callbacks": return CallbackRuntime(on: queue, scheduler: scheduler)
    default: throw UsageError("--runtime takes async or callbacks, \(given(name))")
    }
  }

  package static func interval(
    _ word: String?, of option: String = "--interval"
  ) throws(UsageError) -> Duration {
    guard let seconds = word.flatMap(Double.init), seconds > 0, seconds <= 86_400 else {
      throw UsageError("\(option) takes seconds, more than 0 and at most 86400, \(given(word))")
    }
    return max(.seconds(seconds), .nanoseconds(1))
  }

  package static func number(_ word: String?, of option: String) throws(UsageError) -> UInt16 {
    guard let number = word.flatMap({ UInt16($0) }), number > 0 else {
      throw UsageError("\(option) takes a number from 1 to \(UInt16.max), \(given(word))")
    }
    return number
  }

  package static func ticks(_ word: String?) throws(UsageError) -> Int {
    guard let ticks = word.flatMap({ Int($0) }), ticks >= 0 else {
      throw UsageError("--ticks takes a number of steps, 0 or more, \(given(word))")
    }
    return ticks
  }

  private static func given(_ word: String?) -> String {
    word.map { "not \($0.debugDescription)" } ?? "and nothing follows it"
  }
}
