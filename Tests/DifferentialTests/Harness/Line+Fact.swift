import SpinCore

extension Line {
  /// Puts what a loop's probe is told into the words of a record, as far as the model tells it.
  static func lines(_ fact: LoopFact) -> [Line] {
    let line = Line(fact).map { [$0] } ?? []
    guard case .arranged(let slot, let arrangement) = fact, arrangement.disposition == .wait else {
      return line
    }
    return line + [.waited(slot: slot)]
  }

  private init?(_ fact: LoopFact) {
    switch fact {
    case .taken(let tag, let event):
      self = Line(taken: tag, event?.address(of: Word.self).value)
    case .asked(let slot, _, let taken): self = .taken(.stream(slot: slot, gone: Int(taken)), nil)
    case .compared(let time): self = .compared(at: time)
    case .dropped(_, _, let reason): self = .dropped(reason)
    case .reduced(let number, _): self = .reduced(number: number)
    case .cancelled(let slot, let serial): self = .cancelled(RunName(slot: slot, serial: serial))
    case .published(let number, _): self = .published(number: number)
    case .posted(let slot, let count): self = .posted(slot: slot, count: count)
    case .started(let slot, let serial): self = .started(RunName(slot: slot, serial: serial))
    case .ended(let slot, let serial): self = .ended(RunName(slot: slot, serial: serial))
    case .clockRead(let slot, let now): self = .clock(slot: slot, now)
    case .held(let slot, let serial, _): self = .held(RunName(slot: slot, serial: serial))
    case .opened(let number): self = .opened(upTo: number)
    case .released(let slot, let serial): self = .released(RunName(slot: slot, serial: serial))
    case .stopped: self = .stopped
    case .answered(let slot, let element, let answer, _):
      self = .answered(slot: slot, element: element?.description ?? "", answer)
    // A queued effect has two lines, see ``lines(_:)``.
    case .arranged(let slot, let arrangement):
      guard arrangement.isNew else { return nil }
      self = .described(slot: slot)
    case .branched, .alarmed: return nil
    }
  }

  private init(taken tag: EntryTag, _ event: Word?) {
    switch tag.kind {
    case .outside: self = .taken(.outside, event)
    case .immediate: self = .taken(.immediate(slot: tag.feedback), event)
    case .delivered, .deliveredLast, .bodyEndedDelivering, .finished, .bodyEndedFinished,
      .stageDue, .attemptFailed:
      self = .taken(.work(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .holdEnded:
      self = .taken(.hold(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .bodyEnded: self = .bodyReturned
    case .streamAsked, .awaited, .sent, .input:
      preconditionFailure("it is told in other words, or never taken")
    }
  }
}
