import SpinCore

extension Line {
  /// Puts what a loop's probe is told into the words of a record.
  init(_ fact: LoopTrace) {
    switch fact {
    case .taken(let tag, let event):
      self = Line(taken: tag, event?.address(of: Word.self).value)
    case .asked(let slot, let taken): self = .taken(.stream(slot: slot, gone: Int(taken)), nil)
    case .compared(let time): self = .compared(at: time)
    case .dropped(_, let reason): self = .dropped(reason)
    case .reduced(let number): self = .reduced(number: number)
    case .cancelled(let slot, let serial): self = .cancelled(RunName(slot: slot, serial: serial))
    case .published(let number): self = .published(number: number)
    case .described(let slot): self = .described(slot: slot)
    case .waited(let slot): self = .waited(slot: slot)
    case .posted(let slot, let count): self = .posted(slot: slot, count: count)
    case .started(let slot, let serial): self = .started(RunName(slot: slot, serial: serial))
    case .ended(let slot, let serial): self = .ended(RunName(slot: slot, serial: serial))
    case .clockRead(let slot, let now): self = .clock(slot: slot, now)
    case .held(let slot, let serial): self = .held(RunName(slot: slot, serial: serial))
    case .stopped: self = .stopped
    }
  }

  private init(taken tag: EntryTag, _ event: Word?) {
    switch tag.kind {
    case .outside, .awaited: self = .taken(.outside, event)
    case .immediate: self = .taken(.immediate(slot: tag.feedback), event)
    case .delivered, .deliveredLast, .bodyEndedDelivering, .finished, .bodyEndedFinished,
      .stageDue, .attemptFailed:
      self = .taken(.work(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .holdEnded:
      self = .taken(.hold(RunName(slot: tag.feedback, serial: tag.serial)), event)
    case .bodyEnded: self = .bodyReturned
    case .streamAsked, .sent, .input:
      preconditionFailure("it is told in other words, or never taken")
    }
  }
}
