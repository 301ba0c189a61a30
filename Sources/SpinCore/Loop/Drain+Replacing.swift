extension Drain {
  /// Makes a transition to a requested state.
  mutating func replaceState(_ moment: Moment, _ context: borrowing RunContext) {
    guard engine.phase == .running else { return }
    let old = current.shown
    moment.number = engine.nextNumber
    engine.nextNumber += 1
    current.replace(by: moment, keepsPrevious: keepsPrevious)
    context.cell.replace(by: current.state)
    withExtendedLifetime(old) {}  // A reader may have been copying it.
    respond(context)
  }
}
