/// Drops repeated events, in a loop whose spin has ``DropRepeats``.
extension Drain {
  /// Compares an event with those before it, if the engine orders that, and returns the order that remains.
  mutating func compared(
    _ verdict: Engine.Verdict, _ event: EventPlace, _ tag: EntryTag,
    _ context: borrowing RunContext, mayDrop: Bool = true
  ) -> Engine.Verdict {
    guard case .compare = verdict else { return verdict }
    let time = context.rehearsal?.accepted ?? context.mailbox.takenTime
    context.monitors?.tell(.compared(at: time))
    let repeats = context.repeats
    let isDropped = repeats.drop(event, at: time, mayDrop: mayDrop && tag.kind != .immediate)
    repeats.noteFate(isDropped ? nil : time)
    if context.meter != nil && !isDropped { meter(event, tag, context) }
    return engine.eventCompared(tag, isRepeat: isDropped)
  }
}
