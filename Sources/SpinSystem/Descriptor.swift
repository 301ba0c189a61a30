internal import SpinCLibrary

/// A file descriptor; the code that opened it closes it.
package struct Descriptor: Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let standardInput = Descriptor(0)
  package static let standardOutput = Descriptor(1)
  package static let standardErrors = Descriptor(2)

  /// Returns a descriptor of the same file description with a number above the standard ones.
  package func aboveStandardOnes() -> Descriptor? {
    if number > 2 { return self }
    defer { close() }
    return duplicate()
  }

  /// Whether the descriptor is open.
  package var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

  package func close() { _ = systemClose(number) }

  /// Returns another descriptor of the same file description, which is closed on exec.
  package func duplicate() -> Descriptor? {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? Descriptor(copy) : nil
  }

  /// Makes `other` a descriptor of the same file description, and returns whether that succeeded.
  package func replace(_ other: Descriptor) -> Bool {
    SystemCall.retrying { dup2(number, other.number) } >= 0
  }

  /// Makes a program that this process starts not inherit the descriptor.
  package func closeOnExec() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

  package func setBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) }

  /// Grows the capacity of a pipe to one mebibyte on systems that allow it.
  package func growPipe() {
    #if os(Linux) || os(Android)
      // F_SETPIPE_SZ, which is not imported.
      _ = fcntl(number, 1031, Int32(1 << 20))
    #endif
  }

  /// Reads available bytes, at most as many as fit into the buffer.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> SystemCall.Transfer {
    transfer(SystemCall.retrying { unsafe systemRead(number, buffer.baseAddress, buffer.count) })
  }

  /// Reads available bytes into an array, at most as many as it has.
  package func read(into page: inout [UInt8]) -> SystemCall.Transfer {
    unsafe page.withUnsafeMutableBytes { unsafe read(into: $0) }
  }

  /// Reads available bytes, at most 4,096.
  package func readPage() -> (outcome: SystemCall.Transfer, bytes: [UInt8]) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { room in
      let outcome = unsafe read(into: room)
      guard case .moved(let count) = outcome else { return (outcome, []) }
      return unsafe (outcome, Array(room[..<count]))
    }
  }

  /// Reads and discards all available bytes; only for descriptors that do not block.
  package func drain() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { room in
      // NB: after a short read, the descriptor is empty.
      while case .moved(let count) = unsafe read(into: room), count == room.count {}
    }
  }

  /// Writes as many bytes as the descriptor takes at once.
  package func write(_ bytes: UnsafeRawBufferPointer) -> SystemCall.Transfer {
    if unsafe bytes.isEmpty { return .moved(0) }
    return transfer(
      SystemCall.retrying { unsafe systemWrite(number, bytes.baseAddress, bytes.count) })
  }

  /// Writes bytes without blocking, even if the description blocks: then at most 256 of them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - mayBlock: Whether the description may block, see ``isBlocking``.
  /// - Returns: How many bytes it took, or why it took none.
  package func write(_ bytes: UnsafeRawBufferPointer, mayBlock: Bool) -> SystemCall.Transfer {
    guard mayBlock else { return unsafe write(bytes) }
    var items = [Readiness(self, writing: true)]
    Readiness.wait(for: &items, atMost: .zero)
    guard items[0].isReady else { return .wouldBlock }
    return unsafe write(UnsafeRawBufferPointer(rebasing: bytes.prefix(Descriptor.smallWrite)))
  }

  /// The largest write that a writable terminal takes without blocking.
  private static let smallWrite = 256

  /// Whether reads and writes wait.
  ///
  /// The library does not change that, because other processes may share the description.
  private var isBlocking: Bool { fcntl(number, F_GETFL) & O_NONBLOCK == 0 }

  /// Writes all bytes, however long that takes.
  ///
  /// A broken pipe is an error and not a signal, which would end the process.
  ///
  /// - Returns: The error number if it fails; `nil` if all bytes were taken.
  package func writeAllWithoutSignal(_ bytes: [UInt8]) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let outcome = SystemCall.withoutBrokenPipeSignal {
        unsafe rest.withUnsafeBytes { unsafe write($0) }
      }
      switch outcome {
      case .moved(let count): rest = rest.dropFirst(count)
      case .wouldBlock:
        var items = [Readiness(self, writing: true)]
        Readiness.wait(for: &items, atMost: nil)
      case .ended: return EIO
      case .failed(let code): return code
      }
    }
    return nil
  }

  /// Wakes the thread that waits for the read end; only for the write end of a pipe that does not
  /// block.
  package func wake() {
    var byte: UInt8 = 0
    _ = unsafe withUnsafeBytes(of: &byte) { unsafe write($0) }
  }

  /// Writes all bytes, waits for at most `patience` in all, and returns whether all were taken.
  ///
  /// If nobody reads them, no signal ends the process.
  @discardableResult
  package func writeAll(_ bytes: some Sequence<UInt8>, within patience: Duration) -> Bool {
    let bytes = Array(bytes)
    let outcome = SystemCall.withoutBrokenPipeSignal {
      let count = write(all: bytes, within: patience, .inAll)
      // What was not taken may be what nobody reads.
      return count == bytes.count ? .moved(count) : .failed(EPIPE)
    }
    return outcome == .moved(bytes.count)
  }

  /// Writes all bytes, and waits while the descriptor takes none, up to a timeout.
  ///
  /// - Returns: The number of bytes taken.
  package func write(
    all bytes: [UInt8], within patience: Duration, _ measure: ProgressTimeout.Measure,
    currentTime: () -> Duration = { SystemCall.now }
  ) -> Int {
    let mayBlock = isBlocking
    var timeout = ProgressTimeout(patience, measure, from: currentTime())
    var (written, writtenBefore) = (0, 0)
    while written < bytes.count {
      let rest = bytes[written..<min(bytes.count, written + 4096)]
      switch unsafe rest.withUnsafeBytes({ unsafe write($0, mayBlock: mayBlock) }) {
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

  /// What the result of a call means.
  ///
  /// NB: a write that takes nothing is no progress, and would be repeated forever.
  private func transfer(_ count: Int) -> SystemCall.Transfer {
    if count > 0 { return .moved(count) }
    if count == 0 { return .ended }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed(errno)
  }
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, bytes, count)
}
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}
