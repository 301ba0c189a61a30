import Foundation
import SpinAsync
import SpinCallbacks
import SpinTesting
import Synchronization

/// One of the runtimes on which programs run.
struct Host: Sendable, CustomStringConvertible {
  let description: String
  let runtime: @Sendable (ManualScheduler) -> any SpinRuntime

  static let all = [
    Host(description: "tasks") { AsyncRuntime(scheduler: $0) },
    Host(description: "a queue") { CallbackRuntime(scheduler: $0) },
  ]
}

struct Offline: Error, CustomStringConvertible {
  var description: String { "offline" }
}

/// Counts how often something has happened, and how much of it at once.
final class Tally: Sendable {
  private let numbers = Mutex((now: 0, most: 0, all: 0))

  var now: Int { numbers.withLock { $0.now } }
  var most: Int { numbers.withLock { $0.most } }
  var all: Int { numbers.withLock { $0.all } }

  /// Counts one more; returns how many there were, itself included.
  @discardableResult
  func begin() -> Int {
    numbers.withLock { numbers in
      numbers.all += 1
      numbers.now += 1
      numbers.most = max(numbers.most, numbers.now)
      return numbers.all
    }
  }

  func end() {
    numbers.withLock { $0.now -= 1 }
  }
}

/// Notes strings in order.
final class Notes: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func add(_ note: String) {
    list.withLock { $0.append(note) }
  }
}

/// How often the tests are repeated that own the time: they do the same each time.
enum Support {
  /// 200, or as many as `SPIN_ROUNDS` says.
  static let rounds = ProcessInfo.processInfo.environment["SPIN_ROUNDS"].flatMap { Int($0) } ?? 200
}
