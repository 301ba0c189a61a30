extension Loop {
  /// Whether the loop has been told to stop.
  package var isStopped: Bool { context.mailbox.isStopped }

  /// The tag of the entry that the next turn takes first.
  ///
  /// Called by the owner of the drain, or by the runtime that has the loop's turn.
  fileprivate var nextTag: EntryTag? {
    let mailbox = context.mailbox
    return mailbox.queue.firstTag ?? mailbox.shared.withLock { $0.inbox.firstTag }
  }

  /// The origin of the entry that the next turn takes first; called as ``nextTag`` is.
  fileprivate var nextOrigin: Origin? {
    nextTag.map { $0.origin(context.mailbox.names, element: drain.element(of: $0)) }
  }

  /// The feedbacks that keep the loop from being settled, in order of declaration, once for each
  /// effect that is alive.
  ///
  /// A runtime may read it only while no turn is under way.
  package var liveFeedbacks: [FeedbackOrigin] {
    drain.engine.liveFeedbacks.map { index in
      FeedbackOrigin(index: index, name: context.mailbox.names[index])
    }
  }

  /// The feedbacks, in order of declaration.
  package var feedbacks: [FeedbackOrigin] {
    context.mailbox.names.enumerated().map { FeedbackOrigin(index: $0, name: $1) }
  }

  /// The effects that keep the loop from being settled, in order of declaration; read as
  /// ``liveFeedbacks`` is.
  package var liveEffects: [RunningEffect] {
    let live = Set(drain.engine.liveFeedbacks)
    return drain.effects(context).filter { live.contains($0.feedback.index) }
  }

  /// The event of the entry that the next turn takes first, as it is printed.
  ///
  /// Called by the owner of the drain, or by the runtime that has the loop's turn.
  fileprivate var nextEvent: String? {
    let mailbox = context.mailbox
    let box =
      mailbox.queue.isEmpty
      ? mailbox.shared.withLock { $0.inbox.copyFirstEvent(mailbox.events) }
      : mailbox.queue.copyFirstEvent(mailbox.events)
    return box.map { context.blueprint.reducer.types.words(of: $0.place) }
  }
}

extension Turn {
  /// The loop; `nil` if the turn is that of a ``RuntimeProbe``.
  private var loop: Loop? { owner as? Loop }

  /// The origin of the first entry that the turn will take; `nil` if it takes none.
  ///
  /// - Precondition: The turn has not been run.
  package var nextOrigin: Origin? { loop?.nextOrigin }

  /// The number of the execution or branch whose event the turn will take first; `nil` if the event comes
  /// from neither.
  ///
  /// - Precondition: The turn has not been run.
  package var nextExecution: UInt64? {
    guard let tag = loop?.nextTag, !tag.isOutside, !tag.hasTicket, tag.kind != .immediate else {
      return nil
    }
    return tag.serial
  }

  /// The element that a body of the turn's loop belongs to; `nil` if there is none, or if the effect is over.
  ///
  /// - Precondition: No turn of the loop is under way.
  package func element(of body: any EffectOwner) -> ElementID? {
    (body as? ExecutionPart).flatMap { loop?.drain.elementName($0.tag) }
  }

  /// The event of the first entry that the turn will take, as it is printed; `nil` if it has none.
  ///
  /// - Precondition: The turn has not been run.
  package var nextEvent: String? { loop?.nextEvent }

  /// Whether the first entry that the turn will take has an event, or may mean one.
  ///
  /// - Precondition: The turn has not been run.
  package var nextHasEvent: Bool { loop?.nextTag?.mayBeReduced ?? false }

  /// Whether the turn's loop has been told to stop.
  package var loopIsStopped: Bool { loop?.isStopped ?? false }
}
