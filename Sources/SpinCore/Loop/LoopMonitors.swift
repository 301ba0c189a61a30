/// The monitors of a run, and what they are told besides the facts of the drain: names, causes and reasons.
///
/// The drain knows feedbacks by their numbers and executions by their serials.
///
/// *Isolation*: belongs to the owner of the drain, except for ``audience``.
package final class LoopMonitors: @unchecked Sendable {
  // Guard: the owner of the drain, for all variables.
  let audience: MonitorAudience
  /// Called with the facts as they are, by tests that compare a run with a model.
  private let probe: (@Sendable (LoopFact) -> Void)?
  /// Where the mailbox notes when, where and why events were emitted.
  private let list: InboxList?

  /// An execution, a branch or a held start that is alive.
  private struct Work {
    let feedback: FeedbackOrigin
    let execution: UInt64
    let since: Int
    var attempt: Int?
    var purpose: AlarmFact.Purpose?
    var isStarted = false

    init(
      _ feedback: FeedbackOrigin, _ execution: UInt64, since: Int, attempt: Int? = nil,
      purpose: AlarmFact.Purpose? = nil
    ) {
      self.feedback = feedback
      self.execution = execution
      self.since = since
      self.attempt = attempt
      self.purpose = purpose
    }

    func fact(_ serial: UInt64) -> EffectFact {
      EffectFact(
        feedback, execution, since: since, stage: serial == execution ? nil : serial,
        attempt: attempt)
    }
  }

  private var works: [UInt64: Work] = [:]
  /// The step and the element of each immediate event that waits in the mailbox.
  private var posted = RingBuffer<(since: Int, element: ElementID?)>()
  /// The step and the element of the effect whose immediate events are about to be posted.
  private var arranged: (since: Int, element: ElementID?) = (0, nil)
  /// Why the executions are doomed that this step cancels.
  private var reasons: [UInt64: CancelReason] = [:]
  /// How many of the engine's doomed executions have a reason, or need none.
  private var doomedCount = 0
  /// The names of the elements that something was told about, for those that have left; some have none.
  private var elements: [Int: [Int: ElementID?]] = [:]
  /// The number of the newest transition.
  private(set) var newest = -1
  /// The entry that was taken last.
  private var taken = (tag: EntryTag.start, fact: EntryFact(origin: .start), execution: UInt64(0))
  private var takenIsTimeout = false
  private var hasStopped = false
  private var hasSettled = false

  init(_ settings: RunSettings, _ audience: MonitorAudience, _ list: InboxList?) {
    self.audience = audience
    self.list = list
    probe = settings.probe
  }

  // MARK: What the drain tells

  /// Tells a fact.
  func tell(_ fact: LoopFact) {
    probe?(fact)
    if !audience.isEmpty { translate(fact) }
  }

  private func translate(_ fact: LoopFact) {
    switch fact {
    case .taken(let tag, let event?): noteTaken(tag, event)
    case .taken(let tag, nil): noteDue(tag)
    case .dropped(_, let event, let reason):
      announce(.dropped(reason, taken.fact), event, number: newest + 1)
    case .reduced(let view):
      newest = view.moment.number
      ThreadFrame.Thread.current.value.cause = KeptCause(
        Cause(loop: audience.loop, transition: newest))
      announce(.reduced, view: view)
    case .published(let view): announce(.published, view: view)
    case .answered(let feedback, let element, let answer, let value):
      audience.tell(
        ToldFact(
          .answered(origin(feedback, element), answer), number: newest, value: value))
    case .arranged(let feedback, let arrangement): arrange(feedback, arrangement)
    case .posted(_, let count):
      for _ in 0..<count { posted.append(arranged) }
      arranged.element = nil
    case .held(let feedback, let serial, let element):
      works[serial] = Work(
        origin(feedback, element), serial, since: newest, purpose: .throttle)
    case .branched(let serial, let execution, let attempt):
      guard let whole = works[execution] else { return }
      works[serial] = Work(whole.feedback, execution, since: whole.since, attempt: attempt)
    case .started(_, let serial):
      hasSettled = false
      update(serial) { $0.isStarted = true }
      if let work = works[serial] { announce(.started(work.fact(serial))) }
    case .alarmed(_, let serial, let alarm):
      update(serial) { $0.purpose = alarm.purpose }
      if let work = works[serial] { announce(.alarmSet(work.fact(serial), alarm)) }
    case .ended(_, let serial):
      guard let work = works.removeValue(forKey: serial), work.isStarted else { return }
      announce(.finished(work.fact(serial)))
    case .cancelled(_, let serial): noteCancelled(serial)
    case .stopped:
      hasStopped = true
      announce(.stopped)
    case .asked, .compared, .described, .waited, .clockRead: break
    }
  }

  private func announce(
    _ fact: Fact, _ event: EventPlace? = nil, view: MomentView? = nil, number: Int? = nil
  ) {
    audience.tell(ToldFact(fact, number: number ?? newest, event: event, view: view))
  }

  private func update(_ serial: UInt64, _ change: (inout Work) -> Void) {
    if var work = works[serial] {
      change(&work)
      works[serial] = work
    }
  }

  private func origin(
    _ feedback: Int, _ element: ElementID?, isImmediate: Bool = false
  ) -> FeedbackOrigin {
    FeedbackOrigin(
      index: feedback, name: audience.names[feedback], isImmediate: isImmediate, element: element)
  }

  // MARK: Entries

  private func noteTaken(_ tag: EntryTag, _ event: EventPlace) {
    hasSettled = false
    let work = tag.isOutside || tag.kind == .immediate ? nil : works[tag.serial]
    takenIsTimeout = work?.purpose == .timeout
    taken = (tag, entry(tag, work), work?.execution ?? 0)
    announce(.taken(taken.fact), event, number: newest + 1)
  }

  private func entry(_ tag: EntryTag, _ work: Work?) -> EntryFact {
    let (accepted, waiting) = (list?.takenTime ?? .zero, list?.leftCount ?? 0)
    let loop = audience.loop
    if tag.kind == .immediate {
      let (since, element) = posted.popFirst() ?? (newest, nil)
      return EntryFact(
        origin: .feedback(origin(tag.feedback, element, isImmediate: true)), accepted: accepted,
        waiting: waiting,
        cause: Cause(loop: loop, transition: since))
    }
    let note = list?.takenNote
    let foreign = note?.cause?.cause
    if tag.isOutside {
      return EntryFact(
        origin: .outside, accepted: accepted, waiting: waiting, site: note?.emission, cause: foreign
      )
    }
    let own = work.map {
      Cause(loop: loop, transition: $0.since, execution: $0.execution)
    }
    return EntryFact(
      origin: .feedback(work?.feedback ?? origin(tag.feedback, nil)), accepted: accepted,
      waiting: waiting,
      cause: foreign.flatMap { $0.loop == loop ? nil : $0 } ?? own)
  }

  /// Notes an entry that has no event.
  private func noteDue(_ tag: EntryTag) {
    taken = (tag, EntryFact(origin: .start), 0)
    takenIsTimeout = false
    guard tag.kind == .stageDue || tag.kind == .holdEnded, let work = works[tag.serial] else {
      return
    }
    if work.purpose != nil { announce(.alarmRang(work.fact(tag.serial))) }
    if tag.kind == .holdEnded { works[tag.serial] = nil }
  }

  // MARK: Effects

  private func arrange(_ feedback: Int, _ arrangement: Arrangement) {
    arranged = (arrangement.since, arrangement.events == 0 ? nil : arrangement.element)
    let origin = origin(feedback, arrangement.element)
    let described: DescribedEffect
    switch arrangement.disposition {
    case .ignore: described = .nothing
    case .wait: described = .waits
    case .post: described = .events(arrangement.events)
    case .start(let serial):
      works[serial] = Work(origin, serial, since: arrangement.since)
      described =
        arrangement.works == 0
        ? .events(arrangement.events) : .execution(serial, events: arrangement.events)
    }
    if arrangement.isNew { announce(.described(origin, described)) }
  }

  private func noteCancelled(_ serial: UInt64) {
    let reason = reasons.removeValue(forKey: serial)
    guard let work = works.removeValue(forKey: serial), work.isStarted else { return }
    announce(.cancelled(work.fact(serial), hasStopped ? .stopped : self.reason(reason, work)))
  }

  private func reason(_ reason: CancelReason?, _ work: Work) -> CancelReason {
    switch reason {
    case .valueChanged, .newerState, .filteredOut, .noValue, .isFalse:
      return taken.execution == work.execution ? .ownEvent : reason ?? .newerState
    case let reason?: return reason
    case nil:
      if takenIsTimeout { return .timedOut }
      return work.purpose == .timeout ? .inTime : .raced
    }
  }

  // MARK: Reasons

  /// Notes that the engine has doomed executions for a reason, or for one that is known otherwise.
  func noteDoomed(_ doomed: [EntryTag], _ reason: CancelReason?) {
    if let reason, doomedCount < doomed.count {
      for tag in doomed[doomedCount...] { reasons[tag.serial] = reason }
    }
    doomedCount = doomed.count
  }

  /// Notes that the doomed executions were cancelled.
  func cancellationsTold() {
    doomedCount = 0
    if !reasons.isEmpty { reasons = [:] }
  }

  /// Notes the name of an element, and returns it; the name that was noted if it has none any more.
  func name(_ element: Int, of feedback: Int, _ name: @autoclosure () -> ElementID?) -> ElementID? {
    if let known = elements[feedback]?[element] { return known }
    let name = name()
    elements[feedback, default: [:]].updateValue(name, forKey: element)
    return name
  }

  /// Forgets the name of an element that has left, and returns it; `nil` if nothing was told about it.
  func takeName(_ element: Int, of feedback: Int) -> ElementID?? {
    elements[feedback]?.removeValue(forKey: element)
  }

  // MARK: Resting

  /// Notes that the thread does something else than steps of the loop.
  func turnEnds(isSettled: Bool = false) {
    if isSettled && !hasSettled {
      hasSettled = true
      announce(.settled)
    }
    ThreadFrame.Thread.current.value.cause = nil
  }
}
