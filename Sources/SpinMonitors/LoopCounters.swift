/// A place to which a monitor gives numbers: in memory, or in the metrics of a server.
///
/// ```swift
/// let counters = InMemoryCounters()
/// let running = search.start(
///   on: .async, options: RunOptions(name: "search", monitors: [.counters(in: counters)]))
/// ```
///
/// *Isolation*: loops on several threads may call it at the same time. It must not block.
public protocol LoopCounters: Sendable {
  /// Adds to a total, which only grows.
  func add(_ amount: Int, to total: LoopTotal)

  /// Notes a level, which replaces the one before.
  func set(_ level: Int, of gauge: LoopLevel)

  /// Notes how long something has taken.
  func record(_ time: Duration, of work: LoopTime)
}

/// Something that is counted, in the runs of one name.
public struct LoopTotal: Hashable, Sendable {
  /// What is counted.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// Events that were reduced.
    case events
    /// Events that were not.
    case drops(DropReason)
    /// Effects that have started.
    case starts
    /// Effects that have ended by themselves or by their own event, see ``/SpinCore/CancelReason/ownEvent``.
    case ends
    /// Effects that others have cancelled.
    case cancellations
  }

  /// The name of the run, or the type of its state.
  public let loop: String
  /// What is counted.
  public let kind: Kind
  /// The feedback that the effects belong to, without elements; `nil` for events.
  public let feedback: String?

  /// Creates a value to look up.
  public init(_ kind: Kind, of loop: String, feedback: String? = nil) {
    self.kind = kind
    self.loop = loop
    self.feedback = feedback
  }
}

/// A number that rises and falls, of the newest run of a name.
public struct LoopLevel: Hashable, Sendable {
  /// What the number is.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// How many effects have started and not ended.
    case effects
    /// How many events and ends of effects wait in the mailbox, whenever one is taken, and when the loop has
    /// settled.
    case mailbox
  }

  /// The name of the run, or the type of its state.
  public let loop: String
  /// What the number is.
  public let kind: Kind

  /// Creates a value to look up.
  public init(_ kind: Kind, of loop: String) {
    self.kind = kind
    self.loop = loop
  }
}

/// A closure whose calls are timed, in the runs of one name.
///
/// The times are those between facts, by the loop's own clock. They contain the work of the loop itself
/// and of the monitors before this one.
public struct LoopTime: Hashable, Sendable {
  /// The closure.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// The reducer.
    case reducer
    /// What a feedback selects, filters and compares.
    case asking
    /// The effect closure of a feedback.
    case describing
  }

  /// The name of the run, or the type of its state.
  public let loop: String
  /// The closure.
  public let kind: Kind
  /// The feedback, without elements; `nil` for the reducer.
  public let feedback: String?

  /// Creates a value to look up.
  public init(_ kind: Kind, of loop: String, feedback: String? = nil) {
    self.kind = kind
    self.loop = loop
    self.feedback = feedback
  }
}

extension Monitor {
  /// Counts what happens in each run.
  ///
  /// - Parameter counters: What the numbers are given to; several runs may share one.
  /// - Returns: A monitor. It reads the clock of the loop at most facts.
  public static func counters(in counters: some LoopCounters) -> Monitor {
    Monitor(attaching: { run in
      let counting = Counting(run, counters)
      return { counting.count($0.fact) }
    })
  }
}

/// What is counted of one run.
private final class Counting: Sendable {
  private struct Progress {
    var newest: Duration?
    var running = 0
  }

  private let name: String
  private let scheduler: any SpinScheduler
  private let counters: any LoopCounters
  private let progress = Guarded(Progress())

  init(_ run: MonitoredRun, _ counters: any LoopCounters) {
    name = run.loop.description
    scheduler = run.scheduler
    self.counters = counters
  }

  func count(_ fact: Fact) {
    switch fact {
    case .taken(let entry):
      if let waiting = entry.waiting { counters.set(waiting, of: LoopLevel(.mailbox, of: name)) }
      _ = passed()
    case .refused(let reason, _), .dropped(let reason, _): add(.drops(reason))
    case .reduced:
      // Transition 0 has no event.
      if let time = passed() {
        counters.record(time, of: LoopTime(.reducer, of: name))
        add(.events)
      }
    case .answered(let feedback, _): record(.asking, feedback)
    case .described(let feedback, _): record(.describing, feedback)
    case .started(let effect) where effect.stage == nil:
      add(.starts, effect.feedback)
      changeRunning(by: 1)
    case .finished(let effect) where effect.stage == nil,
      .cancelled(let effect, .ownEvent) where effect.stage == nil:
      add(.ends, effect.feedback)
      changeRunning(by: -1)
    case .cancelled(let effect, _) where effect.stage == nil:
      add(.cancellations, effect.feedback)
      changeRunning(by: -1)
    case .published: _ = passed()
    case .settled: counters.set(0, of: LoopLevel(.mailbox, of: name))
    default: break
    }
  }

  /// The time since the fact before; `nil` for the first one.
  private func passed() -> Duration? {
    let now = scheduler.now
    return progress.withLock { progress in
      defer { progress.newest = now }
      return progress.newest.map { now - $0 }
    }
  }

  private func add(_ kind: LoopTotal.Kind, _ feedback: FeedbackOrigin? = nil) {
    counters.add(1, to: LoopTotal(kind, of: name, feedback: feedback?.family))
  }

  private func record(_ kind: LoopTime.Kind, _ feedback: FeedbackOrigin) {
    guard let time = passed() else { return }
    counters.record(time, of: LoopTime(kind, of: name, feedback: feedback.family))
  }

  private func changeRunning(by change: Int) {
    let running = progress.withLock { progress in
      progress.running += change
      return progress.running
    }
    counters.set(running, of: LoopLevel(.effects, of: name))
  }
}

extension FeedbackOrigin {
  /// The name of the feedback for all elements.
  var family: String { FeedbackOrigin(index: index, name: name).description }
}
