internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// The signals that ask runs to end; without a screen, a process may have several runs.
///
/// A handler writes each signal into a pipe. A thread reads the signal, passes it to the runs, and
/// ends the process by the signal if a run does not end in time, because a reducer, a view or a
/// write may block the run's own thread forever. This matters because the user may close the window
/// of a program that hangs, and because a service manager sends only one SIGTERM.
///
/// ```
/// signal ─▶ handler ─▶ pipe ─▶ thread ─▶ each run
///                                └──▶ the end of the process, when a run is overdue
/// ```
///
/// The pipe and the thread are made for the first run and then kept. The thread sleeps without a
/// timer unless a run must end.
final class EndingSignals: Sendable {
  static let shared = EndingSignals()

  private struct Run: Sendable {
    let number: Int
    /// The time that the run may take to end.
    let patience: Duration
    let call: @Sendable (Int32, Bool) -> Void
    /// The signal that asked the run to end, and the deadline.
    var end: (signal: Int32, due: Duration)?
  }

  private struct Storage {
    var runs: [Run] = []
    var newest = 0
    var hasThread = false
  }

  private let storage = Guarded(Storage())

  /// Begins to pass signals to a run.
  ///
  /// Signals that the process ignores stay ignored, as under `nohup`.
  ///
  /// - Parameters:
  ///   - patience: The time after a signal in which the run must end.
  ///   - call: A closure that is called with each signal and whether a view received it too. It
  ///     must not block its thread.
  /// - Returns: The number to pass to ``end(_:)``.
  /// - Throws: An error if the system has no pipe or no thread left.
  func begin(
    patience: Duration, _ call: @escaping @Sendable (Int32, Bool) -> Void
  ) throws(TerminalError) -> Int {
    try storage.withLock { storage throws(TerminalError) in
      if !storage.hasThread { try start() }
      storage.hasThread = true
      if storage.runs.isEmpty { Signals.listenForRuns() }
      storage.newest += 1
      storage.runs.append(Run(number: storage.newest, patience: patience, call: call))
      return storage.newest
    }
  }

  /// Ends passing signals to a run; after the last run, the previous dispositions are restored.
  func end(_ number: Int) {
    let ended = storage.withLock { storage -> Run? in
      guard let index = storage.runs.firstIndex(where: { $0.number == number }) else { return nil }
      let ended = storage.runs.remove(at: index)
      if storage.runs.isEmpty { Signals.stopListeningForRuns() }
      return ended
    }
    withExtendedLifetime(ended) {}  // Its references must not be released under the lock.
  }

  private func start() throws(TerminalError) {
    let pipe = try TerminalError.naming(SystemCall.pipe)
    do {
      try TerminalError.naming { () throws(SystemError) in
        try SystemThread.start { [weak self] in
          while let self { self.wait(for: pipe.reading) }
        }
      }
    } catch {
      pipe.reading.close()
      pipe.writing.close()
      throw error
    }
    RescueBlock.shared.pointee.endingWakeUp.store(pipe.writing.number, ordering: .releasing)
  }

  /// Sleeps until a signal arrives or a run is overdue.
  private func wait(for pipe: Descriptor) {
    let due = storage.withLock { $0.runs.compactMap(\.end?.due).min() }
    var items = [Readiness(pipe)]
    Readiness.wait(for: &items, atMost: due.map { max($0 - SystemCall.now, .zero) })
    if items[0].isReady {
      for byte in pipe.readPage().bytes {
        take(Int32(byte & 0x7F), isHeardByView: byte & 0x80 != 0)
      }
    }
    endOverdue()
  }

  private func take(_ signal: Int32, isHeardByView: Bool) {
    let now = SystemCall.now
    let calls = storage.withLock { storage in
      for index in storage.runs.indices where storage.runs[index].end == nil {
        storage.runs[index].end = (signal, now + storage.runs[index].patience)
      }
      return storage.runs.map(\.call)
    }
    // The last run may have ended in the meantime.
    if calls.isEmpty, !isHeardByView { Signals.send(signal) }
    for call in calls { call(signal, isHeardByView) }
  }

  private func endOverdue() {
    let now = SystemCall.now
    let signal = storage.withLock { storage in
      storage.runs.compactMap(\.end).first { $0.due <= now }?.signal
    }
    guard let signal else { return }
    Rescue.restoreOnce(isEnding: true)
    Signals.end(by: signal)
  }
}
