/// The monitors of a run, and what they are told besides the facts of the drain: names, causes and reasons.
///
/// The drain knows feedbacks by their numbers and executions by their serials.
///
/// *Isolation*: the owner of the drain tells the monitors all facts but one. The thread that gives up an
/// event tells ``Fact/refused(_:_:)``, see ``report(and:)``.
// Guard: the owner of the drain, for all variables.
package final class LoopMonitors: @unchecked Sendable {
  private var loop: LoopID { run.loop }
  /// The names of the feedbacks.
  private let names: [String?]
  /// In order of registration.
  private let monitors: [@Sendable (ToldFact) -> Void]
  /// Those that want to know when the loop rests.
  private let rests: [@Sendable () -> Void]
  private let run: MonitoredRun
  /// The time of the step under way, once it was asked for.
  private var stepTime: Duration?
  /// What the monitors see of each fact of the loop.
  private let told: ToldFact
  /// Called with the facts as they are, by tests that compare a run with a model.
  private let probe: (@Sendable (LoopFact) -> Void)?
  /// Where the mailbox notes when, where and why events were emitted.
  private let list: InboxList?

  /// An execution, a stage of one, or a held start.
  private final class Work {
    let fact: EffectFact
    /// The cause of its events.
    let cause: KeptCause
    var purpose: AlarmFact.Purpose?
    var isStarted = false
    /// How many events that the drain has posted for it still wait; the mailbox has no notes of them.
    var posted = 0
    /// How many bodies of it have started and not returned.
    var bodies = 0
    var isOver = false

    /// Whether an event of it may still be taken, and needs its name.
    var mayDeliver: Bool { posted > 0 || bodies > 0 }

    init(_ fact: EffectFact, _ cause: KeptCause) {
      self.fact = fact
      self.cause = cause
    }
  }

  /// The works that are alive, and those that are over but still needed.
  ///
  /// A work that is over is needed while an event of it may be taken. A work of an element is kept until the
  /// loop rests.
  private var works: [UInt64: Work] = [:]
  /// The works of elements that are over, and whose events may still wait.
  @safe @exclusivity(unchecked) private var late: [UInt64] = []
  /// How many of them are kept while the loop does not rest.
  private var lateLimit: Int { isRehearsed ? 1 << 16 : 1_000 }
  /// Whether the run is a rehearsal.
  ///
  /// A rehearsed loop rests after each entry. Its entries have no notes, even if their works are over.
  private let isRehearsed: Bool
  /// An effect with immediate events.
  struct Poster {
    /// The step that has described it, and the effect if it is a subscription that has begun.
    let step: KeptCause
    var element: ElementID?
    /// Its execution, if it has work.
    var execution: UInt64?
  }

  /// The effect of each immediate event that waits in the mailbox.
  private var posted = RingBuffer<Poster>()
  /// The effect whose immediate events are about to be posted.
  private var arranged: Poster?
  /// The reasons of the executions that this step cancels, by serial.
  private var reasons: [UInt64: CancelReason] = [:]
  /// How many of the engine's doomed executions have a reason, or need none.
  private var doomedCount = 0
  /// The names of elements that monitors were told about, kept for when these elements have left; some have
  /// no name.
  private var elements: [Int: [Int: ElementID?]] = [:]
  /// Whether the feedback that is asked has answered for one of its elements.
  private(set) var hasElementAnswered = false
  /// The step of the newest transition.
  let step: NewestStep
  /// The number of the newest transition.
  private var newest: Int { step.number }
  /// The tag of the event that was taken last, or that of the start.
  private var taken = EntryTag.start
  /// The element that the event is an immediate event of, and its cause if the mailbox does not know it.
  private var takenElement: ElementID?
  private var takenCause: KeptCause?
  /// Whether any of them, or the work that has delivered the event, is known.
  private var isOfEffect = false
  /// Whether the loop forgets the event.
  private var isTakenForgotten = false
  /// The work that has delivered it, and the execution of the effect that it comes from.
  private var deliverer: Work?
  private var source: UInt64?
  /// Whether the loop, after its next step, forgets the event of that step.
  private var forgetsTaken = false
  /// Whether the entry that was taken last, if it has no event, ends its whole execution or branch, and not
  /// one of several parts.
  private var endsAll = false
  private var hasStopped = false
  /// Whether the loop had been told to stop when the newest step ended, so that it may have described too
  /// little.
  private(set) var stepIsCut = false
  private var hasSettled = false
  private var isSuspended = false

  init(
    _ watching: Watching?, probe: (@Sendable (LoopFact) -> Void)?, _ blueprint: Blueprint,
    _ scheduler: any SpinScheduler, seed: UInt64, _ list: InboxList?, isRehearsed: Bool
  ) {
    let loop = LoopID(watching?.name, of: blueprint.reducer.types)
    step = NewestStep(of: loop)
    names = blueprint.names
    run = MonitoredRun(
      loop: loop, scheduler: scheduler,
      feedbacks: names.enumerated().map { FeedbackOrigin(index: $0, name: $1) }, seed: seed)
    let attached = watching?.monitors.map { [run] in $0.attach(run) } ?? []
    (monitors, rests) = (attached.map(\.tell), attached.compactMap(\.rests))
    told = ToldFact(of: run)
    self.list = list
    self.probe = probe
    self.isRehearsed = isRehearsed
    told.loop = Uncounted(self)
  }

  // MARK: Refused events

  /// Returns a report of dropped events that also tells the monitors of refused events.
  ///
  /// The drain tells the monitors of all other dropped events.
  func report(and onDrop: DropReport?) -> DropReport {
    { [self] event, reason, tag, site in
      if let site { tellRefused(event, tag, reason, site) }
      onDrop?(event, reason, tag, site)
    }
  }

  private func tellRefused(
    _ event: EventPlace, _ tag: EntryTag, _ reason: DropReason, _ site: CodeSite
  ) {
    let kept = ThreadFrame.Thread.current.value.cause.kept
    let origin = tag.isOutside ? nil : kept?.effect.map { Origin.feedback($0.feedback) }
    let entry = EntryFact(
      origin: origin ?? tag.origin(names), accepted: nil, waiting: nil, place: site,
      isForgotten: tag.forgetsEvent, endsPart: tag.deliversLast, kept: kept)
    ToldFact(of: run).tell(
      fact: .refused(reason, entry), number: nil, event: event, to: monitors)
  }

  // MARK: What the drain tells

  /// Tells a fact.
  @inline(never)
  func tell(_ fact: LoopFact) { tellOften(fact) }

  /// Tells a fact of each step.
  ///
  /// NB: inlined, so that the caller has the code of this fact only.
  @inline(__always)
  func tellOften(_ fact: LoopFact) {
    probe?(fact)
    if !monitors.isEmpty { translate(fact) }
  }

  @inline(__always)
  private func translate(_ fact: LoopFact) {
    switch fact {
    case .taken(let tag, let event): noteTaken(tag, event)
    case .dropped(_, let event, let reason):
      told.tell(
        fact: .dropped(reason, takenEntry), number: newest + 1, event: event, to: monitors)
    case .reduced(_, let moment):
      told.tell(.reduced, number: newest, .moment(moment), to: monitors)
    case .published(_, let moment):
      told.tell(.published, number: newest, .moment(moment), to: monitors)
    case .answered(let feedback, let element, let answer, let answerer):
      told.tell(answer, of: feedback, element, number: newest, by: answerer, to: monitors)
    case .arranged(let feedback, let arrangement): arrange(feedback, arrangement)
    case .posted(_, let count):
      let poster = arranged ?? Poster(step: step.kept)
      for _ in 0..<count { posted.append(poster) }
      arranged?.element = nil
    case .held(let feedback, let serial, let element):
      add(origin(feedback, element), serial, since: newest)
      works[serial]?.purpose = .throttle
    case .branched(let serial, let execution, let attempt):
      guard let whole = works[execution]?.fact else { return }
      add(whole.feedback, execution, since: whole.transition, stage: serial, attempt: attempt)
    case .started(_, let serial):
      hasSettled = false
      guard let work = works[serial] else { return }
      work.isStarted = true
      announce(.started(work.fact))
    case .alarmed(_, let serial, let alarm):
      guard let work = works[serial] else { return }
      work.purpose = alarm.purpose
      announce(.alarmSet(work.fact, alarm))
    case .ended(_, let serial): if let work = end(serial) { announce(.finished(work.fact)) }
    case .cancelled(_, let serial):
      let reason = reasons.removeValue(forKey: serial)
      if let work = end(serial) {
        announce(.cancelled(work.fact, self.reason(reason, work)))
      }
    case .asked(_, let serial, let taken):
      stepTime = nil
      if let work = works[serial] { announce(.asked(work.fact, taken: taken)) }
    // `tellStopped` tells of the stop.
    case .stopped, .compared, .clockRead, .opened, .released: break
    }
  }

  /// Tells that the loop stops, with the newest transition, if there is one.
  func tellStopped(_ reason: StopReason, _ newest: Uncounted<Moment>?) {
    probe?(.stopped)
    hasStopped = true
    if !monitors.isEmpty { announce(.stopped(reason), newest.map { .moment($0) } ?? .none) }
  }

  @inline(__always)
  private func announce(_ fact: consuming Fact, _ detail: ToldFact.Detail = .none) {
    told.tell(fact: fact, number: newest, detail, to: monitors)
  }

  /// Notes that a step has described and started what it could.
  func stepEnds(isStopped: Bool) { stepIsCut = isStopped }

  /// The time of the step under way, which is read at the first question.
  var timeOfStep: Duration {
    if let stepTime { return stepTime }
    let now = run.scheduler.now
    stepTime = now
    return now
  }

  func origin(
    _ feedback: Int, _ element: ElementID?, isImmediate: Bool = false
  ) -> FeedbackOrigin {
    FeedbackOrigin(
      index: feedback, name: names[feedback], isImmediate: isImmediate, element: element)
  }

  // MARK: Entries

  /// Tells of an entry without an event; `endsAll` says whether it ends its whole execution or branch.
  func tellTaken(_ tag: EntryTag, endsAll: Bool) {
    self.endsAll = endsAll
    tell(.taken(tag, nil))
  }

  /// Notes an entry, and tells what it is.
  private func noteTaken(_ tag: EntryTag, _ event: EventPlace?) {
    stepTime = nil
    forgetOrigin()
    if isSuspended { note(isSuspended: false) }
    let isOutside = tag.isOutside
    let work = isOutside || tag.kind == .immediate ? nil : works[tag.serial]
    taken = event == nil ? .start : tag
    (isTakenForgotten, forgetsTaken) = (forgetsTaken, false)
    if !isOutside {
      if event != nil { noteOrigin(tag, work) }
      if tag.endsBody { noteBodyEnd(tag.serial) }
    }
    if let event {
      hasSettled = false
      return told.tell(.taken, number: newest + 1, event: event, to: monitors)
    }
    guard let work, !work.isOver else { return }
    switch tag.kind {
    case .stageDue where work.purpose == nil:  // A stage that does nothing.
      announce(.ended(work.fact, .last))
    case .stageDue, .holdEnded:
      announce(.alarmRang(work.fact))
      if tag.kind == .holdEnded { works[tag.serial] = nil }
    case .attemptFailed: announce(.ended(work.fact, .failedAttempt))
    case .finished, .bodyEndedFinished: announce(.ended(work.fact, endsAll ? .last : .part))
    case .outside, .immediate, .delivered, .deliveredLast, .bodyEnded, .bodyEndedDelivering,
      .streamAsked, .awaited, .sent, .input:
      break
    }
  }

  /// Notes the effect that has emitted an event.
  private func noteOrigin(_ tag: EntryTag, _ work: Work?) {
    isOfEffect = true
    (deliverer, source) = (work, work?.fact.execution)
    if tag.kind == .immediate {
      let poster = posted.popFirst() ?? Poster(step: step.kept)
      source = poster.execution
      (takenElement, takenCause) = (poster.element, poster.step)
    } else {
      let (isPosted, noted) = (takePosted(work, tag.serial), list?.takenNote?.cause)
      takenCause = isPosted || noted?.effect == nil ? work?.cause : noted
    }
  }

  private func forgetOrigin() {
    guard isOfEffect else { return }
    isOfEffect = false
    (deliverer, source, takenElement, takenCause) = (nil, nil, nil, nil)
  }

  /// The event that was taken last.
  var takenEntry: EntryFact {
    if taken == .start { return .start }
    let note = list?.takenNote
    let kept = taken.isOutside ? note?.cause : takenCause
    let isImmediate = taken.kind == .immediate
    let origin: Origin =
      if taken.isOutside { .outside } else if !isImmediate, let effect = kept?.effect {
        .feedback(effect.feedback)
      } else {
        .feedback(
          self.origin(taken.feedback, isImmediate ? takenElement : nil, isImmediate: isImmediate))
      }
    return EntryFact(
      origin: origin, accepted: list?.takenTime ?? .zero, waiting: list?.leftCount ?? 0,
      place: taken.isOutside ? note?.site : nil,
      isForgotten: isTakenForgotten, endsPart: taken.deliversLast, kept: kept)
  }

  /// Notes that the loop, after its next step, forgets the event of that step.
  func forgetsNext() { forgetsTaken = true }

  /// The step of a transition, as a cause.
  private func step(of transition: Int) -> KeptCause {
    transition == newest ? step.kept : KeptCause(cause(transition))
  }

  /// Returns the cause of what a thread emits while it makes a step, or starts what has waited for the step.
  func cause(ofStep transition: Int) -> ThreadCause {
    transition == newest ? .newest(step) : .kept(KeptCause(cause(transition)))
  }

  private func cause(_ transition: Int, _ execution: UInt64? = nil) -> Cause {
    Cause(loop: loop, transition: transition, execution: execution)
  }

  // MARK: Works

  /// The cause with which the events of an execution or a branch are noted.
  func cause(of tag: EntryTag) -> KeptCause? { works[tag.serial]?.cause }

  private func add(
    _ feedback: FeedbackOrigin, _ execution: UInt64, since transition: Int,
    stage: UInt64? = nil, attempt: Int? = nil
  ) {
    let fact = EffectFact(
      feedback: feedback, execution: execution, transition: transition, stage: stage,
      attempt: attempt)
    works[stage ?? execution] = Work(
      fact, KeptCause(cause(transition, execution), deliveredBy: fact))
  }

  /// Notes the end of a work; returns it if its start was told.
  private func end(_ serial: UInt64) -> Work? {
    guard let work = works[serial], !work.isOver else { return nil }
    work.isOver = true
    if !work.mayDeliver { forget(serial, work) }
    return work.isStarted ? work : nil
  }

  /// Makes the step that has described an effect, which may be an older one, the cause of what its code sends as it
  /// begins.
  ///
  /// - Returns: The cause before; `nil` if nothing has changed.
  func begins(_ tag: EntryTag) -> ThreadCause? {
    guard let transition = works[tag.serial]?.fact.transition else { return nil }
    let thread = ThreadFrame.Thread.current
    defer { thread.value.cause = cause(ofStep: transition) }
    return thread.value.cause
  }

  func hasBegun(insteadOf cause: ThreadCause) { ThreadFrame.Thread.current.value.cause = cause }

  /// Notes that the drain starts a body.
  func startsBody(_ tag: EntryTag) { works[tag.serial]?.bodies += 1 }

  private func noteBodyEnd(_ serial: UInt64) {
    guard let work = works[serial], work.bodies > 0 else { return }
    work.bodies -= 1
    if work.isOver && !work.mayDeliver { forget(serial, work) }
  }

  /// Forgets a work that is over.
  ///
  /// A work of an element is kept until the loop rests: nothing else knows the element of its events that
  /// wait.
  private func forget(_ serial: UInt64, _ work: Work) {
    guard work.fact.feedback.element != nil || isRehearsed else { return works[serial] = nil }
    if late.count == lateLimit { forgetLate() }
    late.append(serial)
  }

  private func forgetLate() {
    for serial in late { works[serial] = nil }
    late = []
  }

  /// Notes that the drain posts events of a branch.
  func posts(_ count: Int, _ tag: EntryTag) { works[tag.serial]?.posted += count }

  /// Returns whether the event that is taken is one that the drain has posted for a work.
  private func takePosted(_ work: Work?, _ serial: UInt64) -> Bool {
    guard let work, work.posted > 0 else { return false }
    work.posted -= 1
    if work.isOver && !work.mayDeliver { forget(serial, work) }
    return true
  }

  // MARK: Effects

  /// Tells of the immediate events that a subscription has emitted while it began.
  func posts(_ count: Int, asItBegins tag: EntryTag) {
    if let poster = poster(tag) { arranged = poster }
    tell(.posted(feedback: tag.feedback, count: count))
  }

  /// Returns the effect of the events that a subscription emits while it begins.
  func poster(_ tag: EntryTag) -> Poster? {
    works[tag.serial].map { work in
      Poster(
        step: KeptCause(step(of: work.fact.transition).cause, deliveredBy: work.fact),
        element: work.fact.feedback.element, execution: work.fact.execution)
    }
  }

  /// Notes the effect of the immediate event that is taken next.
  func takesNext(of poster: Poster) { posted.prepend(poster) }

  private func arrange(_ feedback: Int, _ arrangement: Arrangement) {
    arranged =
      arrangement.events == 0
      ? nil : Poster(step: step(of: arrangement.since), element: arrangement.element)
    let origin = origin(feedback, arrangement.element)
    let described: DescribedEffect
    switch arrangement.disposition {
    case .ignore: described = .nothing
    case .wait: described = .waits
    case .post: described = .events(arrangement.events)
    case .start(let serial):
      add(origin, serial, since: arrangement.since)
      arranged?.execution = serial
      described =
        arrangement.works == 0
        ? .events(arrangement.events) : .execution(serial, events: arrangement.events)
    }
    guard arrangement.isNew else { return }
    announce(.described(origin, described), .effect(Uncounted(arrangement.sink)))
  }

  private func reason(_ reason: CancelReason?, _ work: Work) -> CancelReason {
    if hasStopped { return .stopped }
    if let reason { return source == work.fact.execution ? .ownEvent : reason }
    if deliverer?.purpose == .timeout { return .timedOut }
    return work.purpose == .timeout ? .inTime : .raced
  }

  // MARK: Reasons

  /// Notes why the engine has doomed executions; `nil` if the reason is known otherwise.
  func noteDoomed(_ doomed: [EntryTag], _ reason: CancelReason?) {
    if let reason, doomedCount < doomed.count {
      for tag in doomed[doomedCount...] { reasons[tag.serial] = reason }
    }
    doomedCount = doomed.count
  }

  /// Notes that the doomed executions were cancelled.
  ///
  /// Nothing was told of an execution that has only immediate events, or that was never started.
  func cancellationsTold(_ doomed: [EntryTag]) {
    for tag in doomed { _ = end(tag.serial) }
    doomedCount = 0
    if !reasons.isEmpty { reasons = [:] }
  }

  /// Notes that a feedback is asked.
  func asks() { hasElementAnswered = false }

  /// Tells the answer of a feedback, or of an element of it.
  func tell(
    _ answer: FeedbackAnswer, of feedback: Int, _ element: ElementID? = nil,
    isElement: Bool = false, by answerer: Answerer?
  ) {
    if isElement { hasElementAnswered = true }
    tellOften(.answered(feedback: feedback, element: element, answer, answerer))
  }

  /// Returns the name of an element, and notes it at the first call.
  ///
  /// Later the element may have no name any more.
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

  /// Forgets the names of all elements of a feedback, because the life of its part has ended.
  func forgetNames(of feedback: Int) { elements[feedback] = nil }

  // MARK: Resting

  /// Notes that a thread stops making steps of the loop.
  func turnEnds(
    on thread: Address<ThreadFrame.Thread>, isEmpty: Bool = false, isSettled: Bool = false,
    isSuspended: Bool = false
  ) {
    forgetOrigin()
    taken = .start
    if !late.isEmpty && !isRehearsed { forgetLate() }
    note(isSuspended: isSuspended)
    if isEmpty { for rest in rests { rest() } }
    if isSettled && !hasSettled {
      hasSettled = true
      told.tell(.settled, number: newest, to: monitors)
    }
    thread.value.cause = .none
  }

  private func note(isSuspended: Bool) {
    if isSuspended == self.isSuspended || hasStopped { return }
    self.isSuspended = isSuspended
    announce(isSuspended ? .suspended : .resumed)
  }
}

extension EntryFact {
  /// Stands for an entry that has no event.
  fileprivate static let start = EntryFact(
    origin: .start, accepted: nil, waiting: nil, place: nil, isForgotten: false, endsPart: false,
    kept: nil)
}
