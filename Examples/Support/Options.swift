import Dispatch
import SpinAsync
import SpinCallbacks
package import SpinCore

/// A mistake of the user, in words.
package struct UsageError: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
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

  package static func interval(_ word: String?) throws(UsageError) -> Duration {
    guard let seconds = word.flatMap(Double.init), seconds > 0, seconds <= 86_400 else {
      throw UsageError("--interval takes seconds, more than 0 and at most 86400, \(given(word))")
    }
    return max(.seconds(seconds), .nanoseconds(1))
  }

  private static func given(_ word: String?) -> String {
    word.map { "not \($0.debugDescription)" } ?? "and nothing follows it"
  }
}
