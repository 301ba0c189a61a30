#if DEBUG
  /// What debug builds tell of work that ends with the last handle of a run.
  extension Drain {
    // MARK: Work that ends with the handle

    /// Notes the feedbacks whose closures this step does not call any more, because of a stop.
    ///
    /// - Parameters:
    ///   - call: The first call that is left out.
    ///   - feedback: The first feedback whose elements are left out.
    mutating func noteUncalled(from call: Int, elementsFrom feedback: Int? = nil) {
      let calls = (call..<feedbacks.callCount).map { feedbacks.call($0) }
      let elements = ((feedback ?? feedbacks.count)..<feedbacks.count).filter {
        watcher($0)?.calls.isEmpty == false
      }
      uncalled = (calls + elements).filter { engine.records[$0].kind == .reacting }
    }

    /// Tells of a loop that stops because it has lost its last handle while it had something to do.
    func tellOfRelease(_ context: borrowing RunContext) {
      guard case .released = context.mailbox.stopReason else { return }
      let events = countLosses(context)
      let names = context.mailbox.names
      // A source that has not joined yet loses nothing.
      let alive = engine.liveFeedbacks.filter { engine.records[$0].kind.countsEffects }
      let effects = Set(alive + uncalled).sorted()
        .map { FeedbackOrigin(index: $0, name: names[$0]).description }
        .joined(separator: ", ")
      var losses: [String] = []
      if events > 0 { losses.append(events == 1 ? "an event waited" : "\(events) events waited") }
      if !effects.isEmpty { losses.append("effects of \(effects) were alive or about to start") }
      if losses.isEmpty { return }
      let name = context.blueprint.reducer.types.spinName
      Told.once(
        about: "release \(name)",
        """
        the last handle of a run of \(name) was released while \
        \(losses.joined(separator: " and ")). Only its handle keeps a loop alive, so the events are \
        dropped and the effects cancelled. Keep the handle for as long as the loop is to work, or \
        end it on purpose by stop(); run(on:) and withRunning(on:) keep it themselves. (Reported in \
        debug builds only, once for each type of spin.)
        """)
    }

    /// How many of the waiting events the loop would reduce.
    ///
    /// It would drop the others anyway, such as those of cancelled effects. A copy of the engine decides
    /// about each entry, as the engine would if no state cancelled anything meanwhile.
    ///
    /// NB: the filters of repeats need not be copied, because the loop compares no event any more.
    private func countLosses(_ context: borrowing RunContext) -> Int {
      let (mailbox, repeats) = (context.mailbox, context.repeats)
      var (engine, time, count) = (engine, mailbox.takenTime, 0)
      for entry in mailbox.waitingEntries where entry.tag.kind != .input {
        let tag = mailbox.tag(behind: entry.tag)
        var verdict = engine.entryTaken(tag)
        time = max(time, entry.time)
        if case .compare = verdict, let event = entry.event {
          let isRepeat = repeats.drop(event.place, at: time, mayDrop: tag.kind != .immediate)
          repeats.noteFate(isRepeat ? nil : time)
          verdict = engine.eventCompared(tag, isRepeat: isRepeat)
        }
        if case .reduce = verdict { count += 1 }
      }
      return count
    }
  }
#endif
