internal import Synchronization

/// The object that the copies of an emitter share.
///
/// The release of this object finishes the part of the effect.
///
/// A part with a body is not over until the body has returned, so that it can be cancelled until
/// then:
///
/// ```
/// open ──finish──▶ finished ──body returns──▶ over
///   └──body returns──▶ returned ──finish──▶ over
/// ```
@usableFromInline
package final class EffectEmitter: Sendable {
  /// The part; `nil` if events are converted for another emitter.
  let part: ExecutionPart?
  /// The emitter that gets the converted events.
  private let target: (emitter: EffectEmitter, conversion: Conversion)?
  /// The flags ``isFinished``, ``hasBody`` and ``isBeginning``.
  let phase: Atomic<UInt8>

  /// No further event is emitted.
  static var isFinished: UInt8 { 1 }
  /// There is a body, and it has not returned.
  static var hasBody: UInt8 { 2 }
  /// There is a subscription, whose closure has not returned.
  static var isBeginning: UInt8 { 4 }

  /// Creates the emitter of a body or a callback.
  init(_ part: ExecutionPart, isBeginning: Bool = false) {
    self.part = part
    target = nil
    phase = Atomic(isBeginning ? Self.isBeginning : part.isCallback ? 0 : Self.hasBody)
  }

  /// Creates an emitter that converts events for another one.
  init(_ emitter: EffectEmitter, _ conversion: Conversion) {
    part = nil
    target = (emitter, conversion)
    phase = Atomic(0)
  }

  deinit {
    if part != nil { finish() }
  }

  /// Emits an event.
  @usableFromInline
  func emit(taking event: EventPlace) -> EmitResult {
    guard let part else { return convert(event) { $0.emit(taking: $1) } }
    let phase = phase.load(ordering: .acquiring)
    if phase & (Self.isFinished | Self.isBeginning) != 0 { return emit(event, of: part, in: phase) }
    return part.deliver(taking: event, .delivered)
  }

  /// Emits an event of a part that is finished, or is a subscription that begins.
  @inline(never)
  private func emit(_ event: EventPlace, of part: ExecutionPart, in phase: UInt8) -> EmitResult {
    if phase & Self.isFinished != 0 {
      return part.emitting { part.mailbox.refuse(part.tag, taking: event, .finished) }
    }
    guard let tag = ThreadFrame.beginning(of: part) else {
      return part.deliver(taking: event, .delivered)
    }
    let result = part.emitting { part.mailbox.post(tag, taking: event) }
    if result.isAccepted { ThreadFrame.countBeginning() }
    return result
  }

  /// Notes that the closure of a subscription has returned.
  func hasBegun() {
    phase.bitwiseAnd(~Self.isBeginning, ordering: .acquiringAndReleasing)
  }

  private func convert(
    _ event: EventPlace, _ emit: (EffectEmitter, EventPlace) -> EmitResult
  ) -> EmitResult {
    let (emitter, conversion) = goal
    var result = EmitResult.accepted
    conversion.convert(event) { result = emit(emitter, $0) }
    return result
  }

  /// The emitter of converted events, in code that is reached only if there is one.
  private var goal: (emitter: EffectEmitter, conversion: Conversion) {
    guard let target else { unreachable("an emitter has nothing to emit into") }
    return target
  }

  /// Emits an event for which there is always room.
  func emitLast(taking event: EventPlace) -> EmitResult {
    guard let part else { return convert(event) { $0.emitLast(taking: $1) } }
    if isClosed || part.isDead { return emit(taking: event) }
    return part.emitting {
      part.mailbox.post(part.tag.with(.delivered), taking: event, hasRoom: true)
    }
  }

  /// Emits an event, and waits for room if there is none and the policy says so.
  nonisolated(nonsending) func emitWhenThereIsRoom(_ event: any EventValue) async -> EmitResult {
    guard let part else {
      let (emitter, conversion) = goal
      return await emitter.emitWhenThereIsRoom(conversion.convertValue(event))
    }
    #if DEBUG
      part.isWritten.store(false, ordering: .relaxed)
    #endif
    guard part.mailbox.letsSendersWait, mayWait(part) else {
      return event.withPlace { emit(taking: $0) }
    }
    return await part.deliverWhenThereIsRoom(event)
  }

  /// Emits an event, and waits until it has been reduced or dropped.
  nonisolated(nonsending) func send(_ event: any EventValue) async -> EmitResult {
    guard let part else {
      let (emitter, conversion) = goal
      return await emitter.send(conversion.convertValue(event))
    }
    if mayWait(part) { return await part.send(event) }
    // NB: whoever sends learns the fate of the event, so debug builds do not tell of this loss.
    if !isClosed && part.isDead {
      return part.emitting { part.mailbox.refuse(part.tag.with(.delivered), event, .stale) }
    }
    return event.withPlace { emit(taking: $0) }
  }

  private func mayWait(_ part: ExecutionPart) -> Bool {
    !isClosed && !part.isDead && !Task.isCancelled
  }

  private var isClosed: Bool { phase.load(ordering: .acquiring) & Self.isFinished != 0 }

  /// Whether the part that gets the events is finished.
  var isOver: Bool { part == nil ? goal.emitter.isOver : isClosed }

  func askedForState(taken: UInt64) {
    guard let part else { return goal.emitter.askedForState(taken: taken) }
    // NB: two threads may report: a stream that leaves, and the loop that hands it a state. The greater
    // number may come first.
    part.taken.max(taken, ordering: .releasing)
    part.mailbox.post(part.tag.with(.streamAsked))
  }

  /// Finishes the part, and returns `true` if it was not finished before.
  @discardableResult
  func finish() -> Bool {
    guard let part else { return goal.emitter.finish() }
    guard let old = close() else { return false }
    if old & Self.hasBody == 0, !part.isDead { part.mailbox.post(part.tag.with(.finished)) }
    return true
  }

  /// Finishes a part without a body together with an event, for which there is always room.
  func finish(taking event: EventPlace) {
    guard let part else {
      let (emitter, conversion) = goal
      return conversion.convert(event) { emitter.finish(taking: $0) }
    }
    if close() == nil {
      _ = part.emitting { part.mailbox.refuse(part.tag, taking: event, .finished) }
    } else {
      part.deliver(taking: event, .deliveredLast)
    }
  }

  /// Ends the emitting, and returns the phase before; `nil` if the emitter was closed before.
  private func close() -> UInt8? {
    let old = phase.bitwiseOr(Self.isFinished, ordering: .acquiringAndReleasing).oldValue
    return old & Self.isFinished == 0 ? old : nil
  }

  /// Notes that the body has returned.
  ///
  /// - Returns: Whether the part is over.
  func bodyReturned() -> Bool {
    let old = phase.bitwiseAnd(~Self.hasBody, ordering: .acquiringAndReleasing).oldValue
    return old & Self.isFinished != 0
  }
}
