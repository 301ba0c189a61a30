/// Connects loops that run apart, on any runtimes: each receiver hears the messages of all.
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
/// *Ordering*: all messages of a gear have one order, in which each receiver hears them, no matter
/// which loop or thread sends them. A receiver hears the messages that are sent after it has
/// joined, which a loop does at its transition 0. A message that is replayed comes before those.
///
/// *Isolation*: messages are delivered by a thread that posts, or by a loop that sends, when its
/// step is complete; one thread at a time, for all receivers. The closures of receivers are called
/// there, outside of any lock. A loop receives a message through its mailbox, as an event like any
/// other, and so never on the stack of the sender.
///
/// *Reentrancy*: a closure of a receiver may post; the message waits for its turn.
///
/// A gear keeps no loop alive. A feedback that sends keeps the gear alive; a receiver does not. A
/// gear that goes away stops no loop, but ends the feedbacks, sequences and observations that
/// receive from it.
public final class Gear<Message: Sendable>: Sendable {
  @usableFromInline package let core: GearCore

  /// Creates a gear without receivers.
  ///
  /// - Parameter replayingLatest: Whether the gear keeps the newest message, and a receiver that joins
  ///   hears it first.
  public init(replayingLatest: Bool = false) {
    core = GearCore(replaysLatest: replayingLatest)
  }

  deinit {
    core.end()
  }

  /// Sends a message from outside of a loop.
  ///
  /// The message has its place in the order once this returns. If another thread delivers at that
  /// moment, that thread delivers this message as well.
  ///
  /// *Reentrancy*: inside a closure of a loop, reducers included, this returns at once, and the
  /// message is delivered when the step is complete. It does not keep that loop from being settled:
  /// ``Feedback/sending(on:to:)`` does.
  ///
  /// *Isolation*: loops on the caller's thread make their steps before this returns, as with an `emit`,
  /// unless another thread delivers.
  @inlinable
  public func post(_ message: Message) {
    core.send(GearMessage(message))
  }

  /// Describes the sending of a message, which is over when the message is delivered to all receivers.
  ///
  /// NB: a registration is called when the step is complete, in the order of the feedbacks. It is never
  /// cancelled, because nothing takes the message back.
  @inlinable
  func sending<Event>(_ message: Message) -> Effect<Event> {
    let (core, message) = (core, GearMessage(message))
    return Effect(
      work: .registration { emit in
        core.send(message) { emit.finish() }
        return .none
      })
  }

  /// Has a closure called with the messages that are sent from now on.
  ///
  /// - Parameters:
  ///   - receive: Called with each message, one at a time.
  ///   - ended: Called once, when the gear goes away, unless the receiver has left.
  /// - Returns: The receiver, which leaves by its cancellation.
  package func join(
    _ receive: @escaping @Sendable (Message) -> Void, ended: @escaping @Sendable () -> Void = {}
  ) -> Cancellation {
    let receiver = GearReceiver({ receive(GearMessage.content($0)) }, ended: ended)
    core.join(receiver)
    return Cancellation { [weak core, weak receiver] in
      if let core, let receiver { core.leave(receiver) }
    }
  }
}

/// A message on its way, for code that does not know its type.
@usableFromInline
final class GearMessage<Message: Sendable>: Sendable {
  @usableFromInline let content: Message

  @inlinable
  init(_ content: Message) {
    self.content = content
  }

  /// NB: not checked, because the receivers of a gear hear messages of that gear only.
  @inlinable
  static func content(_ message: GearObject) -> Message {
    unsafe unsafeDowncast(message, to: GearMessage<Message>.self).content
  }
}

/// A message, for code that knows no types.
@usableFromInline typealias GearObject = any AnyObject & Sendable
