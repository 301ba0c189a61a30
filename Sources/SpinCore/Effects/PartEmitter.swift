public import Synchronization

/// The object that the copies of an emitter share, whose end finishes the part of the effect.
///
/// A part with a body is not over until the body has returned, so that it can be cancelled until
/// then:
///
/// ```
/// open ──finish──▶ finished ──body returns──▶ over
///   └──body returns──▶ returned ──finish──▶ over
/// ```
@usableFromInline
final class PartEmitter<Event: Sendable>: Sendable {
  /// The part; `nil` if events are translated for another emitter.
  @usableFromInline let part: ExecutionPart<Event>?
  /// The registration to tell when the part finishes, so that its cancellation can run.
  @usableFromInline let registration: CallbackRegistration<Event>?
  /// The functions of the emitter that gets the translated events.
  @usableFromInline let translation: Translation<Event>?
  /// The flags ``isFinished`` and ``hasBody``.
  @usableFromInline let phase: Atomic<UInt8>

  /// No further event is emitted.
  @inlinable static var isFinished: UInt8 { 1 }
  /// There is a body, and it has not returned.
  @inlinable static var hasBody: UInt8 { 2 }

  /// Creates the emitter of a body.
  @inlinable
  init(_ part: ExecutionPart<Event>) {
    self.part = part
    registration = nil
    translation = nil
    phase = Atomic(Self.hasBody)
  }

  /// Creates the emitter of a registration.
  @inlinable
  init(_ part: ExecutionPart<Event>, registration: CallbackRegistration<Event>) {
    self.part = part
    self.registration = registration
    translation = nil
    phase = Atomic(0)
  }

  /// Creates an emitter that translates events for another one.
  init<Base>(_ base: PartEmitter<Base>, _ transform: @escaping @Sendable (Event) -> Base) {
    part = nil
    registration = nil
    translation = Translation(
      emit: { base.emit(transform($0)) }, emitLast: { base.emitLast(transform($0)) },
      emitWhenThereIsRoom: { await base.emitWhenThereIsRoom(transform($0)) },
      send: { await base.send(transform($0)) }, finish: { base.finish() },
      finishWith: { base.finish(with: transform($0)) },
      askedForState: { base.askedForState(taken: $0) })
    phase = Atomic(0)
  }

  @inlinable
  deinit {
    if part != nil { finish() }
  }

  @inlinable
  func emit(_ event: Event) -> EmitResult {
    guard let part else { return translated(event) }
    return lendUncounted(part) { part in
      if phase.load(ordering: .acquiring) & Self.isFinished != 0 {
        return part.mailbox.refuse(part.tag, event, .finished)
      }
      return part.deliver(event, .delivered)
    }
  }

  @usableFromInline
  func translated(_ event: Event) -> EmitResult {
    guard let translation else { unreachable("an emitter has nothing to emit into") }
    return translation.emit(event)
  }

  /// Emits an event for which there is always room.
  func emitLast(_ event: Event) -> EmitResult {
    guard let part else {
      guard let translation else { unreachable("an emitter has nothing to emit into") }
      return translation.emitLast(event)
    }
    let isFinished = phase.load(ordering: .acquiring) & Self.isFinished != 0
    if part.mailbox.listed == nil || isFinished || part.isDead { return emit(event) }
    return part.mailbox.postWithRoom(part.tag.with(.delivered), event)
  }

  /// Emits an event, and waits for room if there is none and the policy says so.
  nonisolated(nonsending) func emitWhenThereIsRoom(_ event: Event) async -> EmitResult {
    guard let part else {
      guard let translation else { unreachable("an emitter has nothing to emit into") }
      return await translation.emitWhenThereIsRoom(event)
    }
    guard part.mailbox.letsSendersWait, mayWait(part) else { return emit(event) }
    return await part.deliverWhenThereIsRoom(event)
  }

  /// Emits an event, and waits until it has been reduced or dropped.
  nonisolated(nonsending) func send(_ event: Event) async -> EmitResult {
    guard let part else {
      guard let translation else { unreachable("an emitter has nothing to emit into") }
      return await translation.send(event)
    }
    return mayWait(part) ? await part.send(event) : emit(event)
  }

  private func mayWait(_ part: ExecutionPart<Event>) -> Bool {
    let isFinished = phase.load(ordering: .acquiring) & Self.isFinished != 0
    return !isFinished && !part.isDead && !Task.isCancelled
  }

  func askedForState(taken: UInt64) {
    guard let part else { return translation?.askedForState(taken) ?? () }
    if let states = part.taken {
      states.number = taken
      return part.mailbox.post(part.tag.with(.streamAsked))
    }
    let (feedback, newest) = (part.tag.feedback, part.tag.serial &+ taken)
    part.mailbox.post(EntryTag(.streamAsked, feedback: feedback, serial: newest))
  }

  /// Finishes the part, and returns `true` if it was not finished before.
  @usableFromInline
  @discardableResult
  func finish() -> Bool {
    guard let part else { return translation?.finish() ?? false }
    guard let old = close() else { return false }
    if old & Self.hasBody == 0, !part.isDead { part.mailbox.post(part.tag.with(.finished)) }
    return true
  }

  /// Finishes a part without a body together with an event, for which there is always room.
  func finish(with event: Event) {
    guard let part else { return translation?.finishWith(event) ?? () }
    if close() == nil {
      _ = part.mailbox.refuse(part.tag, event, .finished)
    } else {
      part.deliver(event, .deliveredLast)
    }
  }

  /// Ends the emitting, and returns the phase before; `nil` if the emitter was closed before.
  private func close() -> UInt8? {
    let old = phase.bitwiseOr(Self.isFinished, ordering: .acquiringAndReleasing).oldValue
    guard old & Self.isFinished == 0 else { return nil }
    registration?.noteFinished()
    return old
  }

  /// Notes that the body has returned.
  ///
  /// - Returns: Whether the part is over.
  @inlinable
  func bodyReturned() -> Bool {
    let old = phase.bitwiseAnd(~Self.hasBody, ordering: .acquiringAndReleasing).oldValue
    return old & Self.isFinished != 0
  }
}

/// The functions of another emitter, for events that are translated.
@usableFromInline
final class Translation<Event: Sendable>: Sendable {
  let emit: @Sendable (Event) -> EmitResult
  let emitLast: @Sendable (Event) -> EmitResult
  let emitWhenThereIsRoom: nonisolated(nonsending) @Sendable (Event) async -> EmitResult
  let send: nonisolated(nonsending) @Sendable (Event) async -> EmitResult
  let finish: @Sendable () -> Bool
  let finishWith: @Sendable (Event) -> Void
  let askedForState: @Sendable (UInt64) -> Void

  init(
    emit: @escaping @Sendable (Event) -> EmitResult,
    emitLast: @escaping @Sendable (Event) -> EmitResult,
    emitWhenThereIsRoom: nonisolated(nonsending) @escaping @Sendable (Event) async -> EmitResult,
    send: nonisolated(nonsending) @escaping @Sendable (Event) async -> EmitResult,
    finish: @escaping @Sendable () -> Bool, finishWith: @escaping @Sendable (Event) -> Void,
    askedForState: @escaping @Sendable (UInt64) -> Void
  ) {
    self.emit = emit
    self.emitLast = emitLast
    self.emitWhenThereIsRoom = emitWhenThereIsRoom
    self.send = send
    self.finish = finish
    self.finishWith = finishWith
    self.askedForState = askedForState
  }
}
