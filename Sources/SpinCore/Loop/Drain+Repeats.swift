/// Drops repeated events, in a loop whose spin has ``DropRepeats``.
extension Drain {
  /// Compares an event with those before it, and carries out the engine's order about it.
  ///
  /// - Returns: Why the event was not reduced; `nil` if it was, and was taken.
  mutating func compareAndObey(
    _ event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext, mayDrop: Bool
  ) -> DropReason? {
    let time = context.mailbox.takenTime
    context.monitors?.tell(.compared(at: time))
    let repeats = context.repeats
    let isDropped = repeats.drop(event, at: time, mayDrop: mayDrop)
    for filter in repeats { filter.noteFate(isDropped ? nil : time) }
    if context.meter != nil && !isDropped { meter(event, tag, context) }
    return obey(engine.eventCompared(tag, isRepeat: isDropped), event, tag, context)
  }
}
