internal import SpinCore
internal import SpinSystem

/// A pipe that wakes a thread waiting in `poll`.
final class Waker: Sendable {
  /// The end that becomes readable.
  let reading: Descriptor
  /// The end to write to; `nil` once it is closed, because another file may then have its number.
  private let writing: Guarded<Descriptor?>

  init() throws(TerminalError) {
    let pipe = try TerminalError.naming(SystemCall.pipe)
    reading = pipe.reading
    writing = Guarded(pipe.writing)
  }

  /// Wakes the thread, now or before its next wait; has no effect after ``close()``.
  func wake() {
    writing.withLock { $0?.wake() }
  }

  /// Closes both ends; called once by the waiting thread.
  func close() {
    writing.withLock { writing in
      writing?.close()
      writing = nil
    }
    reading.close()
  }
}
