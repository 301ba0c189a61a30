/// A connection of separate loops, on any runtimes: each receiver gets the messages of all senders.
///
/// ```swift
/// let account = Gear<Account>(replayingLatest: true)
/// let session = Spin<Session, SessionEvent>(initialState: Session()) {
///   Feedback.sending(on: \.account, to: account)
///   Reducer { session, event in session.reduce(event) }
/// }
/// let board = Spin<Board, BoardEvent>(initialState: Board()) {
///   Feedback.receiving(from: account) { .account($0) }
///   Reducer { board, event in board.reduce(event) }
/// }
/// ```
///
/// Code outside of a loop posts messages with ``post(_:)``, and receives them as a sequence or with a
/// closure.
///
/// *Ordering*: all messages of a gear have one order, in which each receiver gets them, no matter
/// which loop or thread sends them. A receiver gets the messages that are sent after it has joined;
/// a loop joins at its transition 0. A replayed message comes before those.
///
/// *Isolation*: the thread that posts a message delivers it. A loop delivers the messages of a step when the
/// step is complete. A thread that has delivered for others for a tenth of a second leaves the rest to a
/// task. One thread at a time delivers to all receivers. It calls the closures of receivers outside of any
/// lock. A loop receives a message through its mailbox, as an event like any other, so never on the stack of
/// the sender.
///
/// *Reentrancy*: a closure of a receiver may post; the message is delivered later.
///
/// A gear keeps no loop alive. A sending feedback keeps the gear alive; a receiver does not. When a
/// gear is released, no loop stops, but the feedbacks, sequences and observations that receive from
/// it end.
public final class Gear<Message: Sendable>: Sendable {
  @usableFromInline package let core: GearCore

  /// Creates a gear without receivers.
  ///
  /// - Parameter replayingLatest: Whether the gear keeps the newest message, which a receiver that
  ///   joins gets first.
  public init(replayingLatest: Bool = false) {
    core = GearCore(replaysLatest: replayingLatest)
  }

  deinit {
    core.end()
  }

  /// Sends a message from outside of a loop.
  ///
  /// The message has its place in the order when this returns. If another thread is delivering at that time,
  /// this message is left to that thread, or to the thread or task that takes over from it.
  ///
  /// *Reentrancy*: inside a closure of a loop, including its reducer, this returns at once, and the
  /// message is delivered when the step is complete. Unlike ``Feedback/sending(on:to:)``, it does
  /// not keep that loop from being settled.
  ///
  /// *Isolation*: loops on the caller's thread make their steps before this returns, as with an
  /// `emit`, unless another thread is delivering.
  @inlinable
  public func post(_ message: Message) {
    core.send(GearMessage(message))
  }

  /// Returns an effect that sends a message, and ends when all receivers have it.
  ///
  /// NB: the registration is called when the step is complete, in the order of the feedbacks. It is
  /// never cancelled, because a message cannot be taken back.
  @usableFromInline
  func sending<Event>(_ message: Message) -> Effect<Event> {
    let (core, message) = (core, GearMessage(message))
    return Effect(
      work: .registration { emitter in
        core.send(message) { emitter.finish() }
        return .none
      })
  }

  /// Calls a closure with the replayed message, if there is one, and with the messages that are sent from now
  /// on.
  ///
  /// - Parameters:
  ///   - receive: Called with each message, one at a time.
  ///   - ended: Called once, when the gear is released, unless the receiver has left.
  /// - Returns: A cancellation that makes the receiver leave.
  @usableFromInline
  package func join(
    _ receive: @escaping @Sendable (Message) -> Void, ended: @escaping @Sendable () -> Void = {}
  ) -> Cancellation {
    core.join(GearReceiver({ receive(GearMessage.content($0)) }, ended: ended))
  }
}

/// The box of a message on its way.
@usableFromInline
final class GearMessage<Message: Sendable>: Sendable {
  @usableFromInline let content: Message

  @inlinable
  init(_ content: Message) {
    self.content = content
  }

  /// NB: unchecked, because the receivers of a gear get only messages of that gear.
  @inlinable
  static func content(_ message: GearObject) -> Message {
    known(message, as: GearMessage<Message>.self).content
  }
}

/// A message, for code that does not know its type.
@usableFromInline typealias GearObject = any AnyObject & Sendable
