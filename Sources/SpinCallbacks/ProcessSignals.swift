@preconcurrency internal import Dispatch  // Sources are thread-safe, and not yet marked so.
internal import SpinCore
internal import Synchronization

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// The signals that effects listen to: one of those who share the ``SignalTable`` of the process.
///
/// A function that the handler calls writes the number of the signal into a pipe. A source of
/// Dispatch reads it there, and calls those who listen:
///
/// ```
/// signal ─▶ noteSignal ─▶ pipe ─▶ read source ─▶ queue of each listener ─▶ its emitter
/// ```
///
/// NB: not by Dispatch's own source for signals. On Linux it leaves its handler behind, so a signal
/// would never have its action again.
final class ProcessSignals: Sendable {
  static let shared = ProcessSignals()

  /// Somebody who listens.
  private struct Listener: Sendable {
    let number: UInt64
    let queue: DispatchQueue
    let call: @Sendable () -> Void
  }

  private struct Storage {
    /// Those who listen to each signal, in the order in which they came.
    var listeners: [Int32: [Listener]] = [:]
    var newest: UInt64 = 0
    /// What reads the pipe, which is made for the first listener and stays.
    var source: (any DispatchSourceRead)?
  }

  private let storage = Guarded(Storage())

  /// Tells whether there is a use in listening to a signal.
  static func canBeHeard(_ signal: Int32) -> Bool {
    let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP]
    guard signal > 0 && signal < 128 && ![SIGKILL, SIGSTOP].contains(signal),
      !faults.contains(signal)
    else { return false }
    // The system knows which others there are, and the C library which of them it keeps for itself.
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0
  }

  /// Has a closure called for each signal of a number, from now on.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - call: Called on a queue of its own.
  /// - Returns: The number to end it with.
  func listen(to signal: Int32, _ call: @escaping @Sendable () -> Void) -> UInt64 {
    let queue = DispatchQueue(label: "spin.signal")
    return storage.withLock { storage in
      if storage.source == nil { storage.source = makeSource() }
      if storage.listeners[signal] == nil { Self.install(signal) }
      storage.newest += 1
      storage.listeners[signal, default: []].append(
        Listener(number: storage.newest, queue: queue, call: call))
      return storage.newest
    }
  }

  /// Ends it; the last who listened to the signal restores its action.
  func end(_ number: UInt64, of signal: Int32) {
    let ended = storage.withLock { storage -> Listener? in
      guard let index = storage.listeners[signal]?.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      let ended = storage.listeners[signal]?.remove(at: index)
      if storage.listeners[signal]?.isEmpty == true {
        storage.listeners[signal] = nil
        SignalTable.stopListening(to: signal, as: .effects)
      }
      return ended
    }
    withExtendedLifetime(ended) {}  // What it holds must not go under the lock.
  }

  private static func install(_ signal: Int32) {
    let code = SignalTable.listen(to: signal, as: .effects, noteSignal)
    require(
      code == 0,
      "No loop can listen to the signal \(signal): the system does not let it be handled.")
  }

  /// Calls those who listen to a signal that has arrived.
  ///
  /// If there is none any more, and there was nobody else, the signal is sent once more, to take the
  /// action that it has now.
  private func take(_ byte: UInt8) {
    let signal = Int32(byte & ~sharedBit)
    let listeners = storage.withLock { $0.listeners[signal] ?? [] }
    if listeners.isEmpty, byte & sharedBit == 0 { kill(getpid(), signal) }
    for listener in listeners { listener.queue.async { listener.call() } }
  }

  // MARK: The pipe

  /// Makes the pipe, and what reads it.
  private func makeSource() -> any DispatchSourceRead {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      refuse("The process has no descriptors left to listen to signals by: \(errno).")
    }
    let end = ends[0]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    entrance.store(ends[1], ordering: .sequentiallyConsistent)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: end, queue: DispatchQueue(label: "spin.signals"))
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(end, &bytes, bytes.count)
      for byte in bytes.prefix(max(count, 0)) { self.take(byte) }
    }
    source.activate()
    return source
  }
}

/// The end of the pipe that the handler writes into.
private let entrance = Atomic<Int32>(-1)

/// Says of a signal that others listen to it too, such as the view that has the terminal.
///
/// NB: computed, because a handler reads it.
private var sharedBit: UInt8 { 0x80 }

/// Notes a signal, whatever the thread was doing: calls nothing but what a handler may.
///
/// NB: if the pipe is full, thousands of signals are still to be heard, and this one is lost.
private func noteSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  var byte = UInt8(truncatingIfNeeded: signal)
  if SignalRole.effects.shares(signal) { byte |= sharedBit }
  _ = write(entrance.load(ordering: .relaxed), &byte, 1)
}
