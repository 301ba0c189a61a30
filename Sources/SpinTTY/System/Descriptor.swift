#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file descriptor; the code that opened it closes it.
struct Descriptor: Hashable, Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  static let standardInput = Descriptor(0)
  static let standardOutput = Descriptor(1)
  static let standardErrors = Descriptor(2)

  /// The use of a file description that this library opens.
  enum Access {
    /// Reading keys; the description is opened for writing too, because some systems require that
    /// to change attributes.
    case reading
    /// Reading keys without blocking.
    ///
    /// Another program may read the key that woke both.
    case readingAtOnce
    /// Writing without blocking.
    case writing

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDWR | O_CLOEXEC | O_NOCTTY
      case .readingAtOnce: O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      case .writing: O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      }
    }
  }

  /// Opens a terminal's node with a new file description, which no other process shares.
  ///
  /// The result never takes the number of a closed standard descriptor; otherwise the program's
  /// printed output would go there.
  static func open(_ path: String, for access: Access) -> Descriptor? {
    let number = SystemCall.retrying { systemOpen(path, access.flags) }
    guard number >= 0 else { return nil }
    return Descriptor(number).aboveStandardOnes()
  }

  /// Returns a descriptor of the same file description with a number above the standard ones.
  func aboveStandardOnes() -> Descriptor? {
    if number > 2 { return self }
    defer { close() }
    return duplicate()
  }

  func close() { _ = systemClose(number) }

  /// Returns another descriptor of the same file description, which is closed on exec.
  func duplicate() -> Descriptor? {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? Descriptor(copy) : nil
  }

  /// Makes `other` a descriptor of the same file description, and returns whether that succeeded.
  func replace(_ other: Descriptor) -> Bool {
    SystemCall.retrying { dup2(number, other.number) } >= 0
  }

  func setBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) }

  /// Grows the capacity of a pipe to one mebibyte on systems that allow it.
  func growPipe() {
    #if os(Linux) || os(Android)
      // F_SETPIPE_SZ, which is not imported.
      _ = fcntl(number, 1031, Int32(1 << 20))
    #endif
  }

  /// Reads available bytes, at most as many as fit into the buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> SystemCall.Transfer {
    let count = SystemCall.retrying { systemRead(number, buffer.baseAddress, buffer.count) }
    if count > 0 { return .moved(count) }
    return count == 0 ? .ended : failure
  }

  /// Reads available bytes, at most 4,096.
  func readPage() -> (outcome: SystemCall.Transfer, bytes: [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { room in
      let outcome = read(into: room)
      guard case .moved(let count) = outcome else { return (outcome, []) }
      return (outcome, Array(room[..<count]))
    }
  }

  /// Reads and discards all available bytes; only for descriptors that do not block.
  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { room in
      // NB: after a short read, the descriptor is empty.
      while case .moved(let count) = read(into: room), count == room.count {}
    }
  }

  /// Writes as many bytes as the descriptor takes at once.
  func write(_ bytes: UnsafeRawBufferPointer) -> SystemCall.Transfer {
    if bytes.isEmpty { return .moved(0) }
    let count = SystemCall.retrying { systemWrite(number, bytes.baseAddress, bytes.count) }
    return count >= 0 ? .moved(count) : failure
  }

  /// Writes bytes without blocking, even if the description blocks: then at most 256 of them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - mayBlock: Whether the description may block, see ``isBlocking``.
  /// - Returns: How many bytes it took, or why it took none.
  func write(_ bytes: UnsafeRawBufferPointer, mayBlock: Bool) -> SystemCall.Transfer {
    guard mayBlock else { return write(bytes) }
    var items = [Readiness(self, writing: true)]
    Readiness.wait(for: &items, atMost: .zero)
    guard items[0].isReady else { return .wouldBlock }
    return write(UnsafeRawBufferPointer(rebasing: bytes.prefix(Descriptor.smallWrite)))
  }

  /// The largest write that a writable terminal takes without blocking.
  private static let smallWrite = 256

  /// Whether reads and writes wait.
  ///
  /// The library does not change that, because other processes may share the description.
  private var isBlocking: Bool { fcntl(number, F_GETFL) & O_NONBLOCK == 0 }

  /// Writes like ``write(_:)``, but a broken pipe is an error and not a signal, which would end the
  /// process.
  func writeWithoutSignal(_ bytes: UnsafeRawBufferPointer) -> SystemCall.Transfer {
    SystemCall.withoutBrokenPipeSignal { write(bytes) }
  }

  /// Wakes the thread that waits for the read end; only for the write end of a pipe that does not
  /// block.
  func wake() {
    var byte: UInt8 = 0
    _ = withUnsafeBytes(of: &byte) { write($0) }
  }

  /// Writes all bytes, waits for at most `patience` in all, and returns whether all were taken.
  @discardableResult
  func writeAll(_ bytes: some Sequence<UInt8>, within patience: Duration) -> Bool {
    let bytes = Array(bytes)
    return write(all: bytes, within: patience, .inAll) == bytes.count
  }

  /// Writes all bytes, and waits while the descriptor takes none, up to a timeout.
  ///
  /// - Returns: The number of bytes taken.
  func write(
    all bytes: [UInt8], within patience: Duration, _ measure: ProgressTimeout.Measure,
    currentTime: () -> Duration = { SystemCall.now }
  ) -> Int {
    let mayBlock = isBlocking
    var timeout = ProgressTimeout(patience, measure, from: currentTime())
    var (written, writtenBefore) = (0, 0)
    while written < bytes.count {
      let rest = bytes[written..<min(bytes.count, written + 4096)]
      switch rest.withUnsafeBytes({ write($0, mayBlock: mayBlock) }) {
      case .moved(let count): written += count
      case .wouldBlock:
        let hasProgressed = written > writtenBefore
        writtenBefore = written
        guard let left = timeout.left(at: currentTime(), hasProgressed: hasProgressed) else {
          return written
        }
        var waiting = [Readiness(self, writing: true)]
        Readiness.wait(for: &waiting, atMost: left)
      case .ended, .failed: return written
      }
    }
    return written
  }

  /// Writes lines for the user, and the number of lines that were dropped before or because of a
  /// timeout.
  func tell(
    _ lines: some Sequence<String>, droppedBefore: Int = 0, within patience: Duration,
    currentTime: () -> Duration = { SystemCall.now }
  ) {
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    let count = write(all: text, within: patience, .sinceProgress, currentTime: currentTime)
    let dropped = droppedBefore + text[count...].count { $0 == UInt8(ascii: "\n") }
    guard dropped > 0 else { return }
    let notice =
      "\n(\(dropped.linesWere("more")) dropped, because the terminal accepted no output for too "
      + "long.)\n"
    _ = write(all: Array(notice.utf8), within: patience, .inAll, currentTime: currentTime)
  }

  private var failure: SystemCall.Transfer {
    errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed(errno)
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemClose(_ number: Int32) -> Int32 { close(number) }
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, bytes, count)
}
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}
