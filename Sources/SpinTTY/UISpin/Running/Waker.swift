internal import SpinCore

/// A pipe through which other threads wake one that waits in `poll`.
final class Waker: Sendable {
  /// What becomes readable.
  let reading: Descriptor
  /// Where to write; nil once it is closed, because its number is then somebody else's.
  private let writing: Guarded<Descriptor?>

  init() throws(TerminalError) {
    let pipe = try SystemCall.pipe()
    reading = pipe.reading
    writing = Guarded(pipe.writing)
  }

  /// Wakes the thread, now or when it is about to wait; after the end nothing happens.
  func wake() {
    writing.withLock { writing in
      var byte: UInt8 = 0
      _ = withUnsafeBytes(of: &byte) { writing?.write($0) }
    }
  }

  /// Closes both ends; called by the thread that waits, once.
  func close() {
    writing.withLock { writing in
      writing?.close()
      writing = nil
    }
    reading.close()
  }
}
