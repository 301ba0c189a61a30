internal import Synchronization

#if DEBUG
  /// What debug builds tell of effects that are over because of their own events.
  extension Drain {
    /// Notes that the event of this step has cancelled the effect that it came from.
    func noteOwnCancellation(
      among ending: [LiveExecution], _ context: borrowing RunContext
    ) {
      let tag = current.origin.tag
      guard !engine.isStopped, tag.hasEvent, tag.kind == .delivered,
        let own = ending.first(where: { $0.tag == tag })
      else { return }
      let subject = RestartMeter.Subject(feedback: tag.feedback, element: current.origin.element)
      // An effect of periods or frames loses nothing that way, and begins again as it was.
      if context.meter != nil, !own.isTimed {
        work?.restarts.note(.cancelled, of: subject, at: current.number)
      }
      noteLosses(own, subject, context)
    }

    /// Notes that an effect is about to end with its event.
    ///
    /// That is a mistake only if the feedback watches the whole state, which the event changes. If a feedback
    /// selects the first of several jobs, for example, the reducer wants the next effect.
    func noteOwnEnd(_ ending: Engine.Ending, _ tag: EntryTag, _ context: borrowing RunContext) {
      switch ending {
      case .nothing, .leaf: return
      case .execution, .both: break
      }
      guard context.meter != nil, tag.kind != .immediate,
        feedbacks.with(tag.feedback, { $0.form }) == .whole,
        let live = work?.find(tag), !live.isTimed
      else { return }
      let subject = RestartMeter.Subject(
        feedback: tag.feedback, element: watcher(tag.feedback)?.origin)
      work?.restarts.note(.finished, of: subject, at: engine.nextNumber &- 1)
    }

    /// Notes that an effect starts, and tells developers if it has been started too often in a row.
    func noteStart(_ tag: EntryTag, _ context: borrowing RunContext) {
      guard let work, work.restarts.isWatching, engine.records[tag.feedback].kind == .reacting
      else { return }
      let element = elementName(tag)
      let subject = RestartMeter.Subject(feedback: tag.feedback, element: element)
      guard let end = work.restarts.noteStarted(subject, at: current.number) else { return }
      let names = context.mailbox.names
      let spin = context.blueprint.reducer.types.spinName
      let effect = "an effect of \(tag.feedbackOrigin(names, element: element))"
      let times = "\(RestartMeter.limit) times in a row"
      let sentence =
        switch end {
        case .cancelled:
          """
          \(effect) was replaced \(times) because of an event that it had emitted itself, so it may \
          never end. An effect is replaced when what its feedback watches changes: the state, the \
          selected value or the element. Keep its progress out of that: select only what is to start \
          the effect, by on: or forEach:, or let the running effect go on by .strategy(.ignoreNewState).
          """
        case .finished:
          """
          \(effect) was started again \(times) by the event with which the one before had ended, so \
          they may never end. The feedback watches the whole state, which that event changes. Select \
          only what is to start the effect: on: with a property, which is nil when there is nothing to do.
          """
        }
      Told.once(
        about: "restarts \(spin) \(tag.feedbackOrigin(names))",
        "in a run of \(spin), \(sentence) (Reported in debug builds only, once for each feedback.)")
    }

    // MARK: Events after the own one

    /// Reports a body that has emitted after its own event had cancelled its effect, or that does so later.
    ///
    /// Sequences and callbacks are not reported: they pass on what comes from elsewhere, and are often meant
    /// to end with one of their events.
    private func noteLosses(
      _ own: LiveExecution, _ subject: RestartMeter.Subject, _ context: borrowing RunContext
    ) {
      guard own.parts.count == 1, let part = own.parts.first,
        part.isWritten.load(ordering: .relaxed)
      else { return }
      let origin = own.tag.feedbackOrigin(context.mailbox.names, element: subject.element)
      let tell = Self.teller(of: origin, context.blueprint.reducer.types.spinName)
      part.tellLoss = tell
      work?.losses[own.tag.feedback] = (own.tag.serial, tell)
    }

    /// Reports a dropped event if an earlier event of the same effect has cancelled that effect.
    func noteLoss(_ tag: EntryTag, _ reason: DropReason) {
      guard reason == .stale, !engine.isStopped, let loss = work?.losses[tag.feedback],
        loss.serial == tag.serial
      else { return }
      loss.tell()
    }

    private static func teller(
      of origin: FeedbackOrigin, _ spin: String
    ) -> @Sendable () -> Void {
      {
        Told.once(
          about: "loss \(spin) \(FeedbackOrigin(index: origin.index, name: origin.name))",
          """
          in a run of \(spin), an effect of \(origin) emitted an event after another event of its own \
          had changed what it was started for. That had ended the effect, so the later event was dropped \
          as stale. To lose none, yield them as one event, emit the one that ends the effect last, or \
          start the effect by a value that stays until then. If the value becomes another one and not \
          nil, .strategy(.continueOnNewState) lets the effect go on. To pass on a sequence until then, \
          use .sequence. (Reported in debug builds only, once for each feedback.)
          """)
      }
    }
  }
#endif
