@preconcurrency internal import Dispatch  // Sources are thread-safe, and not yet marked so.
internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// The signals that effects listen to, as one of the users of the process's ``SignalTable``.
///
/// The signal handler writes the number of the signal into a pipe. A Dispatch source reads the pipe
/// and calls the listeners:
///
/// ```
/// signal ─▶ noteSignal ─▶ pipe ─▶ read source ─▶ queue of each listener ─▶ its emitter
/// ```
///
/// NB: Dispatch's own signal source is not used. On Linux its handler stays installed, so a signal
/// would never have its previous action again.
final class ProcessSignals: Sendable {
  static let shared = ProcessSignals()

  /// A listener for one signal.
  private struct Listener: Sendable {
    let number: UInt64
    let queue: DispatchQueue
    let call: @Sendable () -> Void
  }

  private struct Storage {
    /// The listeners for each signal, in the order of their arrival.
    var listeners: [Int32: [Listener]] = [:]
    var newest: UInt64 = 0
    /// The source that reads the pipe; both are created for the first listener and stay.
    var source: (any DispatchSourceRead)?
  }

  private let storage = Guarded(Storage())

  /// Calls a closure each time a signal arrives, from now on.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - call: The closure, which is called on a separate queue.
  /// - Returns: The number to pass to ``end(_:of:)``.
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

  /// Ends the calls for a listener; the last one for a signal restores its action.
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
    withExtendedLifetime(ended) {}  // Its captured values must not be released under the lock.
  }

  private static func install(_ signal: Int32) {
    let code = SignalTable.listen(to: signal, as: .effects, noteSignal)
    require(
      code == 0,
      "No loop can listen to signal \(signal): the system does not let programs handle it.")
  }

  /// Calls the listeners for a signal that has arrived.
  ///
  /// If there are none and the signal had no other recipient, it is sent again, to cause its
  /// current action.
  private func take(_ byte: UInt8) {
    let signal = Int32(byte & ~sharedBit)
    let listeners = storage.withLock { $0.listeners[signal] ?? [] }
    if listeners.isEmpty, byte & sharedBit == 0 { SystemCall.send(signal) }
    for listener in listeners { listener.queue.async { listener.call() } }
  }

  // MARK: The pipe

  /// Creates the pipe, and the source that reads it.
  private func makeSource() -> any DispatchSourceRead {
    let pipe = Self.makePipe()
    entrance.store(pipe.writing.number, ordering: .sequentiallyConsistent)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.reading.number, queue: DispatchQueue(label: "spin.signals"))
    source.setEventHandler {
      for byte in pipe.reading.readPage().bytes { self.take(byte) }
    }
    source.activate()
    return source
  }

  private static func makePipe() -> (reading: Descriptor, writing: Descriptor) {
    do throws(SystemError) {
      return try SystemCall.pipe()
    } catch {
      refuse(
        "Signals cannot be received, because no pipe can be created: "
          + "\(SystemCall.message(for: error.code)).")
    }
  }
}

/// The end of the pipe that the handler writes into.
private let entrance = Atomic<Int32>(-1)

/// A mark on signals that other parts of the process also receive, such as the view on the
/// terminal.
///
/// NB: computed, because a signal handler reads it.
private var sharedBit: UInt8 { 0x80 }

/// Notes a signal, in any state of the thread: it calls only functions that are safe in a handler.
///
/// NB: if the pipe is full, thousands of signals are waiting to be read, and this one is lost.
private let noteSignal: SignalListener = { signal, _, _ in
  var byte = UInt8(truncatingIfNeeded: signal)
  if SignalRole.effects.shares(signal) { byte |= sharedBit }
  write(byte, intoPipe: entrance.load(ordering: .relaxed))
}
