internal import SpinCore

/// Feeds the entries of a log to a loop that describes its effects and starts no work.
///
/// ```
/// log ──▶ the loop takes the entry as if its sender had sent it ──▶ recorder ──▶ entry ──▶ compare
/// ```
final class RunRehearsal<State: Sendable, Event: Sendable> {
  private let log: RunLog<State, Event>
  private let comparison: RunComparison<State, Event>
  private let rehearsal = LoopRehearsal()
  private let notes = RehearsalNotes<State, Event>()
  private let running: RunningSpin<State, Event>
  /// The entries of the rehearsal.
  private(set) var rehearsed: RunLog<State, Event>
  /// How many events were lost before entries that were left out since its newest entry.
  private var lost = 0
  /// The names of the feedbacks of the spin.
  private let newBases: Set<String>
  private var hasBegun = false
  /// How many immediate events of each feedback are still to come in the log, or were dropped by the stop.
  private var remaining: [String: Int] = [:]

  init(
    _ log: RunLog<State, Event>, _ spin: Spin<State, Event>,
    ignoring tolerances: [RunTolerance<State, Event>]
  ) throws(RunLogError) {
    self.log = log
    rehearsed = RunLog(log.header)
    // How many events each subscription has begun with.
    var begun: [RunSender: Int] = [:]
    for entry in log.entries where entry.event != nil {
      if case .subscription = entry.sender { begun[entry.sender, default: 0] += 1 }
    }
    let recorder = RunRecorder(.first, Masking<State, Event>(event: { $0 }, state: { $0 }))
    let notes = notes
    var options = RunOptions<State, Event>(
      initialState: log.entries.first?.state,
      monitors: [
        Monitor(attaching: { run in
          notes.names = run.feedbacks.map { "\($0)" }
          return { told in notes.note(told, recorder) }
        })
      ], runaway: nil, seed: log.header.seed)
    options.rehearsal = rehearsal
    running = spin.prepare(on: rehearsal, options: options)
    rehearsed.header = RunHeader(State.self, Event.self)
    (rehearsed.header.name, rehearsed.header.seed) = (log.header.name, log.header.seed)
    (rehearsed.header.began, rehearsed.header.feedbacks) = (log.header.began, notes.names)
    newBases = Set(notes.names.map { FeedbackName($0).base })
    comparison = RunComparison(
      tolerances: RunTolerances(tolerances), oldNames: log.header.feedbacks, newNames: notes.names)
    try check()
    rehearsal.begins = { [begun, notes] tag in
      guard case .effect(let feedback, let execution, _)? = notes.senders[tag.serial] else {
        return 0
      }
      return begun[.subscription(of: feedback, execution: execution)] ?? 0
    }
    rehearsal.plans = { [notes] tag, event in
      notes.planned[tag.serial] = (event as? EventOf<Event>)?.event
    }
  }

  deinit {
    if hasBegun { running.loop.endRehearsal() }
  }

  private func check() throws(RunLogError) {
    let path = log.header.name ?? log.header.stateType
    guard let first = log.entries.first else {
      throw RunLogError(.noState, path, "this log is empty, so there is nothing to rehearse.")
    }
    guard case .begins(number: 0) = first.outcome else {
      throw RunLogError(
        .noState, path,
        "this log has forgotten the beginning of its run, and what the feedbacks remembered then: record without "
          + "a limit to rehearse it.")
    }
    if log.hasOnlyEvents {
      throw RunLogError(
        .noState, path,
        "this log has only the events that were kept, and not what the feedbacks wanted: it can be replayed, and "
          + "not rehearsed.")
    }
    for names in [log.header.feedbacks, notes.names] {
      if let error = RunLogError.sameNames(names, path) { throw error }
    }
    if log.entries.contains(where: { $0.event == nil && $0.outcome.isReduced }) {
      throw RunLogError(
        .noState, path,
        "a transition of this log has no event: a test has replaced the state, or a migration has removed the "
          + "event. Neither can be rehearsed."
      )
    }
  }

  // MARK: Entries

  /// Takes the entries of the log, up to the first difference.
  ///
  /// - Parameter goesOn: Whether to go on after it, leaving out what the spin does not know.
  /// - Returns: The first difference.
  /// - Throws: ``RunLogError``, if new events come without an end.
  func run(goingOn goesOn: Bool = false) throws(RunLogError) -> RunDifference? {
    var (first, number, since): (RunDifference?, Int, Int) = (nil, 0, 0)
    // The transitions of the log that tolerances have left out.
    var leftOut = 0
    // Whether the stop has kept a step from describing effects.
    var isCut = false
    let last =
      log.hasEnded && log.damage == nil ? nil : log.entries.lastIndex { $0.outcome.isOfStep }
    if goesOn {
      for base in log.entries.lazy.compactMap(\.immediateBase) { remaining[base, default: 0] += 1 }
    }
    for (place, entry) in log.entries.enumerated() {
      if goesOn, place > 0, !isCut {
        try takeNewEvents(keepingStates: log.entries[place - 1].state != nil)
      }
      defer { if goesOn { noteExpected(entry) } }
      isCut = isCut || entry.isCutOff
      // What the mailbox or a newer version of the library has decided is as it was.
      guard entry.outcome.isOfStep else {
        if isKnown(entry.sender) {
          add(entry, lostBefore: entry.lostBefore)
        } else {
          lost = lost.clampedSum(with: entry.lostBefore)
        }
        continue
      }
      notes.entry = nil
      notes.described = nil
      if place == 0 { begin() } else { take(entry, goingOn: goesOn) }
      if entry.state != nil { notes.entry?.state = state }
      if let reduced = entry.outcome.number { number = reduced }
      if first == nil {
        var new = notes.entry
        if let outcome = new?.outcome { new?.outcome = outcome.later(by: leftOut) }
        first = comparison.difference(
          entry, new, described: notes.described, place: place,
          number: entry.outcome.isReduced ? number - 1 : number, since: since,
          isEnd: place == last)
        if first != nil && !goesOn { return first }
        if first == nil, notes.entry == nil, entry.outcome.isReduced { leftOut += 1 }
      }
      if entry.state != nil { since = number }
      keep(entry)
    }
    if goesOn, last == nil, !isCut {
      try takeNewEvents(keepingStates: log.entries.last?.state != nil)
    }
    (rehearsed.hasEnded, rehearsed.endKeepsState) = (log.hasEnded, log.endKeepsState)
    // The newest transition may be another one.
    if goesOn, log.endKeepsState { rehearsed.keepLast(state) }
    return first
  }

  /// The state, which nobody changes meanwhile.
  ///
  /// NB: not by `read`, which traps inside of a reducer. The thread may be inside of one.
  private var state: State? {
    running.loop.readUnlessReducing { StateBox.copy(of: $0.address(of: State.self)) }?.value
  }

  private func begin() {
    hasBegun = true
    running.loop.beginRehearsal()
  }

  /// Keeps the entry that was made, with the times of the log.
  private func keep(_ old: RunLog<State, Event>.Entry) {
    guard var entry = notes.entry else { return lost = lost.clampedSum(with: old.lostBefore) }
    (entry.time, entry.waited, entry.site) = (old.time, old.waited, old.site)
    entry.isCutOff = old.isCutOff
    if old.isCutOff {
      entry.effects = Array(entry.effects.prefix(old.effects.count))
      entry.cancelled = Array(entry.cancelled.prefix(old.cancelled.count))
    }
    add(entry, lostBefore: old.lostBefore)
  }

  private func add(_ entry: consuming RunLog<State, Event>.Entry, lostBefore count: Int) {
    entry.lostBefore = lost.clampedSum(with: count)
    lost = 0
    rehearsed.add(.entry(entry))
  }

  /// Takes the events that the loop has posted to itself, as far as the log does not have them.
  ///
  /// Those that a tolerance ignores are left out.
  private func takeNewEvents(keepingStates keepsStates: Bool) throws(RunLogError) {
    for _ in 0...Self.mostNewEvents {
      notes.entry = nil
      running.loop.rehearse { own, _ in
        guard let own, own.kind == .immediate, isNew(own.feedback) else { return nil }
        return comparison.tolerances.ignoresEffects(of: notes.names[own.feedback])
          ? .withoutOwn : .own
      }
      guard var entry = notes.entry else { return }
      // The recorder does not know when it was accepted: a rehearsed loop keeps no times.
      (entry.time, entry.waited) = (rehearsal.now, rehearsal.now - rehearsal.accepted)
      if keepsStates { entry.state = state }
      add(entry, lostBefore: 0)
    }
    throw RunLogError(
      .endless, log.header.name ?? log.header.stateType,
      "the spin answers each of its events with a new one: more than \(Self.mostNewEvents) came that the "
        + "log does not have, and what becomes of the run has no end.")
  }

  /// How many new events the rehearsal takes between two entries of the log.
  private static var mostNewEvents: Int { 10_000 }

  /// Whether the log does not have the next event of a feedback that the loop has posted to itself.
  private func isNew(_ feedback: Int) -> Bool {
    guard notes.names.indices.contains(feedback) else { return false }
    let base = FeedbackName(notes.names[feedback]).base
    // NB: a queued effect that was forgotten is expected for ever. What is expected of another feedback,
    // and does not come, came too late for the end of the log.
    return notes.expected[base, default: 0] == 0
      || notes.queues.contains(base) && remaining[base, default: 0] == 0
  }

  /// Counts the events that the loop of the log had posted to itself, and had not taken.
  private func noteExpected(_ entry: RunLog<State, Event>.Entry) {
    for effect in entry.effects {
      let base = FeedbackName(effect.feedback).base
      notes.expected[base] = notes.expected[base, default: 0].clampedSum(with: effect.eventCount)
    }
    guard entry.outcome.isOfStep, let base = entry.immediateBase else { return }
    notes.expected[base] = max(0, notes.expected[base, default: 0] - 1)
    remaining[base, default: 0] -= 1
  }

  /// Whether the spin has the feedback of a sender.
  private func isKnown(_ sender: RunSender) -> Bool {
    sender.feedback.map { newBases.contains(FeedbackName($0).base) } ?? true
  }

  private func take(_ entry: RunLog<State, Event>.Entry, goingOn goesOn: Bool) {
    rehearsal.now = entry.time.asDelay
    rehearsal.accepted = rehearsal.now - entry.waited.asDelay
    running.loop.rehearse { own, event in
      // The event of another feedback is not lost in its place.
      if goesOn, let own, own.kind == .immediate, let feedback = entry.sender.immediateFeedback,
        FeedbackName(feedback).base != FeedbackName(notes.names[own.feedback]).base,
        comparison.leftOut(entry, or: own.feedback) != .new
      {
        return nil
      }
      return chosen(entry, own, event)
    }
  }

  private func chosen(
    _ entry: RunLog<State, Event>.Entry, _ own: EntryTag?, _ ownEvent: EventPlace?
  ) -> RehearsedEntry? {
    // It may stand before what the loop posts to itself next.
    if let own, own.kind == .immediate, comparison.isIgnoredAndNew(own.feedback) {
      return .withoutOwn
    }
    switch entry.sender {
    case .start: return nil
    case .outside:
      guard let event = entry.event else { return nil }
      return .other(entry.isForgotten ? .outsideForgetting : .outside, EventOf(event))
    case .subscription(let feedback, let execution):
      let effect = RunSender.effect(of: feedback, execution: execution, stage: nil)
      guard let event = entry.event, let tag = notes.tags[effect] else { return nil }
      return .begun(tag.serial, EventOf(event))
    case .immediate:
      if let own, let left = comparison.leftOut(entry, or: own.feedback) {
        return left == .new ? .withoutOwn : nil
      }
      return own?.kind == .immediate ? posted(entry, ownEvent) : nil
    case .effect, .throttle:
      guard let tag = notes.tags[entry.sender] else { return nil }
      if let own, own.kind != .immediate, own.serial == tag.serial {
        return posted(entry, ownEvent)
      }
      notes.described = notes.planned[tag.serial]
      guard let kind = entry.kind else { return nil }
      var taken: UInt64 = 0
      if case .message(.asked(let count)) = entry.outcome { taken = count }
      // What the loop itself emits later, it emits as the spin has planned it.
      let event = entry.event.map { old in
        notes.described.flatMap { keepsEvent(entry, $0) ? nil : $0 } ?? old
      }
      return .other(tag.with(kind), event.map { EventOf($0) }, taken: taken)
    }
  }

  /// The entry that the loop has posted to itself; with the event of the log, if its payload is ignored.
  private func posted(
    _ entry: RunLog<State, Event>.Entry, _ own: EventPlace?
  ) -> RehearsedEntry {
    notes.described = own?.address(of: Event.self).value
    guard let event = entry.event, let new = notes.described, keepsEvent(entry, new) else {
      return .own
    }
    return .ownWith(EventOf(event))
  }

  /// Whether the rehearsal goes on with the event of the log: it differs at most in an ignored payload.
  private func keepsEvent(_ old: RunLog<State, Event>.Entry, _ new: Event) -> Bool {
    guard let event = old.event else { return false }
    return comparison.tolerances.ignoresPayloads(of: old.sender.feedback)
      && caseName(event) == caseName(new)
  }
}

extension RunLog.Entry {
  /// The feedback whose event the loop had posted to itself.
  fileprivate var immediateBase: String? {
    sender.immediateFeedback.map { FeedbackName($0).base }
  }

  /// The kind of entry that an execution has delivered; `nil` if this version of the library does not know
  /// it.
  fileprivate var kind: EntryTag.Kind? {
    if event != nil { return endsPart ? .deliveredLast : .delivered }
    switch outcome {
    case .message(.ended(.failedAttempt)): return .attemptFailed
    case .message(.ended): return .finished
    case .message(.alarm):
      if case .throttle = sender { return .holdEnded }
      return .stageDue
    case .message(.asked): return .streamAsked
    case .message(.unknown), .begins, .reduced, .dropped: return nil
    }
  }
}

extension RunSender {
  /// The feedback whose effect has described the event.
  fileprivate var immediateFeedback: String? {
    if case .immediate(let feedback) = self { feedback } else { nil }
  }
}

extension RunEffect {
  /// How many events the loop posts to itself when it is described.
  fileprivate var eventCount: Int {
    let first = shape.prefix { $0 != "," }
    if first == "event" { return 1 }
    return first.hasSuffix(" events") ? max(0, Int(first.dropLast(" events".count)) ?? 0) : 0
  }
}

extension Int {
  /// The sum, or the nearest number: a file may have any numbers.
  fileprivate func clampedSum(with other: Int) -> Int {
    let (sum, hasOverflow) = addingReportingOverflow(other)
    return hasOverflow ? other < 0 ? .min : .max : sum
  }
}

extension RunOutcome {
  fileprivate var isReduced: Bool { if case .reduced = self { true } else { false } }

  /// The outcome if so many transitions had been before it.
  fileprivate func later(by count: Int) -> RunOutcome {
    if case .reduced(let number) = self { .reduced(number: number + count) } else { self }
  }

  /// Whether the step of the loop has decided it, and not the mailbox.
  fileprivate var isOfStep: Bool {
    switch self {
    case .dropped(let reason): reason == "stale" || reason == "repeated"
    case .message(.unknown): false
    case .begins, .reduced, .message: true
    }
  }
}
