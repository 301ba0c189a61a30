extension Loop {
  /// The tag of the entry that the next turn takes first.
  ///
  /// Called by the owner of the drain, or by the runtime that has the loop's turn.
  var nextTag: EntryTag? {
    let mailbox = context.mailbox
    return mailbox.queue.firstTag ?? mailbox.shared.withLock { $0.inbox.firstTag }
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
