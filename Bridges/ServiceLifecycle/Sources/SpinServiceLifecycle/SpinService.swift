public import ServiceLifecycle
public import SpinAsync
internal import SpinCallbacks
internal import Synchronization

/// A spin as a service of a `ServiceGroup`: a graceful shutdown is one of its events.
///
/// ```swift
/// let service = SpinService(running, onGracefulShutdown: .terminate, until: .settled)
/// let group = ServiceGroup(
///   services: [service, server], gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
///
/// The reducer decides what the event means: usually that no new work is accepted. The loop then takes
/// the time that it needs, and the service ends when the ``/SpinCore/RunCondition`` holds:
/// - `.settled`, the default: the event has been reduced, and after that the loop has settled. Before
///   the shutdown it may settle as often as it likes.
/// - `.reached`: a state satisfies the predicate, before the shutdown or after it. Of a loop that runs already,
///   the first state that counts is the newest one when ``run()`` is called.
/// - `.stopped`: somebody has stopped the loop.
///
/// The service also ends when somebody stops the loop. When ``run()`` returns or throws, the loop has
/// stopped and all of its user code has returned. To limit the time, set
/// `maximumGracefulShutdownDuration` in the configuration of the group, which then cancels the service.
///
/// If a bounded mailbox has no room for the event, or a newer event takes its place there, the service emits it
/// again each time the mailbox has become empty after a transition, until it is reduced. If all that waits there is
/// dropped too, there is none, and the service waits for the next transition. An event that
/// ``/SpinCore/DropRepeats`` drops counts as reduced, because it repeats one that was.
///
/// *Cancellation*: stops the loop at once, which cancels all effects. That is the regular end of a
/// service with the condition `.stopped`, and a `CancellationError` otherwise.
public struct SpinService<State: Sendable, Event: Sendable>: Service {
  /// Starts the loop, and shows the goal its states.
  private let start:
    @Sendable (Goal<State, Event>?) -> (RunningSpin<State, Event>, ObservationToken?)
  private let event: Event
  private let end: RunCondition<State>

  /// Creates a service that starts the spin when it is run.
  ///
  /// Each run of the service is a new run of the spin. Other code talks to it by a
  /// ``/SpinCore/Gear``; to emit by a handle, use ``init(_:onGracefulShutdown:until:)``.
  ///
  /// With the condition `.reached`, every state is tested, from transition 0 on. The steps that the runtime makes
  /// while it starts the loop, such as those of immediate events on the caller's thread, are made in any case.
  ///
  /// - Parameters:
  ///   - spin: The spin.
  ///   - runtime: The runtime that executes the loop.
  ///   - event: The event that a graceful shutdown emits.
  ///   - end: The condition that ends the service.
  ///   - options: The settings of the run.
  public init(
    _ spin: Spin<State, Event>, on runtime: any SpinRuntime, onGracefulShutdown event: Event,
    until end: RunCondition<State> = .settled,
    options: RunOptions<State, Event> = RunOptions()
  ) {
    start = { goal in
      var options = options
      if let goal { options.observers.append(Observer { goal.look(at: $0.state) }) }
      return (spin.start(on: runtime, options: options), nil)
    }
    self.event = event
    self.end = end
  }

  /// Creates a service of a loop that runs already, and ends with the service.
  ///
  /// - Parameters:
  ///   - running: The handle, which the service keeps alive.
  ///   - event: The event that a graceful shutdown emits.
  ///   - end: The condition that ends the service.
  public init(
    _ running: RunningSpin<State, Event>, onGracefulShutdown event: Event,
    until end: RunCondition<State> = .settled
  ) {
    start = { goal in (running, goal.map { goal in running.observe { goal.look(at: $0.state) } }) }
    self.event = event
    self.end = end
  }

  /// Runs the loop until the condition holds.
  ///
  /// *Isolation*: the event of a graceful shutdown is emitted by the task that calls this.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the condition holds, unless the
  ///   condition is `.stopped`; the error of a durable loop whose events could not be kept.
  public func run() async throws {
    let goal = end.isReached.map { Goal<State, Event>($0) }
    let (running, token) = start(goal)
    defer { token?.cancel() }
    goal?.setRun(running)
    var failure: (any Error)?
    do { try await wait(for: running) } catch { failure = error }
    running.stop()
    await running.finished()
    if case .failed(let error)? = running.stopReason { throw error }
    // Only a cancellation is a regular end, and only with this condition.
    if case .stopped = end, failure is CancellationError { return }
    if let failure { throw failure }
  }

  /// Waits until the condition holds or the loop has finished.
  private func wait(for running: RunningSpin<State, Event>) async throws {
    // Asks for the event. Ends with the loop, or when the task is cancelled.
    let (requests, request) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let finished = running.onFinished { request.finish() }
    defer { finished.cancel() }
    try await withGracefulShutdownHandler {
      var drained: ObservationToken?
      for await _ in requests {
        // A bounded mailbox may drop the event, and has room when it has become empty.
        drained = drained ?? running.onDrained { request.yield() }
        guard try await takes(event, running) else { continue }
        drained?.cancel()
        if case .settled = end { return _ = try await running.settled() }
        break
      }
      for await _ in requests {}
      if !running.isStopped { throw CancellationError() }
    } onGracefulShutdown: {
      request.yield()
    }
  }

  /// Emits an event and waits for its transition; returns `false` if the mailbox has dropped it.
  private func takes(
    _ event: Event, _ running: RunningSpin<State, Event>
  ) async throws -> Bool {
    do {
      try await running.send(event)
    } catch let error as EventDropped where error.reason == .full || error.reason == .coalesced {
      return false
    } catch is EventDropped {
    }
    return true
  }
}

extension SpinService: CustomStringConvertible {
  /// The types of the spin, by which a service group logs what happens to the service.
  public var description: String { "SpinService<\(State.self), \(Event.self)>" }
}

/// Stops a run with the first state that satisfies a predicate, or once the run is known.
private final class Goal<State: Sendable, Event: Sendable>: Sendable {
  private struct Progress {
    /// The run; `nil` while it starts.
    weak var running: RunningSpin<State, Event>?
    var isReached = false
  }

  private let isWanted: @Sendable (State) -> Bool
  private let progress = Mutex(Progress())

  init(_ isWanted: @escaping @Sendable (State) -> Bool) { self.isWanted = isWanted }

  func setRun(_ running: RunningSpin<State, Event>) {
    let isReached = progress.withLock { progress in
      progress.running = running
      return progress.isReached
    }
    if isReached { running.stop() }
  }

  /// Called by the loop, with each state.
  func look(at state: State) {
    guard isWanted(state) else { return }
    let running = progress.withLock { progress in
      progress.isReached = true
      return progress.running
    }
    running?.stop()
  }
}

extension RunCondition {
  /// The predicate, if there is one.
  fileprivate var isReached: (@Sendable (State) -> Bool)? {
    if case .reached(let isReached) = self { isReached } else { nil }
  }
}
