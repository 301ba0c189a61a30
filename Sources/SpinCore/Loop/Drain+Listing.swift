/// The list of what is alive.
extension Drain {
  /// The effects that are alive, in order of declaration.
  func effects(_ context: borrowing RunContext) -> [RunningEffect] {
    let now = context.runtime.scheduler.now
    let names = context.mailbox.names
    let branches = engine.branchesOfExecutions
    var all: [RunningEffect] = []
    for feedback in 0..<feedbacks.count {
      let watcher = watcher(feedback)
      let origin = { (element: Int) in
        FeedbackOrigin(index: feedback, name: names[feedback], element: watcher?.name(element))
      }
      func waits(
        _ element: Int, _ since: Int, _ waiting: RunningEffect.Waiting, _ alarm: Duration? = nil
      ) -> RunningEffect {
        RunningEffect(
          feedback: origin(element), execution: nil, transition: since, waiting: waiting,
          alarm: alarm, stages: [])
      }
      for (serial, element) in engine.executions(feedback) {
        all.append(effect(origin(element), serial, branches, now))
      }
      for element in engine.waitingElements(feedback) {
        switch element.waiting {
        case .place(let since): all.append(waits(element.number, since, .place))
        case .period(let serial):
          let live = work?.find(EntryTag.execution(feedback: feedback, serial: serial))
          let alarm = work?.alarms[serial]?.next(after: now)
          all.append(waits(element.number, live?.since ?? 0, .alarm(.throttle), alarm))
        }
      }
      for (element, since) in feedbacks.with(feedback, { $0.waitingEffects }) {
        all.append(waits(element, since, .queue))
      }
    }
    return all
  }

  private func effect(
    _ origin: FeedbackOrigin, _ serial: UInt64, _ branches: [UInt64: [UInt64]], _ now: Duration
  ) -> RunningEffect {
    let tag = EntryTag.execution(feedback: origin.index, serial: serial)
    let live = work?.find(tag)
    // An alarm of a stage is noted under the serial of its branch, and so is work of it that waits.
    let stages = branches[serial] ?? []
    let isGated = ([serial] + stages).contains { serial in
      work?.find(.execution(feedback: origin.index, serial: serial))?.isGated == true
    }
    let alarms = ([serial] + stages).compactMap { work?.alarms[$0] }
    let next = alarms.min { $0.next(after: now) < $1.next(after: now) }
    return RunningEffect(
      feedback: origin, execution: serial,
      transition: live?.since ?? current.number,
      waiting: isGated ? .durability : next.map { .alarm($0.purpose) } ?? .nothing,
      alarm: next?.next(after: now),
      stages: stages)
  }
}
