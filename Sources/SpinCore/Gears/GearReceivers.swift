/// The receivers of a gear, in the order in which they joined.
///
/// It cannot be copied: the delivering thread takes it out of the gear, and puts it back.
struct GearReceivers: ~Copyable, Sendable {
  private let replaysLatest: Bool
  private var list = MemberList<GearReceiver>()
  /// The newest message, if the gear replays it.
  private var latest: GearObject?
  /// The entries that are carried out next, in order.
  var entries = RingBuffer<GearEntry>()
  /// How many entries were carried out.
  private(set) var count: UInt64 = 0

  init(replaysLatest: Bool) {
    self.replaysLatest = replaysLatest
  }

  /// Takes all of the entries that wait, unless it has some to carry out first.
  mutating func take(_ waiting: inout RingBuffer<GearEntry>) {
    if entries.isEmpty { swap(&entries, &waiting) }
  }

  /// Carries out the next entries, and returns how many.
  mutating func carryOut(atMost limit: Int) -> Int {
    let before = count
    while count - before < limit, let entry = entries.popFirst() {
      carryOut(entry)
      count += 1
    }
    return Int(count - before)
  }

  private mutating func carryOut(_ entry: GearEntry) {
    switch entry {
    case .message(let message, let cause, let whenDelivered):
      ThreadFrame.emitting(because: cause) { list.forEach { $0.take(message) } }
      if replaysLatest { latest = message }
      whenDelivered?()
    case .joined(let receiver): add(receiver)
    case .left(let receiver): list.remove(receiver)  // It may have left before it was added.
    case .ended: list.forEach { $0.end() }
    }
  }

  private mutating func add(_ receiver: GearReceiver) {
    if receiver.hasLeft { return }
    list.append(receiver)
    if let latest { receiver.take(latest) }
    receiver.joined()
  }
}

/// A receiver of the messages of a gear.
final class GearReceiver: Member {
  let membership = Membership()
  private let receive: @Sendable (GearObject) -> Void
  let joined: @Sendable () -> Void
  private let ended: @Sendable () -> Void

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - receive: Called with each message, one at a time.
  ///   - joined: Called once, after the replayed message.
  ///   - ended: Called once, when the gear is released, unless the receiver has left.
  init(
    _ receive: @escaping @Sendable (GearObject) -> Void,
    joined: @escaping @Sendable () -> Void = {}, ended: @escaping @Sendable () -> Void = {}
  ) {
    self.receive = receive
    self.joined = joined
    self.ended = ended
  }

  func take(_ message: GearObject) {
    if !hasLeft { receive(message) }
  }

  func end() {
    if !hasLeft { ended() }
  }
}
