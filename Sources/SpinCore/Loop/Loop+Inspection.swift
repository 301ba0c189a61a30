extension Loop: LoopInspection {
  package var id: ObjectIdentifier { ObjectIdentifier(context.mailbox) }

  var nextOrigin: Origin? {
    let mailbox = context.mailbox
    let newest = mailbox.queue.first?.tag
    let tag =
      newest != nil && newest != .listed
      ? newest
      : mailbox.shared.withLock { shared in
        mailbox.listed?.core.list.firstTag ?? shared.inbox.first?.tag
      }
    return tag.map { $0.origin(mailbox.names) }
  }

  /// The feedbacks that keep the loop from being settled, in order of declaration, once for each
  /// effect that is alive or waits.
  ///
  /// A runtime may read it only while no turn is under way.
  package var liveFeedbacks: [FeedbackOrigin] {
    drain.engine.liveFeedbacks.map { index in
      FeedbackOrigin(index: index, name: context.mailbox.names[index])
    }
  }
}
