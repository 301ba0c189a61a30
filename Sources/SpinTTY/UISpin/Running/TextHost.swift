internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// Shows a loop as lines of text, within the loop's own steps, so that no transition is skipped.
final class TextHost<State: Sendable, Event: Sendable>: UIHost, StateListener {
  /// The output while the loop runs.
  enum Printing: Sendable {
    case nothing
    case lines(@Sendable (State) -> String?)
    case frames(FramePrinter<State, Event>)
  }

  private weak let run: UIRun<State, Event>?
  private let printing: Printing
  private let printsNotifications: Bool
  private let waker: Waker
  /// The descriptor that the host prints on.
  private let output: Descriptor
  /// The newest mark that the loop has reached.
  private let mark = Atomic(0)
  /// The last printed line.
  private let newest = Guarded<String?>(nil)
  /// The reason why output could not be written.
  private let loss = Guarded<UIEndReason?>(nil)

  init(
    _ run: UIRun<State, Event>, _ printing: Printing, printsNotifications: Bool = true,
    waker: Waker, output: Descriptor = .standardOutput
  ) {
    self.run = run
    self.printsNotifications = printsNotifications
    self.output = output
    self.printing = printing
    self.waker = waker
  }

  /// Whether it prints each state.
  var showsEach: Bool {
    if case .nothing = printing { false } else { true }
  }

  func hasRoom() { waker.wake() }

  /// The newest mark that the loop has reached; 0 before the first.
  var newestMark: Int { mark.load(ordering: .acquiring) }

  func reached(mark number: Int) {
    mark.store(number, ordering: .releasing)
    waker.wake()
  }

  func passed(_ state: Address<State>, _ extras: HostExtras, isTransition: Bool) {
    switch printing {
    case .nothing: break
    case .frames(let printer):
      if let frame = printer.frame(of: ShownState(copying: state, extras)) { write(frame) }
    case .lines: if isTransition { passed(transitionTo: state.value) }
    }
  }

  func passed(transitionTo state: State) {
    if case .lines(let line) = printing, let line = line(state) { printIfNew(line) }
  }

  private func printIfNew(_ line: String) {
    let isNew = newest.withLock { newest in
      defer { newest = line }
      return newest != line
    }
    if isNew { print(line) }
  }

  func interrupt() { run?.receive(UserInput(.terminating(signal: Signals.interrupt))) }

  /// Prints notifications, and refuses requests that need a terminal.
  func requested(upTo number: Int) {
    while let batch = run?.requests.take(upTo: number), !batch.isEmpty {
      for request in batch {
        switch request.command {
        case .notify(let title, let body):
          let line = [title, body].filter { !$0.isEmpty }.joined(separator: ": ")
          if printsNotifications { print(line) }
        case .bell: break
        case .copy, .run: run?.refuse(request, because: .noTerminal(for: request.command))
        }
      }
    }
  }

  func end() {
    waker.wake()
  }

  func print(_ text: String) {
    write(CleanText.dataLines(of: text).map { $0 + "\n" }.joined())
  }

  /// The reason why output could not be written; `nil` if all of it was.
  var outputLoss: UIEndReason? { loss.withLock { $0 } }

  /// Writes all of the text, however long that takes; ends the run if it cannot be written.
  ///
  /// Output that the program printed before comes first, and no line of another thread comes in
  /// between.
  private func write(_ text: String) {
    let code = SystemCall.betweenPrinted { output.writeAllWithoutSignal(Array(text.utf8)) }
    if let code { noteLost(code) }
  }

  /// Ends the run because its output cannot be written; reports an error other than a broken pipe
  /// once.
  private func noteLost(_ code: Int32) {
    let reason: UIEndReason = SystemCall.isBrokenPipe(code) ? .brokenPipe : .outputLost
    let isFirst = loss.withLock { loss in
      defer { loss = loss ?? reason }
      return loss == nil
    }
    run?.end(reason)
    guard isFirst, reason == .outputLost else { return }
    Explanation.tell(
      "S\(output.name.dropFirst()) cannot be written: \(SystemCall.message(for: code)).\n")
  }
}
