public import Dispatch
private import Foundation
@_exported public import SpinCore
internal import Synchronization

/// Runs loops by callbacks: on a serial dispatch queue, or on the thread that emits.
///
/// *Isolation*: on a queue, everything of the loop is called there: reducer, feedbacks, observers,
/// registrations, and the async bodies of effects between their suspensions. Blocking there blocks
/// the loop; a body that must block wants an executor (``Feedback/executor(_:)``).
///
/// On the caller's thread, the thread that finds the mailbox idle makes all the steps there are to
/// make, for everyone, and returns when the mailbox is empty; so `state` is up to date when its
/// `emit` returns. The `emit` of another thread meanwhile returns at once. Async bodies run on the
/// global executor; they and timers make the steps on the thread that delivers.
///
/// Inside a closure of another loop, `emit` returns at once as well: the thread makes the steps as
/// soon as that loop's step is complete. The closures run in the task that emits, if there is one:
/// they see its task-local values and its cancellation. The thread that makes the steps goes on for
/// as long as other threads emit: one that must return soon, such as one that draws, emits into a
/// loop on a queue.
///
/// *Ordering*: loops started on one value share its queue, and so never run at the same time. Loops on
/// ``SpinRuntime/callbacks`` may share theirs.
public struct CallbackRuntime: SpinRuntime {
  /// What the copies of a runtime share, so that a loop keeps one reference.
  private final class Core: Sendable {
    /// The loop's queue, and the same queue as an executor; `nil` on the caller's thread.
    let executor: DispatchQueueExecutor?
    let scheduler: any SpinScheduler

    init(_ executor: DispatchQueueExecutor?, _ scheduler: any SpinScheduler) {
      self.executor = executor
      self.scheduler = scheduler
    }
  }

  private let core: Core

  private var executor: DispatchQueueExecutor? { core.executor }

  /// The clock that was given, or one of Dispatch.
  public var scheduler: any SpinScheduler { core.scheduler }

  /// Makes a runtime with a serial queue of its own.
  ///
  /// - Parameters:
  ///   - label: The queue's label.
  ///   - scheduler: A clock to use instead of Dispatch's.
  public init(label: String = "spin", scheduler: (any SpinScheduler)? = nil) {
    self.init(DispatchQueue(label: label), scheduler)
  }

  /// Makes a runtime that works on a queue of the user's.
  ///
  /// The runtime makes a serial queue that targets the one given, which therefore may be
  /// concurrent. If it is serial, other work on it never runs at the same time as the loop.
  ///
  /// - Parameters:
  ///   - queue: Where to work, for example the main queue.
  ///   - scheduler: A clock to use instead of Dispatch's.
  public init(on queue: DispatchQueue, scheduler: (any SpinScheduler)? = nil) {
    self.init(DispatchQueue(label: queue.label, target: queue), scheduler)
  }

  private init(_ queue: DispatchQueue, _ scheduler: (any SpinScheduler)?) {
    core = Core(DispatchQueueExecutor(queue), scheduler ?? DispatchScheduler(queue: queue))
  }

  fileprivate init(callersThread scheduler: any SpinScheduler) {
    core = Core(nil, scheduler)
  }

  /// The runtimes that ``SpinRuntime/callbacks`` gives away in turn.
  fileprivate static let onQueues = Pool()

  /// As many runtimes as processors, and at least four, given away in turn.
  ///
  /// NB: on Linux a serial queue has a thread while it has work, so thousands of busy loops would have
  /// thousands of threads; and a queue that targets a global one has a thread that wakes each second,
  /// even if nothing happens. A few serial queues for all loops have neither.
  fileprivate final class Pool: Sendable {
    private let runtimes: [CallbackRuntime]
    private let given = Atomic(0)

    init() {
      let count = max(4, ProcessInfo.processInfo.activeProcessorCount)
      runtimes = (0..<count).map { _ in CallbackRuntime(label: "spin") }
    }

    var next: CallbackRuntime {
      let number = given.wrappingAdd(1, ordering: .relaxed).oldValue
      return runtimes[Int(UInt(bitPattern: number) % UInt(runtimes.count))]
    }
  }

  /// The queue, or the thread of the caller.
  public var isolation: LoopIsolation {
    executor.map { .serialQueue($0.queue.label) } ?? .callersThread
  }

  /// Whether the loop runs turns itself: on the thread of the caller, but not on a queue.
  public var runsTurnsAtOnce: Bool { executor == nil }

  /// Runs the turn on the queue, or on this thread.
  public func schedule(_ turn: Turn) {
    guard let executor else { return turn.runUnnested() }
    executor.queue.async { resume(turn) }
  }

  /// Runs the body in a task: on the executor that is given, on the queue, or on the global executor.
  public func start(
    _ body: EffectBody, on executor: (any TaskExecutor)?
  ) -> Cancellation {
    // One without a preference is cheaper than one that prefers nothing.
    guard let executor = executor ?? self.executor else {
      return Cancellation(Task.detached { await body.run(limit: .max) })
    }
    return Cancellation(
      Task.detached(executorPreference: executor) { await body.run(limit: 4096) })
  }

  /// Runs the turn on the queue, or in a task of its own.
  public func scheduleElsewhere(_ turn: Turn) {
    if executor == nil { Task.detached { turn() } } else { schedule(turn) }
  }

  /// Runs a turn here; makes room for others on the queue between long stretches of it.
  private func resume(_ turn: Turn) {
    guard let executor else { return turn() }
    if let rest = turn.run(limit: 4096) { executor.queue.async { resume(rest) } }
  }
}

extension SpinRuntime where Self == CallbackRuntime {
  /// Callbacks on one of a few serial queues: as many as processors, and at least four.
  ///
  /// Loops on it cost no queue and no thread of their own. A closure that blocks its queue may block
  /// other loops as well: give such a loop a queue of its own by ``CallbackRuntime/init(label:scheduler:)``.
  public static var callbacks: CallbackRuntime { CallbackRuntime.onQueues.next }

  /// Callbacks on a queue of the user's, see ``CallbackRuntime/init(on:scheduler:)``.
  public static func callbacks(
    on queue: DispatchQueue, scheduler: (any SpinScheduler)? = nil
  ) -> CallbackRuntime {
    CallbackRuntime(on: queue, scheduler: scheduler)
  }

  /// Callbacks on a new serial queue, by a clock of the user's.
  public static func callbacks(scheduler: (any SpinScheduler)?) -> CallbackRuntime {
    CallbackRuntime(scheduler: scheduler)
  }

  /// Callbacks on the thread that emits; see ``CallbackRuntime`` for what that means inside other
  /// loops, in tasks, and among several threads.
  ///
  /// Its timers have a queue of their own, which is made for the first of them.
  public static var callersThread: CallbackRuntime { .callersThread(scheduler: nil) }

  /// Callbacks on the thread that emits, by a clock of the user's.
  ///
  /// - Parameter scheduler: A clock to use instead of Dispatch's.
  /// - Returns: A runtime on the thread that emits.
  public static func callersThread(scheduler: (any SpinScheduler)?) -> CallbackRuntime {
    CallbackRuntime(callersThread: scheduler ?? LateDispatchScheduler())
  }
}
