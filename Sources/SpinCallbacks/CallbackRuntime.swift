public import Dispatch
@_exported public import SpinCore
internal import SpinSystem
internal import Synchronization

/// Runs loops by callbacks, on a serial dispatch queue or on the emitting thread.
///
/// *Isolation*: on a queue, all parts of the loop are called there: the reducer, feedbacks,
/// observers, registrations, and the async bodies of effects between their suspensions. Blocking
/// the queue blocks the loop; use an executor for a body that must block
/// (``/SpinCore/Feedback/executor(_:)``).
///
/// On the caller's thread, the thread that finds the loop idle makes all available steps, including
/// those of other threads, and returns when the mailbox is empty. So `state` is up to date when its
/// `emit` returns. If another thread emits meanwhile, its `emit` returns at once. Async bodies run
/// on the global executor. Their events, and those of timers, are reduced on the thread that
/// delivers them.
///
/// Inside a closure of another loop, `emit` returns at once as well: the thread makes the steps as
/// soon as that loop's step is complete. In a task, the closures run in the emitting task, with its
/// task-local values and its cancellation. If other threads emit all the time, the thread that makes the
/// steps continues for a tenth of a second, and a task makes the rest. A thread that must return soon, such
/// as a drawing thread, should emit into a loop on a queue.
///
/// On the main queue, an `emit` from that queue makes its steps as on the main actor's runtime.
///
/// *Ordering*: loops started on the same value share its queue, so they never run at the same time.
/// Loops on ``/SpinCore/SpinRuntime/callbacks`` may share a queue as well.
public struct CallbackRuntime: SpinRuntime {
  /// The values that the copies of a runtime share, so that a loop holds one reference.
  private final class Core: Sendable {
    /// Where turns and bodies run; `nil` on the caller's thread.
    let jobs: JobQueue?
    let scheduler: any SpinScheduler

    init(_ jobs: JobQueue?, _ scheduler: any SpinScheduler) {
      self.jobs = jobs
      self.scheduler = scheduler
    }
  }

  /// The given core, or the scheduler of a loop on the caller's thread, which most loops never use.
  ///
  /// NB: one reference.
  private enum Kind: Sendable {
    case given(Core)
    case callersThread(LateDispatchScheduler)
  }

  private let kind: Kind

  private var jobs: JobQueue? {
    if case .given(let core) = kind { core.jobs } else { nil }
  }

  /// The given scheduler, or a scheduler of Dispatch.
  public var scheduler: any SpinScheduler {
    switch kind {
    case .given(let core): core.scheduler
    case .callersThread(let scheduler): scheduler
    }
  }

  /// Creates a runtime with its own serial queue.
  ///
  /// - Parameters:
  ///   - label: The queue's label.
  ///   - scheduler: A scheduler to use instead of Dispatch's.
  public init(label: String = "spin", scheduler: (any SpinScheduler)? = nil) {
    self.init(JobQueue(label: label), scheduler)
  }

  /// Creates a runtime that uses a given queue.
  ///
  /// The queue may be concurrent: the loops on the runtime never run at the same time. If it is
  /// serial, neither does its other work. Each slice of a turn is a block of the queue, which runs
  /// behind the work that waits there already.
  ///
  /// - Parameters:
  ///   - queue: The queue, for example the main queue.
  ///   - scheduler: A scheduler to use instead of Dispatch's.
  public init(on queue: DispatchQueue, scheduler: (any SpinScheduler)? = nil) {
    self.init(JobQueue(on: queue), scheduler)
  }

  private init(_ jobs: JobQueue, _ scheduler: (any SpinScheduler)?) {
    kind = .given(Core(jobs, scheduler ?? DispatchScheduler(queue: jobs.queue)))
  }

  fileprivate init(callersThread scheduler: (any SpinScheduler)?) {
    kind = scheduler.map { .given(Core(nil, $0)) } ?? .callersThread(LateDispatchScheduler())
  }

  /// The runtimes that ``SpinRuntime/callbacks`` returns in turn.
  fileprivate static let onQueues = Pool()

  /// As many runtimes as processors, and at least four, returned in turn.
  ///
  /// NB: on Linux, a serial queue with work occupies a thread, so thousands of busy loops would
  /// have thousands of threads. A queue that targets a global queue has a thread that wakes each
  /// second, even if it is idle. A few serial queues for all loops avoid both.
  fileprivate final class Pool: Sendable {
    private let runtimes: [CallbackRuntime]
    private let given = Atomic(0)

    init() {
      let count = max(4, SystemCall.processorCount)
      runtimes = (0..<count).map { _ in CallbackRuntime(label: "spin") }
    }

    var next: CallbackRuntime {
      let number = given.wrappingAdd(1, ordering: .relaxed).oldValue
      return runtimes[Int(UInt(bitPattern: number) % UInt(runtimes.count))]
    }
  }

  /// The queue, or the caller's thread.
  public var isolation: LoopIsolation {
    jobs.map { .serialQueue($0.queue.label) } ?? .callersThread
  }

  /// Whether the loop runs its turns itself, as on the caller's thread.
  public var runsTurnsAtOnce: Bool { jobs == nil }

  /// For loops on the main queue, whether the calling code is work of that queue; otherwise `nil`.
  public func isIsolatingCurrentContext() -> Bool? {
    jobs?.isMain == true ? MainThread.isServingMainQueue : nil
  }

  /// Runs the turn on the queue, or on this thread.
  public func schedule(_ turn: Turn) {
    guard let jobs else { return turn.runUnnested() }
    jobs.add { if let rest = turn.run() { schedule(rest) } }
  }

  /// Runs the body in a task: on the given executor, on the queue, or on the global executor.
  public func start(
    _ body: EffectBody, on executor: (any TaskExecutor)?
  ) -> Cancellation {
    // A task without a preference is cheaper than one that prefers `nil`.
    guard let executor = executor ?? jobs else {
      return Cancellation(Task.detached { await body.runWholeTurns() })
    }
    return Cancellation(Task.detached(executorPreference: executor) { await body.run() })
  }

  /// Runs the turn on the queue, or each slice of it in a new task.
  public func scheduleElsewhere(_ turn: Turn) {
    guard jobs == nil else { return schedule(turn) }
    Task.detached { if let rest = turn.run() { scheduleElsewhere(rest) } }
  }
}

extension SpinRuntime where Self == CallbackRuntime {
  /// Callbacks on one of a few serial queues: as many as processors, and at least four.
  ///
  /// Such loops need no queue or thread of their own. A closure that blocks its queue may also
  /// block other loops: give such a loop its own queue by
  /// ``/SpinCallbacks/CallbackRuntime/init(label:scheduler:)``.
  public static var callbacks: CallbackRuntime { CallbackRuntime.onQueues.next }

  /// Callbacks on a given queue, see ``/SpinCallbacks/CallbackRuntime/init(on:scheduler:)``.
  public static func callbacks(
    on queue: DispatchQueue, scheduler: (any SpinScheduler)? = nil
  ) -> CallbackRuntime {
    CallbackRuntime(on: queue, scheduler: scheduler)
  }

  /// Callbacks on a new serial queue, with a given scheduler.
  public static func callbacks(scheduler: (any SpinScheduler)?) -> CallbackRuntime {
    CallbackRuntime(scheduler: scheduler)
  }

  /// Callbacks on the emitting thread; see ``/SpinCallbacks/CallbackRuntime`` for the behaviour
  /// inside other loops, in tasks, and with several threads.
  ///
  /// The timers have their own queue, which is created for the first timer.
  public static var callersThread: CallbackRuntime { .callersThread(scheduler: nil) }

  /// Callbacks on the emitting thread, with a given scheduler.
  ///
  /// - Parameter scheduler: A scheduler to use instead of Dispatch's.
  /// - Returns: A runtime on the emitting thread.
  public static func callersThread(scheduler: (any SpinScheduler)?) -> CallbackRuntime {
    CallbackRuntime(callersThread: scheduler)
  }
}
