public import SpinCore

extension Gear {
  /// The messages, each kept until it is consumed.
  public var messages: Updates<Message> { messages(buffering: .all) }

  /// The messages that are sent after an iterator was made.
  ///
  /// If the gear replays its newest message, that is the first one. The sequence ends, after what is
  /// buffered, when the gear goes away, which the sequence does not keep alive, and when the task that
  /// iterates is cancelled.
  ///
  /// - Parameter buffering: What to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
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
