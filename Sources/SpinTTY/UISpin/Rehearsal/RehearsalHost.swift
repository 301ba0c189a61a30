internal import SpinCore

/// Records the requests of a program without a terminal.
final class RehearsalHost<State: Sendable, Event: Sendable>: UIHost, StateListener {
  private struct Notes {
    var requests: [TerminalCommand] = []
    /// The requests for programs that have not ended.
    var programs: [TerminalRequest<Event>] = []
    var printed: [String] = []
    var suspensions = 0
    var newestMark = 0
    var reachedMark = 0
    var isOver = false
    var waiters: [(mark: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private weak let run: UIRun<State, Event>?
  private let notes = Guarded(Notes())

  init(_ run: UIRun<State, Event>) { self.run = run }

  func passed(_ state: Address<State>, _ extras: HostExtras, isTransition: Bool) {
    run?.stack.noteClashes(in: state.value, extras)
  }

  func interrupt() { run?.receive(UserInput(.terminating(signal: Signals.interrupt))) }
  func suspend() { notes.withLock { $0.suspensions += 1 } }

  func print(_ text: String) {
    notes.withLock { $0.printed += CleanText.screenLines(of: text).map(\.string) }
  }

  func requested(upTo number: Int) {
    while let batch = run?.requests.take(upTo: number), !batch.isEmpty {
      for request in batch {
        if let error = request.command.refusal {
          run?.refuse(request, because: error)
          continue
        }
        notes.withLock { notes in
          notes.requests.append(request.command)
          if case .run = request.command { notes.programs.append(request) }
        }
      }
    }
  }

  /// Ends the first running program.
  func finishProgram(_ result: Result<ChildStatus, TerminalError>) {
    let program = notes.withLock { $0.programs.isEmpty ? nil : $0.programs.removeFirst() }
    if let event = program?.event(of: result) { _ = run?.emit(event, at: .unknown) }
  }

  var requests: [TerminalCommand] { notes.withLock { $0.requests } }
  var program: ChildCommand? { notes.withLock { $0.programs.first?.command.program } }
  var printed: [String] { notes.withLock { $0.printed } }
  var suspensions: Int { notes.withLock { $0.suspensions } }

  // MARK: Waiting until the loop rests

  func newMark() -> Int {
    notes.withLock { notes in
      notes.newestMark += 1
      return notes.newestMark
    }
  }

  func reached(mark: Int) { notes.withLock { $0.reachedMark = max($0.reachedMark, mark) } }

  /// NB: a mark alone is not enough, because the immediate events of earlier entries come after it.
  func rest() { run?.resumeWhenIdle(takeWaiters { $0.mark <= $1 }) }

  func end() {
    let isFirst = notes.withLock { notes in
      defer { notes.isOver = true }
      return !notes.isOver
    }
    if isFirst { run?.onFinished { [weak run] in run?.finish() } }
    for waiter in takeWaiters(if: { _, _ in true }) { waiter.resume() }
  }

  private func takeWaiters(
    if isDue: (_ waiter: (mark: Int, continuation: CheckedContinuation<Void, Never>), Int) -> Bool
  ) -> [CheckedContinuation<Void, Never>] {
    notes.withLock { notes in
      if notes.waiters.isEmpty { return [] }
      let due = notes.waiters.filter { isDue($0, notes.reachedMark) }
      notes.waiters.removeAll { isDue($0, notes.reachedMark) }
      return due.map(\.continuation)
    }
  }

  /// Waits until the loop has been idle after a mark.
  ///
  /// `send` puts the mark into the mailbox, and returns whether the mailbox took it.
  nonisolated(nonsending) func pass(_ mark: Int, send: () -> Bool) async {
    await withCheckedContinuation { continuation in
      let isWaiting = notes.withLock { notes in
        if !notes.isOver { notes.waiters.append((mark, continuation)) }
        return !notes.isOver
      }
      if !isWaiting { return continuation.resume() }
      if !send() { takeWaiters { waiter, _ in waiter.mark == mark }.forEach { $0.resume() } }
    }
  }
}
