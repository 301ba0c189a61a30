import SpinCore
import SpinRecording

/// A generated case: a spin, and what happens to it.
struct Plan: Sendable {
  /// How a run ends.
  enum Ending: Hashable, Sendable {
    /// All fuel is burnt, before or after the effects are let go, until the loop is settled.
    case burnt(first: Bool)
    /// The effects are let go, until the loop is settled.
    case settled
    /// The loop is stopped while effects are alive.
    case stopped
  }

  var initial: Node
  var spin: SpinPlan
  /// How many observers there are; those with an odd number want previous states.
  var observers = 1
  /// Whether the run has a monitor, whose facts keep laws of their own.
  var isMonitored = false
  /// Which states the recording of a monitored run keeps.
  var keeping = StateKeeping.all
  /// Whether this recording is written into a file, and keeps further laws.
  var isFiled = false
  /// Whether output waits until its step is durable.
  var isGated = false
  /// The mailbox, if it has a bound; the model knows none.
  var mailbox: MailboxPlan?
  /// What the first observer emits from inside, by fuel.
  var echoes: [Int: Int] = [:]
  /// Where and when the loop is stopped from inside.
  var stop: StopPlan?
  /// With which fuel the first observer suspends the loop, which is resumed elsewhere a moment later.
  var suspends: Int?
  /// Whether whoever stops the loop does so by dropping its handle.
  var drops = false
  /// What outside threads do, one phase after another, the threads of a phase at once.
  var phases: [[[Act]]]
  var ending: Ending

  /// Whether the spin has parts.
  var hasParts: Bool { !spin.groups.isEmpty }

  /// Whether a closure of the spin stops the loop in this state.
  func stops(_ place: StopPlan.Place, _ node: Node) -> Bool {
    stop == StopPlan(place: place, fuel: node.wheel.fuel)
  }

  /// The feedbacks of the whole and of all parts, in written order.
  var feedbacks: [FeedbackPlan] { spin.allFeedbacks }
}

/// A mailbox with a bound.
struct MailboxPlan: Sendable {
  enum Rule: CaseIterable, Sendable { case dropOldest, dropNewest, suspend, coalesce }

  var capacity: Int
  var rule: Rule

  var bound: MailboxBound<Word> {
    switch rule {
    case .dropOldest: .bounded(capacity, .dropOldest)
    case .dropNewest: .bounded(capacity, .dropNewest)
    case .suspend: .bounded(capacity, .suspend)
    case .coalesce: .bounded(capacity, .coalesce { $0.path.isEmpty ? $0.kind : nil })
    }
  }
}

/// A stop by a closure of the spin, when the fuel is just so.
struct StopPlan: Hashable, Sendable {
  enum Place: CaseIterable, Sendable { case reducer, selector, observer, feedback }

  var place: Place
  var fuel: Int
}

/// Something that an outside thread does.
enum Act: Sendable {
  /// Emits an event, for the whole or for a part.
  case emit([Hop], Int)
  /// Emits an event, for the whole or for a part, and waits elsewhere for its transition.
  case send([Hop], Int)
  /// Emits an event with a reply, and waits elsewhere for the answer.
  case ask([Hop], Int)
  /// Has the loop that is followed have another state.
  case lead(Int)
  /// Has the loop take no events.
  case suspend
  /// Has the loop take events again.
  case resume
  /// Makes the steps durable but for so many of the newest, if output waits for that.
  case commit(Int)
  /// Lets an async body go on; the next one to come if there is none.
  case release(Int)
  /// Emits an event with the emitter of an effect, alive or not, whatever it belongs to.
  case emitFromEffect(Int, Int)
  /// Finishes an effect by dropping its emitter, or by saying so.
  case finishEffect(Int, bySaying: Bool)
  /// Lets time pass.
  case advance(Int)
  /// Observes from now on.
  case observe
  /// Has the loop write down when it is settled next.
  case watch
  /// Waits until an event of its own was taken.
  case barrier
  /// Stops the loop, by saying so or by dropping its handle.
  case stop
}
