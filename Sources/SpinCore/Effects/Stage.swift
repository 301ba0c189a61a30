/// Work that the loop itself carries out in several steps, as an effect describes it.
///
/// What it is made of begins at its time, as branches of one execution; see ``StageMachine``.
@usableFromInline
package indirect enum Stage<Event: Sendable>: Sendable {
  /// What begins when a delay has passed.
  case delay(StageDelay, StagePart<Event>)
  /// Works that are cancelled, with an event, if they have not ended after a while.
  case timeout(Duration, Event, [Work<Event>])
  /// Works of which those that yield first go on alone.
  case race([[Work<Event>]])
  /// What begins one after another.
  case chain(StageChain<Event>)
  /// A body that may be called again when it fails.
  case retry(Backoff, AttemptBody<Event>)
}

/// Events and works that begin together.
@usableFromInline
package struct StagePart<Event: Sendable>: Sendable {
  var events: [Event]
  var works: [Work<Event>]
}

/// How long a delay is.
@usableFromInline
package enum StageDelay: Sendable {
  case fixed(Duration)
  /// That of a backoff after an attempt of a series, which decides the jitter.
  case backoff(Backoff, after: Int, series: UInt64)
}

/// Parts that begin one after another.
@usableFromInline
package struct StageChain<Event: Sendable>: Sendable {
  /// The works of the first part.
  var first: [Work<Event>]
  /// Whether immediate events of the first part are to be reduced before it has ended.
  var hasEvents: Bool
  /// The parts after the first.
  var rest: PartList<Event>
}

/// A list that is made by appending to it, or it to another, each time to a copy.
///
/// *Complexity*: adding a part at either end takes O(log n), amortised, even if the list before is
/// kept: neighbours of about the same size are joined, as in a binary counter.
struct PartList<Event: Sendable>: Sendable {
  private var blocks: [[StagePart<Event>]] = []

  init(_ parts: [StagePart<Event>] = []) {
    for part in parts { append(part) }
  }

  /// The parts in order.
  var all: [StagePart<Event>] { blocks.flatMap(\.self) }

  mutating func append(_ part: StagePart<Event>) {
    append([part])
  }

  mutating func append(_ others: PartList) {
    for block in others.blocks { append(block) }
  }

  private mutating func append(_ block: [StagePart<Event>]) {
    var block = block
    while let last = blocks.last,
      max(last.count, block.count) <= 2 * min(last.count, block.count)
    {
      block = last + block
      blocks.removeLast()
    }
    blocks.append(block)
  }
}

/// The body of an effect that may be called again.
@usableFromInline
package enum AttemptBody<Event: Sendable>: Sendable {
  /// What an attempt has come to.
  @usableFromInline
  package enum Outcome: Sendable {
    case event(Event?)
    /// It failed, and is to be made again.
    case failed
  }

  /// It yields at most one event, with which it finishes. It is told whether there may be another
  /// attempt.
  case once(@Sendable (_ mayFail: Bool) async -> Outcome)
  /// It emits, and has come to the last event, if there is one, with which it finishes.
  case body(@Sendable (Emitter<Event>, _ mayFail: Bool) async -> Outcome)
}
