public import NIOCore
@_exported public import SpinCore

/// Runs loops on an event loop of SwiftNIO.
///
/// ```swift
/// running = session(on: channel).start(on: .eventLoop(channel.eventLoop))
/// ```
///
/// *Isolation*: all parts of a loop are called on the event loop: the reducer, feedbacks, observers,
/// registrations, and the async bodies of effects between their suspensions. These closures may use what
/// is bound to the event loop, such as a `Channel` or a `NIOLoopBound`. A closure that blocks also blocks
/// all connections of the event loop. Give a feedback whose work blocks or computes for long an executor
/// (``/SpinCore/Feedback/executor(_:)``).
///
/// *Ordering*: the loops of an event loop never run at the same time, and share it in slices of about
/// a millisecond, see ``/SpinCore/Turn/run(limit:)``. Tasks that were given to the event loop
/// meanwhile run between two slices. After a millisecond of steps without a pause the event loop
/// looks after its channels, so that a loop that never rests starves no connection.
///
/// *Reentrancy*: `emit` never makes a step before it returns, not even on the event loop, for example
/// in a `ChannelHandler`. The step is made after the task or the channel's event that is being
/// processed, in the same tick of the event loop unless its loops have used up their millisecond.
///
/// *Shutdown*: end a loop before its event loop. If an event loop of a `MultiThreadedEventLoopGroup` shuts
/// down first, the loop goes on as far as it must: its turns and bodies run on the global executor, one at a
/// time, so that `stop()` and `finished()` work and its memory is freed. Its closures then run outside of the
/// event loop, and no delay ends any more. A loop that is started after the shutdown makes no step: the event
/// loop refuses its work, and says so on standard error. Other event loops, such as those of
/// NIOTransportServices, do not say in time that they shut down: a loop that they leave may never finish.
///
/// NB: on an `EmbeddedEventLoop`, only its own thread may emit. `NIOAsyncTestingEventLoop` takes
/// events from any thread.
public struct EventLoopRuntime: SpinRuntime {
  private let lane: EventLoopLane

  /// The given scheduler, or that of the event loop.
  public let scheduler: any SpinScheduler

  /// Creates a runtime.
  ///
  /// - Parameters:
  ///   - eventLoop: The event loop. All runtimes on it share one line of work.
  ///   - scheduler: A scheduler to use instead of the event loop's.
  public init(_ eventLoop: any EventLoop, scheduler: (any SpinScheduler)? = nil) {
    lane = EventLoopLane.of(eventLoop)
    self.scheduler = scheduler ?? EventLoopScheduler(lane: lane)
  }

  /// The event loop that calls the closures of a loop.
  public var eventLoop: any EventLoop { lane.eventLoop }

  /// The event loop, in words.
  public var isolation: LoopIsolation { .custom("a SwiftNIO event loop") }

  /// Runs the turn on the event loop, in slices.
  public func schedule(_ turn: Turn) {
    lane.add { if let rest = turn.run() { schedule(rest) } }
  }

  /// Runs the body in a task on the event loop, or on the given executor.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    Cancellation(Task.detached(executorPreference: executor ?? lane) { await body.run() })
  }
}

extension SpinRuntime where Self == EventLoopRuntime {
  /// An event loop of SwiftNIO, see ``EventLoopRuntime``.
  ///
  /// - Parameters:
  ///   - eventLoop: The event loop.
  ///   - scheduler: A scheduler to use instead of the event loop's.
  /// - Returns: A runtime on the event loop.
  public static func eventLoop(
    _ eventLoop: any EventLoop, scheduler: (any SpinScheduler)? = nil
  ) -> EventLoopRuntime {
    EventLoopRuntime(eventLoop, scheduler: scheduler)
  }
}
