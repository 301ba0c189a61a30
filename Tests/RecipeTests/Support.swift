import SpinAsync
import SpinCallbacks
import SpinTesting
import Synchronization

/// The runtimes on which recipes run whose closures are called by the loop, or from other threads.
enum Host: CaseIterable {
  case async, callbacks

  func runtime(_ time: ManualScheduler = ManualScheduler()) -> any SpinRuntime {
    switch self {
    case .async: AsyncRuntime(scheduler: time)
    case .callbacks: CallbackRuntime(scheduler: time)
    }
  }
}

struct Unreachable: Error, CustomStringConvertible {
  var description: String { "unreachable" }
}

/// Lists values in the order in which they come.
final class Transcript<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])

  var all: [Value] { list.withLock { $0 } }

  func add(_ value: Value) {
    list.withLock { $0.append(value) }
  }
}
