/// Work that the loop carries out in several stages, as an effect describes it.
///
/// Its pieces begin at their times, as branches of one execution; see ``StageMachine``.
@usableFromInline
package indirect enum Stage<Event: Sendable>: Sendable {
  /// A part that begins after a delay.
  case delay(StageDelay, StagePart<Event>)
  /// Works that are cancelled, with an event, if they have not ended after a delay.
  case timeout(Duration, Event, [Work<Event>])
  /// Groups of works that run together until the first group yields an event, and then goes on
  /// alone.
  case race([[Work<Event>]])
  /// Parts that begin one after another.
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

/// The length of a delay.
@usableFromInline
package enum StageDelay: Sendable {
  case fixed(Duration)
  /// The delay of a backoff after an attempt; the series decides the jitter.
  case backoff(Backoff, after: Int, series: UInt64)
}

/// Parts that begin one after another.
@usableFromInline
package struct StageChain<Event: Sendable>: Sendable {
  /// The works of the first part.
  var first: [Work<Event>]
  /// Whether the first part has immediate events, which are reduced before it has ended.
  var hasEvents: Bool
  /// The parts after the first.
  var rest: PartList<Event>
}

/// A list of parts to which parts and other lists are appended.
///
/// - Complexity: Adding a part at either end takes O(log n), amortised, even if the old list is
///   kept: neighbouring blocks of about the same size are joined, as in a binary counter.
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
  /// The result of an attempt.
  @usableFromInline
  package enum Outcome: Sendable {
    case event(Event?)
    /// It failed, and will be made again.
    case failed
  }

  /// A body that yields at most one event, with which it finishes, and knows whether there may be
  /// another attempt.
  case once(@Sendable (_ mayFail: Bool) async -> Outcome)
  /// A body that emits, and finishes with the event that it returns, if there is one.
  case body(@Sendable (Emitter<Event>, _ mayFail: Bool) async -> Outcome)
}
