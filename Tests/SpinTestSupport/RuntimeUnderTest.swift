package import Dispatch
internal import Foundation
internal import SpinAsync
internal import SpinCallbacks
package import SpinCore
@_exported public import SpinTesting

#if SPIN_NIO
  internal import NIOCore
  internal import NIOPosix
  internal import SpinNIO
#endif

/// One of the runtimes on which every promise is tested.
package struct RuntimeUnderTest: Sendable, CustomStringConvertible {
  /// A runtime, and checks of whether code runs where the runtime says.
  package struct Instance: Sendable {
    package let runtime: any SpinRuntime
    /// Returns whether the calling code runs where the runtime calls the closures of a loop.
    package let isAtHome: @Sendable () -> Bool
    /// The same for async bodies, if the runtime promises more than that they run in a task.
    package var isBodyAtHome: (@Sendable () -> Bool)?
  }

  package let description: String
  /// Makes an instance.
  package let instance: @Sendable ((any SpinScheduler)?) -> Instance

  /// Whether another runtime shows each race that this one shows.
  private let isLikeAnother: Bool

  /// Whether loops on one instance take turns in the order in which they have requested them.
  package let takesTurnsInOrder: Bool

  init(
    _ description: String, isLikeAnother: Bool = false, takesTurnsInOrder: Bool = false,
    _ instance: @escaping @Sendable ((any SpinScheduler)?) -> Instance
  ) {
    self.description = description
    self.isLikeAnother = isLikeAnother
    self.takesTurnsInOrder = takesTurnsInOrder
    self.instance = instance
  }

  /// Whether the thread that emits makes the steps.
  package var isCallersThread: Bool { callAsFunction().isolation == .callersThread }

  /// Makes the runtime.
  package func callAsFunction(scheduler: (any SpinScheduler)? = nil) -> any SpinRuntime {
    instance(scheduler).runtime
  }

  /// All runtimes; if `SPIN_RUNTIMES` is "distinct", only those that show races of their own.
  package static let all = bridged + (isReduced ? every.filter { !$0.isLikeAnother } : every)

  /// One of each way to run turns, for what does not depend on the runtime otherwise: in tasks, on a queue, on the
  /// thread that emits, and in slices.
  package static let few = [every[0], every[4], every[7], every[9]]

  private static let isReduced =
    ProcessInfo.processInfo.environment["SPIN_RUNTIMES"] == "distinct"

  private static let every = [
    RuntimeUnderTest("tasks on the global executor") {
      Instance(runtime: AsyncRuntime(scheduler: $0), isAtHome: isInTask)
    },
    RuntimeUnderTest("tasks on a serial queue", isLikeAnother: true, takesTurnsInOrder: true) {
      tasks(on: DispatchQueue(label: "serial"), $0)
    },
    RuntimeUnderTest("tasks on a concurrent queue") { tasks(on: concurrentQueue(), $0) },
    RuntimeUnderTest("tasks on the main actor", takesTurnsInOrder: true) {
      // NB: on Linux the main queue need not be served by the main thread.
      Instance(runtime: MainActorRuntime(scheduler: $0), isAtHome: isOnMain)
    },
    RuntimeUnderTest("callbacks on an own queue", takesTurnsInOrder: true) {
      Instance(runtime: CallbackRuntime(scheduler: $0), isAtHome: { !isOnMain() })
    },
    RuntimeUnderTest("callbacks on a serial queue", isLikeAnother: true, takesTurnsInOrder: true) {
      callbacks(on: DispatchQueue(label: "serial"), $0)
    },
    RuntimeUnderTest("callbacks on a concurrent queue") { callbacks(on: concurrentQueue(), $0) },
    RuntimeUnderTest("callbacks on the caller's thread") {
      Instance(runtime: CallbackRuntime.callersThread(scheduler: $0), isAtHome: { true })
    },
    RuntimeUnderTest("a thread, written by a third party", isLikeAnother: true) {
      thread(ThreadRuntime(scheduler: $0))
    },
    RuntimeUnderTest("a thread that runs turns in slices", takesTurnsInOrder: true) {
      thread(ThreadRuntime(limit: 1, scheduler: $0))
    },
    RuntimeUnderTest("a test runtime in random order, pumped by a thread", isLikeAnother: true) {
      let runtime = PumpedRuntime(scheduler: $0)
      let isAtHome: @Sendable () -> Bool = { runtime.isCurrent }
      return Instance(runtime: runtime, isAtHome: isAtHome, isBodyAtHome: isAtHome)
    },
  ]

  #if SPIN_NIO
    private static let bridged = [
      RuntimeUnderTest("a SwiftNIO event loop", takesTurnsInOrder: true) {
        let runtime = EventLoopRuntime(
          MultiThreadedEventLoopGroup.singleton.next(), scheduler: $0)
        let isAtHome: @Sendable () -> Bool = { runtime.eventLoop.inEventLoop }
        return Instance(runtime: runtime, isAtHome: isAtHome, isBodyAtHome: isAtHome)
      }
    ]
  #else
    private static let bridged: [RuntimeUnderTest] = []
  #endif

  private static let isInTask: @Sendable () -> Bool = { withUnsafeCurrentTask { $0 != nil } }

  private static let isOnMain = isOn(.main)

  private static func thread(_ runtime: ThreadRuntime) -> Instance {
    Instance(runtime: runtime, isAtHome: { runtime.isCurrent })
  }

  private static func concurrentQueue() -> DispatchQueue {
    DispatchQueue(label: "concurrent", attributes: .concurrent)
  }

  private static func tasks(
    on queue: DispatchQueue, _ scheduler: (any SpinScheduler)?
  ) -> Instance {
    let isOnQueue = isOn(queue)
    return Instance(
      runtime: AsyncRuntime(executor: .queue(queue), scheduler: scheduler),
      isAtHome: { isOnQueue() && isInTask() }, isBodyAtHome: isOnQueue)
  }

  private static func callbacks(
    on queue: DispatchQueue, _ scheduler: (any SpinScheduler)?
  ) -> Instance {
    let isOnQueue = isOn(queue)
    return Instance(
      runtime: CallbackRuntime(on: queue, scheduler: scheduler), isAtHome: isOnQueue,
      isBodyAtHome: isOnQueue)
  }

  /// Marks a queue; returns a closure that checks whether code runs on it.
  ///
  /// NB: one key for all queues, which is never freed. Dispatch identifies a key by its address, so
  /// the mark of a freed key on the main queue could pass for the mark of a new key.
  package static func isOn(_ queue: DispatchQueue) -> @Sendable () -> Bool {
    let mark = queue.getSpecific(key: key) ?? UUID()
    queue.setSpecific(key: key, value: mark)
    return { DispatchQueue.getSpecific(key: key) == mark }
  }

  private static let key = DispatchSpecificKey<UUID>()
}
