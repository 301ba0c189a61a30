internal import SpinCore

/// The signals that ask a run to end, for the thread that waits for them.
final class SignalInbox: Sendable {
  private struct Storage {
    var signals: [Int32] = []
    var isClosed = false
  }

  private let storage = Guarded(Storage())
  private let waker: Waker?

  /// - Parameter waker: Wakes the thread; `nil` if it does not wait for these signals.
  init(_ waker: Waker?) { self.waker = waker }

  /// Adds a signal; called on any thread.
  func put(_ signal: Int32) {
    let isClosed = storage.withLock { storage in
      if !storage.isClosed { storage.signals.append(signal) }
      return storage.isClosed
    }
    if isClosed { Signals.send(signal) } else { waker?.wake() }
  }

  /// Returns the signals that came since the last call.
  func take() -> [Int32] {
    storage.withLock { storage in
      defer { storage.signals = [] }
      return storage.signals
    }
  }

  /// Closes the inbox.
  ///
  /// `isResending` says whether signals that were not taken are sent again. Later signals always
  /// are.
  func close(resending isResending: Bool) {
    let late = storage.withLock { storage in
      defer { storage = Storage(isClosed: true) }
      return storage.signals
    }
    for signal in late where isResending { Signals.send(signal) }
  }
}
