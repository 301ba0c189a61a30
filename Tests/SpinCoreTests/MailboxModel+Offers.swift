/// A turn that is interrupted, and offered to others: see `Mailbox.handOver`.
extension MailboxModel {
  /// Whether others have added something that the drain may attend to.
  var hasNews: Bool {
    if mutant == .offersWithoutNews { return true }
    return word.contains(.requests) || word.isDisjoint(with: .suspended) && word.contains(.entries)
  }

  /// Begins an offer; the thread keeps the loop until it leaves the turn.
  mutating func interrupt(_ process: inout Process) {
    offers -= 1
    retainLoop()
    process.step = .offerLock
  }

  mutating func stepOffering(_ process: inout Process) {
    switch process.step {
    case .offerLock: process.step = .offer
    case .offer:
      // NB: nobody lowers `entries` or `requests` meanwhile, but the loop may have been suspended.
      if hasNews {
        word.remove(.busy)
        disown(process)
      }
      process.step = .offerUnlock
    case .offerUnlock:
      unlock(process)
      process.step = owner == process.id ? .lookAtQueue : .takeBackLock
      if mutant == .leavesOffer && owner != process.id { process.step = .release }
      if owner == process.id { releaseLoop() }
    case .takeBackLock: process.step = .takeBack
    case .takeBack: takeBack(&process)
    default:
      unlock(process)
      process.step = process.takesBack ? .lookAtQueue : .release
      if process.takesBack { releaseLoop() }
      process.takesBack = false
    }
  }

  private mutating func takeBack(_ process: inout Process) {
    let isGone = word.contains(.busy) && mutant != .takesBackWithoutLook
    process.takesBack = !isGone && !word.isDisjoint(with: [.entries, .requests])
    if process.takesBack {
      word.insert(.busy)
      own(process)
    }
    process.step = .takeBackUnlock
  }
}
