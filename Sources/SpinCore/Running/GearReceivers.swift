internal import Synchronization

/// The receivers of a gear, in the order in which they joined.
///
/// *Isolation*: belongs to the delivering thread.
///
/// - Complexity: A message takes O(n), joining O(1) and leaving O(log n), amortised.
struct GearReceivers: Sendable {
  private let replaysLatest: Bool
  private var list = SerialList<GearReceiver>()
  private var newestPlace: UInt64 = 0
  /// The newest message, if the gear replays it.
  private var latest: GearObject?

  init(replaysLatest: Bool) {
    self.replaysLatest = replaysLatest
  }

  mutating func carryOut(_ entry: GearEntry) {
    switch entry {
    case .message(let message, let cause, let whenDelivered):
      ThreadFrame.emitting(because: cause) { list.forEach { $0.take(message) } }
      if replaysLatest { latest = message }
      whenDelivered?()
    case .joined(let receiver): add(receiver)
    case .left(let receiver): remove(receiver)
    case .ended: list.forEach { $0.end() }
    }
  }

  private mutating func add(_ receiver: GearReceiver) {
    if receiver.hasLeft { return }
    newestPlace += 1
    receiver.place.store(newestPlace, ordering: .relaxed)
    list.append(receiver, serial: newestPlace)
    if let latest { receiver.take(latest) }
    receiver.joined()
  }

  /// Removes a receiver, unless it left before it was added.
  private mutating func remove(_ receiver: GearReceiver) {
    let place = receiver.place.load(ordering: .relaxed)
    guard place > 0, !list.isEmpty, let index = list.index(of: place) else { return }
    list.remove(at: index)
  }
}

/// A receiver of the messages of a gear.
final class GearReceiver: Sendable {
  private let receive: @Sendable (GearObject) -> Void
  let joined: @Sendable () -> Void
  private let ended: @Sendable () -> Void
  private let isGone = Atomic(false)
  /// Its number in the list of receivers; 0 before it has one.
  ///
  /// Accessed by the delivering thread.
  let place = Atomic<UInt64>(0)

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

  var hasLeft: Bool { isGone.load(ordering: .acquiring) }

  /// Ends the reception: the receiver is not called again.
  func leave() {
    isGone.store(true, ordering: .releasing)
  }

  func take(_ message: GearObject) {
    if !hasLeft { receive(message) }
  }

  func end() {
    if !hasLeft { ended() }
  }
}
