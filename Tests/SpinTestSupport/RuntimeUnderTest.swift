internal import Dispatch
internal import SpinAsync
internal import SpinCallbacks
package import SpinCore

/// One of the runtimes on which every promise is tested.
package struct RuntimeUnderTest: Sendable, CustomStringConvertible {
  package let description: String
  private let make: @Sendable ((any SpinScheduler)?) -> any SpinRuntime

  init(
    _ description: String,
    _ make: @escaping @Sendable ((any SpinScheduler)?) -> any SpinRuntime
  ) {
    self.description = description
    self.make = make
  }

  /// Makes the runtime.
  package func callAsFunction(scheduler: (any SpinScheduler)? = nil) -> any SpinRuntime {
    make(scheduler)
  }

  package static let callersThread = RuntimeUnderTest("callbacks on the caller's thread") {
    CallbackRuntime.callersThread(scheduler: $0)
  }

  package static let thread = RuntimeUnderTest("a thread, written by a third party") {
    ThreadRuntime(scheduler: $0)
  }

  package static let all = [
    RuntimeUnderTest("tasks on the global executor") { AsyncRuntime(scheduler: $0) },
    RuntimeUnderTest("tasks on a serial queue") {
      AsyncRuntime(executor: .queue(DispatchQueue(label: "tasks.serial")), scheduler: $0)
    },
    RuntimeUnderTest("tasks on a concurrent queue") {
      AsyncRuntime(executor: .queue(concurrent("tasks.concurrent")), scheduler: $0)
    },
    RuntimeUnderTest("tasks on the main actor") { AsyncRuntime.mainActor(scheduler: $0) },
    RuntimeUnderTest("callbacks on an own queue") { CallbackRuntime(scheduler: $0) },
    RuntimeUnderTest("callbacks on a serial queue") {
      CallbackRuntime(on: DispatchQueue(label: "callbacks.serial"), scheduler: $0)
    },
    RuntimeUnderTest("callbacks on a concurrent queue") {
      CallbackRuntime(on: concurrent("callbacks.concurrent"), scheduler: $0)
    },
    callersThread,
    thread,
  ]

  private static func concurrent(_ label: String) -> DispatchQueue {
    DispatchQueue(label: label, attributes: .concurrent)
  }
}
