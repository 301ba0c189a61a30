extension Loop: LoopInspection {
  package var id: ObjectIdentifier { ObjectIdentifier(context.mailbox) }

  var nextOrigin: Origin? { nextTag.map { $0.origin(context.mailbox.names) } }

  var nextHasEvent: Bool { nextTag?.hasEvent ?? false }

  private var nextTag: EntryTag? {
    let mailbox = context.mailbox
    let newest = mailbox.queue.first?.tag
    return newest != nil && newest != .listed
      ? newest
      : mailbox.shared.withLock { shared in
        mailbox.listed?.core.list.firstTag ?? shared.inbox.first?.tag
      }
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
