/// A place to which a monitor gives numbers: in memory, or in the metrics of a server.
///
/// ```swift
/// let counters = InMemoryCounters()
/// let running = search.start(
///   on: .async, options: RunOptions(name: "search", monitors: [.counters(into: counters)]))
/// ```
///
/// *Isolation*: loops on several threads may call it at the same time. It must not block.
public protocol LoopCounters: Sendable {
  /// Adds to a total, which only grows.
  func add(_ amount: Int, to total: LoopTotal)

  /// Adds to a level, which begins with 0; a negative change lowers it.
  ///
  /// Runs of one name have one level, the sum of theirs. A run takes back what it has added when it ends.
  func add(_ change: Int, to level: LoopLevel)

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
    /// Events that were not reduced, by the reason.
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
  private let hash: Int

  /// Creates a value to look up.
  public init(_ kind: Kind, of loop: String, feedback: String? = nil) {
    self.kind = kind
    self.loop = loop
    self.feedback = feedback
    hash = precomputedHash(loop, kind, feedback)
  }

  /// Hashes all properties, which were hashed once when the value was made.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A number that rises and falls: the sum of all runs of one name.
public struct LoopLevel: Hashable, Sendable {
  /// What the number is.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// How many effects have started and not ended.
    case effects
    /// How many events and ends of effects wait in the mailbox, whenever an event is taken, and when the loop
    /// rests.
    case mailbox
  }

  /// The name of the run, or the type of its state.
  public let loop: String
  /// What the number is.
  public let kind: Kind
  private let hash: Int

  /// Creates a value to look up.
  public init(_ kind: Kind, of loop: String) {
    self.kind = kind
    self.loop = loop
    hash = precomputedHash(loop, kind, nil)
  }

  /// Hashes all properties, which were hashed once when the value was made.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
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
    /// What a feedback selects, filters and compares; for elements and parts, once for each answer.
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
  private let hash: Int

  /// Creates a value to look up.
  public init(_ kind: Kind, of loop: String, feedback: String? = nil) {
    self.kind = kind
    self.loop = loop
    self.feedback = feedback
    hash = precomputedHash(loop, kind, feedback)
  }

  /// Hashes all properties, which were hashed once when the value was made.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The hash value of the name of a number, which a monitor looks up with each fact.
private func precomputedHash(_ loop: String, _ kind: some Hashable, _ feedback: String?) -> Int {
  var hasher = Hasher()
  hasher.combine(loop)
  hasher.combine(kind)
  hasher.combine(feedback)
  return hasher.finalize()
}

extension Monitor {
  /// Counts what happens in each run.
  ///
  /// - Parameter counters: What the numbers are given to; several runs may share one.
  /// - Returns: A monitor. It reads the clock of the loop at most facts.
  public static func counters(into counters: some LoopCounters) -> Monitor {
    Monitor(attachingWithRests: { run in
      let counting = Counting(run, counters)
      return ({ counting.count($0.fact) }, { counting.rests() })
    })
  }
}

/// What is counted of one run.
private final class Counting: Sendable {
  /// The names of the numbers of a feedback.
  private struct Numbers: Sendable {
    let starts, ends, cancellations: LoopTotal
    let asking, describing: LoopTime

    init(_ feedback: FeedbackOrigin, of loop: String) {
      let name = feedback.description
      starts = LoopTotal(.starts, of: loop, feedback: name)
      ends = LoopTotal(.ends, of: loop, feedback: name)
      cancellations = LoopTotal(.cancellations, of: loop, feedback: name)
      asking = LoopTime(.asking, of: loop, feedback: name)
      describing = LoopTime(.describing, of: loop, feedback: name)
    }
  }

  private let name: String
  // NB: a name is made once, because it costs more than what is counted under it.
  private let events: LoopTotal
  private let effects, mailbox: LoopLevel
  private let reducer: LoopTime
  /// By the places of the feedbacks.
  private let feedbacks: [Numbers]
  private let scheduler: any SpinScheduler
  private let counters: any LoopCounters
  /// The time of the fact before.
  @safe nonisolated(unsafe) private var newest: Duration?
  /// What the run has added to the level of the mailbox; `nil` if it has not named the level.
  @safe nonisolated(unsafe) private var waiting: Int?
  // Guard: the loop, for both; other threads only tell of refused events.

  init(_ run: MonitoredRun, _ counters: any LoopCounters) {
    let name = run.loop.description
    self.name = name
    events = LoopTotal(.events, of: name)
    effects = LoopLevel(.effects, of: name)
    mailbox = LoopLevel(.mailbox, of: name)
    reducer = LoopTime(.reducer, of: name)
    feedbacks = run.feedbacks.map { Numbers($0, of: name) }
    scheduler = run.scheduler
    self.counters = counters
  }

  func count(_ fact: Fact) {
    switch fact {
    case .taken(let entry):
      if let waiting = entry.waiting { setWaiting(waiting) }
      _ = passed()
    case .refused(let reason, _), .dropped(let reason, _):
      counters.add(1, to: LoopTotal(.drops(reason), of: name))
    case .reduced:
      // Transition 0 has no event.
      if let time = passed() {
        counters.record(time, of: reducer)
        counters.add(1, to: events)
      }
    case .answered(let feedback, _): record(feedbacks[feedback.index].asking)
    case .described(let feedback, _): record(feedbacks[feedback.index].describing)
    // A step without an event begins with one of these.
    case .ended, .alarmRang, .asked: _ = passed()
    case .started(let effect) where effect.stage == nil:
      counters.add(1, to: feedbacks[effect.feedback.index].starts)
      counters.add(1, to: effects)
    case .finished(let effect) where effect.stage == nil,
      .cancelled(let effect, .ownEvent) where effect.stage == nil:
      counters.add(1, to: feedbacks[effect.feedback.index].ends)
      counters.add(-1, to: effects)
    case .cancelled(let effect, _) where effect.stage == nil:
      counters.add(1, to: feedbacks[effect.feedback.index].cancellations)
      counters.add(-1, to: effects)
    case .published: _ = passed()
    default: break
    }
  }

  func rests() {
    setWaiting(0)
  }

  /// The time since the fact before; `nil` for the first one.
  private func passed() -> Duration? {
    let now = scheduler.now
    defer { newest = now }
    return newest.map { now.subtractingClamped($0) }
  }

  private func record(_ work: LoopTime) {
    if let time = passed() { counters.record(time, of: work) }
  }

  private func setWaiting(_ waiting: Int) {
    if waiting == self.waiting { return }
    counters.add(waiting - (self.waiting ?? 0), to: mailbox)
    self.waiting = waiting
  }
}
