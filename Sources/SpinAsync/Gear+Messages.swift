public import SpinCore

extension Gear {
  /// The messages, buffered without a limit.
  @inlinable
  public var messages: Updates<Message> { messages(buffering: .all) }

  /// The messages that are sent after an iterator was created.
  ///
  /// If the gear replays its newest message, the sequence begins with that message. The sequence
  /// does not keep the gear alive. After the gear is released, the sequence yields its buffered
  /// messages and ends. If the iterating task is cancelled, the sequence ends: at once if the task
  /// waits for a message, and otherwise when the task requests the next one.
  ///
  /// - Parameter buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  @inlinable
  public func messages(buffering: Buffering) -> Updates<Message> {
    Updates { [weak self] in
      let subscription = Subscription<Message>(buffering)
      guard let self else {
        subscription.end()
        return Membership(subscription) {}
      }
      let leaving = self.join({ subscription.push($0) }, ended: { subscription.end() })
      return Membership(subscription) { leaving.cancel() }
    }
  }
}
