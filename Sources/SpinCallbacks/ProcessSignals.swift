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

/// The signals that effects listen to: there is one of it, because a signal has one action in a process.
///
/// A handler writes the number of the signal into a pipe. A source of Dispatch reads it there, and calls
/// those who listen:
///
/// ```
/// signal ─▶ handler ─▶ pipe ─▶ read source ─▶ queue of each listener ─▶ its emitter
/// ```
///
/// NB: not by Dispatch's own source for signals. On Linux it leaves its handler behind, so a signal would
/// never have its action again.
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
    /// The action that each signal had before somebody listened to it, now or ever.
    var previous: [Int32: sigaction] = [:]
    var newest: UInt64 = 0
    /// What reads the pipe, which is made for the first listener and stays.
    var source: (any DispatchSourceRead)?
  }

  private let storage = Guarded(Storage())

  /// Tells whether there is a use in listening to a signal.
  static func canBeHeard(_ signal: Int32) -> Bool {
    let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP]
    return signal > 0 && signal < 128 && ![SIGKILL, SIGSTOP].contains(signal)
      && !faults.contains(signal)
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
      if storage.listeners[signal] == nil { install(signal, &storage) }
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
        restore(signal, storage)
      }
      return ended
    }
    withExtendedLifetime(ended) {}  // What it holds must not go under the lock.
  }

  /// Calls those who listen to a signal that has arrived.
  ///
  /// If there is none any more, the signal is sent once more, to take the action that it has now.
  private func take(_ signal: Int32) {
    let listeners = storage.withLock { storage in
      let listeners = storage.listeners[signal] ?? []
      // Somebody may have put our handler back who has found it there.
      if listeners.isEmpty { restore(signal, storage) }
      return listeners
    }
    if listeners.isEmpty { kill(getpid(), signal) }
    for listener in listeners { listener.queue.async { listener.call() } }
  }

  // MARK: Actions

  private func install(_ signal: Int32, _ storage: inout Storage) {
    var action = sigaction()
    action.handler = noteSignal
    action.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    var previous = sigaction()
    guard sigaction(signal, &action, &previous) == 0 else {
      refuse(
        "No loop can listen to the signal \(signal): the system does not let it be handled.")
    }
    if previous.isOurs { return }
    storage.previous[signal] = previous
  }

  /// Restores the action of a signal, unless somebody else has given it another meanwhile.
  private func restore(_ signal: Int32, _ storage: Storage) {
    var current = sigaction()
    guard sigaction(signal, nil, &current) == 0, current.isOurs else { return }
    var previous = storage.previous[signal] ?? sigaction()
    _ = sigaction(signal, &previous, nil)
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
      for byte in bytes.prefix(max(count, 0)) { self.take(Int32(byte)) }
    }
    source.activate()
    return source
  }
}

/// The end of the pipe that the handler writes into.
private let entrance = Atomic<Int32>(-1)

/// Notes a signal, whatever the thread was doing: calls nothing but what a handler may.
///
/// NB: if the pipe is full, thousands of signals are still to be heard, and this one is lost.
private func noteSignal(_ signal: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = write(entrance.load(ordering: .relaxed), &byte, 1)
  errno = code
}

extension sigaction {
  fileprivate typealias Handler = @convention(c) (Int32) -> Void

  fileprivate var handler: Handler? {
    get {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler
      #elseif canImport(Musl)
        __sa_handler.sa_handler
      #else
        __sigaction_u.__sa_handler
      #endif
    }
    set {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler = newValue
      #elseif canImport(Musl)
        __sa_handler.sa_handler = newValue
      #else
        __sigaction_u.__sa_handler = newValue
      #endif
    }
  }

  /// Whether it is the one that is installed here.
  fileprivate var isOurs: Bool {
    let ours: Handler = noteSignal
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(ours, to: Int.self)
    // Guard: both are addresses of C functions, or the constants that stand for one, of a word each.
  }
}
