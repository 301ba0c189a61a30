internal import NIOCore
internal import Synchronization

/// The jobs of all loops on an event loop: slices of turns, parts of bodies, and alarms that are due.
///
/// The event loop serves its channels only when no task is left that it could run at once. A job that
/// is a task of its own, and adds the next one, would therefore keep all connections waiting. So the
/// jobs have a queue of their own. One task of the event loop runs those that wait, and if more have
/// come meanwhile, another task runs these. When the jobs have taken a millisecond, that task is due
/// a moment later, and the event loop finds nothing that it could run at once:
///
/// ```
/// tasks     [jobs][other task][jobs][jobs]          [jobs]
/// channels                                 [read][write]
/// ```
final class EventLoopLane: TaskExecutor {
  typealias Job = @Sendable () -> Void

  private struct Content: Sendable {
    var jobs = CircularBuffer<Job>()
    /// Whether a round is under way, or will be.
    var isAwake = false
    /// Whether the event loop has shut down.
    var isOver = false
    /// The work since the moment at which the event loop last looked after its channels.
    var work = Work()
  }

  /// How long the jobs have taken since a moment.
  private struct Work: Sendable {
    var since = NIODeadline.now()
    var total = TimeAmount.zero

    /// Adds the time of a round; returns whether the event loop must look after its channels now.
    ///
    /// If it was idle for half of the time, it has done so.
    mutating func add(_ time: TimeAmount, until now: NIODeadline) -> Bool {
      total = total + time
      if total < EventLoopLane.limit { return false }
      let wasIdle = now - since > total * 2
      self = Work(since: now)
      return !wasIdle
    }
  }

  /// How long the jobs may take before the event loop looks after its channels.
  private static let limit = TimeAmount.milliseconds(1)
  /// How long the event loop has nothing to do then: longer than it needs to find out.
  private static let pause = TimeAmount.microseconds(20)

  let eventLoop: any EventLoop
  private let content = Mutex(Content())
  /// Whether the time of the event loop passes by itself; otherwise a pause would not end.
  private let keepsTime: Bool
  /// Told when the event loop shuts down.
  private let end = Mutex<NIOScheduledCallback?>(nil)

  private init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    let difference = eventLoop.now - NIODeadline.now()
    keepsTime = abs(difference.nanoseconds) < TimeAmount.seconds(1).nanoseconds
    // NB: an event loop of a `MultiThreadedEventLoopGroup` cancels its scheduled callbacks while it shuts down, and
    // calls none after that. Others need not say so.
    let callback = try? eventLoop.scheduleCallback(at: .distantFuture, handler: AtEnd(lane: self))
    end.withLock { $0 = callback }
  }

  deinit {
    end.withLock { $0 }?.cancel()
    let other = Self.lanes.withLock { lanes in
      let id = ObjectIdentifier(eventLoop)
      let other = lanes[id]?.lane
      if other == nil { lanes[id] = nil }
      return other
    }
    withExtendedLifetime(other) {}  // Its own end must not come under the lock.
  }

  // MARK: One lane for each event loop

  private struct Known: Sendable {
    weak var lane: EventLoopLane?
  }

  /// The lanes that exist.
  private static let lanes = Mutex<[ObjectIdentifier: Known]>([:])

  /// The lane that the loops on an event loop share: with two of them, each would run jobs in the
  /// pauses of the other.
  static func of(_ eventLoop: any EventLoop) -> EventLoopLane {
    let id = ObjectIdentifier(eventLoop)
    if let lane = lanes.withLock({ $0[id]?.lane }) { return lane }
    // NB: made outside of the lock, because an event loop may run a task when it schedules one.
    let made = EventLoopLane(eventLoop)
    return lanes.withLock { lanes in
      if let lane = lanes[id]?.lane { return lane }
      lanes[id] = Known(lane: made)
      return made
    }
  }

  // MARK: Jobs

  /// Runs a job after those that wait already.
  func add(_ job: @escaping Job) {
    let (wakes, isOver) = content.withLock { content in
      content.jobs.append(job)
      defer { content.isAwake = true }
      return (!content.isAwake, content.isOver)
    }
    guard wakes else { return }
    if isOver { runElsewhere() } else { eventLoop.execute { self.runRound() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs the jobs that wait, but for about a millisecond at most.
  ///
  /// *Isolation*: called by the event loop.
  fileprivate func runRound() {
    var left = content.withLock { $0.isOver ? 0 : $0.jobs.count }
    // The event loop has shut down, and another thread runs the jobs.
    if left == 0 { return }
    let begun = NIODeadline.now()
    while left > 0, let job = content.withLock({ $0.jobs.popFirst() }) {
      job()
      left -= 1
      if NIODeadline.now() - begun >= Self.limit { left = 0 }
    }
    let now = NIODeadline.now()
    let (goesOn, mustPause) = content.withLock { content in
      let mustPause = content.work.add(now - begun, until: now)
      content.isAwake = !content.jobs.isEmpty
      return (content.isAwake, mustPause)
    }
    guard goesOn else { return }
    guard mustPause && keepsTime else { return eventLoop.execute { self.runRound() } }
    // If the event loop shuts down instead and says so, `close` sees to the jobs.
    _ = try? eventLoop.scheduleCallback(in: Self.pause, handler: AfterPause(lane: self))
  }

  // MARK: The end of the event loop

  /// Runs the jobs on the global executor from now on.
  ///
  /// *Isolation*: called by the event loop, which runs no job at that time.
  fileprivate func close() {
    let hasJobs = content.withLock { content in
      content.isOver = true
      content.isAwake = !content.jobs.isEmpty
      return content.isAwake
    }
    if hasJobs { runElsewhere() }
  }

  private func runElsewhere() {
    Task.detached {
      while let job = self.nextOrSleep() {
        job()
        await Task.yield()
      }
    }
  }

  private func nextOrSleep() -> Job? {
    content.withLock { content in
      let job = content.jobs.popFirst()
      if job == nil { content.isAwake = false }
      return job
    }
  }
}

/// Runs the next round of a lane.
private struct AfterPause: NIOScheduledCallbackHandler, Sendable {
  let lane: EventLoopLane

  func handleScheduledCallback(eventLoop: some EventLoop) {
    lane.runRound()
  }
}

/// Tells a lane that its event loop shuts down.
private struct AtEnd: NIOScheduledCallbackHandler, Sendable {
  weak let lane: EventLoopLane?

  func handleScheduledCallback(eventLoop: some EventLoop) {}

  // NB: also called, under a lock of the event loop, when the lane itself cancels the callback.
  func didCancelScheduledCallback(eventLoop: some EventLoop) {
    lane?.close()
  }
}
