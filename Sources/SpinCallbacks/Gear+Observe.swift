public import SpinCore

extension Gear {
  /// Observes the messages that are sent after this call.
  ///
  /// If the gear replays its newest message, the observer receives that message first.
  ///
  /// *Isolation*: called on the delivering thread, see ``Gear``; one message at a time.
  ///
  /// - Parameter observe: The closure to call with each message.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the gear alive.
  public func observe(_ observe: @escaping @Sendable (Message) -> Void) -> ObservationToken {
    ObservationToken(join(observe).cancel)
  }
}
