public import SpinCore

extension Gear {
  /// The messages, each kept until it is consumed.
  public var messages: Updates<Message> { messages(buffering: .all) }

  /// The messages that are sent after an iterator was made.
  ///
  /// If the gear replays its newest message, the sequence begins with that message. The sequence does
  /// not keep the gear alive. If the gear goes away, the sequence yields its buffered messages and
  /// ends. If the task that iterates is cancelled, the sequence ends: at once if the task waits for a
  /// message, and otherwise when the task asks for the next one.
  ///
  /// - Parameter buffering: The elements to keep for a slow consumer.
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
