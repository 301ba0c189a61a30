internal import Synchronization

/// One part of an execution, as its work sees it.
///
/// Most executions have one part.
final class ExecutionPart: Sendable {
  let mailbox: Mailbox
  /// The execution, as the origin of delivered events.
  let tag: EntryTag
  /// The executor of the body or the callback, if the feedback has one.
  let executor: (any TaskExecutor)?
  /// Whether it carries out a callback, whose cancellation runs even if the callback finishes by itself.
  let isCallback: Bool
  /// Set when the execution is cancelled, before any cancellation code runs.
  let dead = Atomic(false)
  /// The task that runs the body, by which the loop detects a body that waits for the loop to
  /// settle.
  let taskID = Atomic(0)
  let held = Guarded(Held.nothing)
  /// How many states a stream had taken when it last asked for one while none was ready; see
  /// ``EntryTag/Kind/streamAsked``.
  let taken = Atomic<UInt64>(0)
  /// The cause of its events, if the loop is monitored.
  let cause: KeptCause?
  /// What the part is to do, until it begins.
  @safe nonisolated(unsafe) var work: Work?
  // Guard: the drain has it until it gives the part to the runtime, which begins it once.
  /// Whether it waits until its step is durable, see ``OutputGate``.
  @safe nonisolated(unsafe) var isGated = false
  // Guard: the owner of the drain.
  #if DEBUG
    /// Whether the code of a body emits the events; `false` for a callback, a period or a sequence.
    let isWritten = Atomic(false)
    /// Tells that the part emits after its own event has cancelled it.
    @safe nonisolated(unsafe) var tellLoss: (@Sendable () -> Void)?
  // Guard: set before `dead` is, and read after that.
  #endif

  init(
    _ work: Work? = nil, of tag: EntryTag, _ mailbox: Mailbox,
    executor: (any TaskExecutor)? = nil, cause: KeptCause? = nil
  ) {
    self.work = work
    self.mailbox = mailbox
    self.tag = tag
    self.executor = executor
    self.cause = cause
    isCallback = work?.isRegistration ?? false
  }

  // MARK: Cancelling

  var isDead: Bool { dead.load(ordering: .acquiring) }

  /// Whether user code may still begin.
  ///
  /// After a stop it may not, even before the drain notes the stop.
  var mayBegin: Bool { !isDead && !mailbox.isStopped }

  /// Marks the execution dead, so that everything it delivers from now on is stale.
  func kill() {
    dead.store(true, ordering: .releasing)
  }

  /// Keeps the cancellation of the work, or cancels the work if the execution was cancelled before.
  func hold(_ cancellation: Cancellation) {
    let isLate = held.withLock { held in
      switch held {
      case .nothing: held = .cancellation(cancellation)
      case .cancelled: return true
      case .cancellation, .returned: break
      }
      return false
    }
    if isLate { cancellation.cancel() }
  }

  /// Returns the cancellation of the work, which the caller must run, unless the work has returned.
  ///
  /// What ``hold(_:)`` gets later is cancelled at once.
  func takeCancellation() -> Cancellation? {
    held.withLock { held in
      switch held {
      case .nothing:
        held = .cancelled
        return nil
      case .cancellation(let cancellation):
        held = .cancelled
        return cancellation
      case .cancelled, .returned: return nil
      }
    }
  }

  /// Whether there is a cancellation of the work, which the caller must have run.
  ///
  /// If there is none yet, what ``hold(_:)`` gets later is cancelled at once.
  func mustRunCancellation() -> Bool {
    held.withLock { held in
      if case .cancellation = held { return true }
      if case .nothing = held { held = .cancelled }
      return false
    }
  }

  /// Calls the closure of a callback at the first call, unless it was cancelled, and its cancellation at the
  /// second.
  ///
  /// If the feedback has an executor, the cancellation may come meanwhile: it then runs here.
  ///
  /// NB: takes the closure out, because it may hold an object that keeps the emitter, which keeps the part.
  func callBack() {
    guard case .registration(_, let register)? = work.take() else {
      takeCancellation()?.cancel()
      return
    }
    if mayBegin { hold(register(EffectEmitter(self))) }
  }

  /// Calls the closure of a subscription.
  ///
  /// - Parameter tag: The tag of the events that the closure emits on this thread before it returns.
  /// - Returns: How many such events the mailbox has accepted.
  func subscribe(as tag: EntryTag) -> Int {
    guard case .registration(_, let register)? = work.take(), mayBegin else { return 0 }
    let emitter = EffectEmitter(self, isBeginning: true)
    return ThreadFrame.counting(Beginning(of: self, tag)) {
      hold(register(emitter))
      emitter.hasBegun()
    }
  }

  // MARK: Delivering

  /// Calls a closure that gives an event of the part to the mailbox, which notes where it comes from if the
  /// loop is monitored.
  ///
  /// If the part follows another loop, the cause is the step of that loop that this thread is making.
  @inline(never)
  func emitting<Result>(_ emit: () -> Result) -> Result {
    guard let cause else { return emit() }
    let step = ThreadFrame.Thread.current.value.cause.kept?.cause
    guard let step, step.loop != cause.cause.loop else {
      return ThreadFrame.emitting(because: cause, emit)
    }
    return ThreadFrame.emitting(because: KeptCause(step, deliveredBy: cause.effect), emit)
  }

  /// Delivers an event, unless the execution is dead.
  @discardableResult
  @inline(__always)
  func deliver(taking event: EventPlace, _ kind: EntryTag.Kind) -> EmitResult {
    // NB: not by a closure if there is nothing to note, which would cost each event some instructions.
    cause == nil ? give(event, kind) : emitting { give(event, kind) }
  }

  @inline(__always)
  private func give(_ event: EventPlace, _ kind: EntryTag.Kind) -> EmitResult {
    let tag = tag.with(kind)
    if !isDead { return mailbox.post(tag, taking: event) }
    #if DEBUG
      if !mailbox.isStopped { tellLoss?() }
    #endif
    return mailbox.refuse(tag, taking: event, .stale)
  }

  /// Delivers an event that the work has kept, unless the execution is dead.
  @discardableResult
  func deliver(_ event: any EventValue, _ kind: EntryTag.Kind) -> EmitResult {
    event.withPlace { deliver(taking: $0, kind) }
  }

  /// Delivers an event, and waits until it has been reduced or dropped.
  nonisolated(nonsending) func send(_ event: any EventValue) async -> EmitResult {
    let decision = OneShot<EmitResult>()
    let isTaken = Atomic(false)
    let isWithdrawn = Atomic(false)
    let isLost = Atomic(false)
    let ticket = EventTicket(execution: tag.with(.delivered)) { fate in
      switch fate {
      case .taken:
        isTaken.store(true, ordering: .releasing)
        return false
      case .reduced: return decision.decide(.accepted)
      case .dropped(let reason): return decision.decide(.dropped(reason))
      case .stopped: return false
      }
    } tell: { outcome in
      if case .held = outcome { return }
      if case .failed = outcome { isLost.store(true, ordering: .releasing) }
      decision.tell()
    }
    let (result, sender) = emitting {
      event.withPlace { mailbox.post(taking: $0, awaitedBy: ticket) }
    }
    guard result.isAccepted else { return result }
    let fate = await decision.value(onCancel: {
      // The effect is dead before its task is cancelled. An event that has been taken gets its fate
      // in the step under way.
      let reason: DropReason? = mailbox.isStopped ? .stopped : isDead ? .stale : nil
      if let sender, mailbox.withdraw(sender, because: reason ?? .full) {
        isWithdrawn.store(true, ordering: .releasing)
        decision.set(.dropped(reason ?? .full))
      } else if !isTaken.load(ordering: .acquiring) {
        decision.set(reason.map { .dropped($0) } ?? .accepted)
      }
    })
    if isLost.load(ordering: .acquiring) { return .dropped(.stopped) }
    guard isWithdrawn.load(ordering: .acquiring), case .dropped(let reason) = fate else {
      return fate
    }
    mailbox.remove(ticket)
    return emitting { mailbox.refuse(tag.with(.delivered), event, reason) }
  }

  /// Delivers an event, and waits for room if it must.
  nonisolated(nonsending) func deliverWhenThereIsRoom(_ event: any EventValue) async -> EmitResult {
    let outcome = OneShot<EmitResult>()
    let (immediate, sender) = emitting {
      let sender = event.withPlace {
        mailbox.sender(tag.with(.delivered), taking: $0) { outcome.set($0) }
      }
      return (mailbox.post(from: sender), sender)
    }
    if let immediate { return immediate }
    let result = await outcome.value(onCancel: {
      mailbox.withdraw(sender, because: isDead ? .stale : .full)
    })
    // If the loop stops, the drain drops and reports the event.
    guard case .dropped(let reason) = result, reason != .stopped else { return result }
    return emitting { mailbox.refuse(sender.entry, reason) }
  }

  /// The task that runs or is about to run the body; 0 before that and after the body has ended.
  var task: Int { taskID.load(ordering: .acquiring) }
}

/// The means by which an execution cancels its work.
enum Held: Sendable {
  /// Nothing yet.
  case nothing
  case cancellation(Cancellation)
  /// Nothing: the work was cancelled.
  case cancelled
  /// Nothing: the body has returned.
  case returned
}
