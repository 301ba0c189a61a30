/// Connects loops that run apart, on any runtimes: each receiver hears the messages that others send.
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
/// Those who are no loop post messages with ``post(_:)``, and hear them as a sequence or with a closure.
///
/// *Ordering*: all messages of a gear have one order, in which each receiver hears them, whoever sends
/// them. A receiver hears the messages that are sent after it has joined. A message that is replayed
/// comes before those.
///
/// *Isolation*: messages are delivered by a thread that posts, or by a loop that sends, when its step is
/// complete; one thread at a time, for everybody. The closures of receivers are called there, outside
/// of any lock. A loop receives a message through its mailbox, as an event like any other, and so
/// never on the stack of the sender.
///
/// *Reentrancy*: a closure of a receiver may post; the message waits for its turn.
///
/// A gear keeps no loop alive. Whoever sends keeps the gear alive; whoever receives does not. A gear
/// that goes away stops no loop, but ends the feedbacks, sequences and observations that receive from it.
public final class Gear<Message: Sendable>: Sendable {
  struct Shared: ~Copyable, Sendable {
    /// What waits for a thread that delivers, in order.
    var entries = RingBuffer<GearEntry<Message>>()
    /// The receivers; `nil` while a thread delivers, which has them then.
    var receivers: GearReceivers<Message>?
  }

  /// Guards the order of the messages; nothing is delivered under the lock.
  let shared: Guarded<Shared>

  /// Creates a gear without receivers.
  ///
  /// - Parameter replayingLatest: Whether the gear keeps the newest message, and a receiver that joins
  ///   hears it first.
  public init(replayingLatest: Bool = false) {
    shared = Guarded(Shared(receivers: GearReceivers(replaysLatest: replayingLatest)))
  }

  deinit {
    let receivers = shared.withLock { $0.receivers.take() }
    receivers?.end()
  }

  /// Sends a message on behalf of somebody who is no loop.
  ///
  /// The message has its place in the order once this returns. If another thread delivers, that thread
  /// delivers this message as well, and goes on for as long as others post.
  ///
  /// *Reentrancy*: inside a closure of a loop, reducers included, this returns at once, and the message is
  /// delivered when the step is complete. It does not keep that loop from being settled:
  /// ``Feedback/sending(on:to:)`` does.
  ///
  /// *Isolation*: loops on the caller's thread make their steps before this returns, as with an `emit`,
  /// unless another thread delivers.
  public func post(_ message: Message) {
    add(.message(message, whenDelivered: nil))
  }

  /// Describes the sending of a message, which is over when the message is delivered to all receivers.
  ///
  /// NB: a registration is called when the step is complete, in the order of the feedbacks. It is never
  /// cancelled, because nothing takes the message back.
  @usableFromInline
  func sending<Event>(_ message: Message) -> Effect<Event> {
    Effect(
      work: .registration { emit in
        self.add(.message(message) { emit.finish() })
        return .none
      })
  }

  /// Adds a receiver, which hears what is sent from now on.
  package func join(_ receiver: GearReceiver<Message>) {
    add(.joined(receiver))
  }

  /// Removes a receiver, which hears nothing more.
  package func leave(_ receiver: GearReceiver<Message>) {
    receiver.leave()
    add(.left(receiver))
  }
}

/// What happens to a gear, in one order.
enum GearEntry<Message: Sendable>: Sendable {
  case message(Message, whenDelivered: (@Sendable () -> Void)?)
  case joined(GearReceiver<Message>)
  case left(GearReceiver<Message>)
}
