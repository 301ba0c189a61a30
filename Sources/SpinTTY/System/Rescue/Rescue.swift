internal import SpinCLibrary
internal import Synchronization

/// Restores the terminal in every case; all functions in this file may run inside a signal handler.
@usableFromInline
enum Rescue {
  /// The time that the undo waits for a terminal that takes no bytes, in milliseconds.
  static let patience: Int32 = 200

  /// Restores the terminal, unless that is done or in progress; the last resort.
  ///
  /// - Parameter isEnding: Whether the process ends after this call. The terminal thread then does
  ///   nothing more; otherwise it would return from its run and end the process itself.
  /// - Returns: Whether this call restored the terminal.
  @discardableResult
  static func restoreOnce(isEnding: Bool = false) -> Bool {
    // A signal handler may have interrupted code that is about to read it.
    let code = errno
    defer { errno = code }
    guard let block = RescueBlock.existing,
      block.pointee.owner.load(ordering: .acquiring) == getpid()
    else { return false }
    if isEnding { block.pointee.isEnding.store(true, ordering: .releasing) }
    // The handler of another signal would interrupt the restoration, and begin it again.
    let old = SignalMask.allButFaults.block()
    defer { old.restore() }
    guard disarm(block) else {
      releaseCapture(block)
      return false
    }
    awaitLeaving(block.pointee.writer)
    let fd = block.pointee.output.load(ordering: .acquiring)
    let index = block.pointee.current.load(ordering: .acquiring)
    let count =
      index == 0
      ? block.pointee.firstCount.load(ordering: .acquiring)
      : block.pointee.secondCount.load(ordering: .acquiring)
    unsafe write(block.pointee.undo + index * RescueBlock.undoCapacity, count, to: fd)
    restoreAttributes(block)
    releaseCapture(block)
    block.pointee.phase.store(RescueBlock.Phase.idle, ordering: .releasing)
    // Wakes the terminal thread, which has nothing more to do.
    var byte: UInt8 = 0
    _ = unsafe writeSome(block.pointee.pipeWriting.load(ordering: .acquiring), &byte, 1)
    return true
  }

  /// Takes over the restoration, or waits for the thread that is already restoring.
  ///
  /// An orderly end may take longer, if the terminal does not answer. By then it has written its
  /// bytes, so only the attributes are restored here; restoring them twice is harmless.
  private static func disarm(_ block: RescueBlock.Address) -> Bool {
    let (isOurs, phase) = block.pointee.phase.compareExchange(
      expected: RescueBlock.Phase.armed, desired: RescueBlock.Phase.restoring,
      ordering: .sequentiallyConsistent)
    if isOurs {
      block.pointee.restorer.store(currentThread, ordering: .releasing)
      return true
    }
    guard phase == RescueBlock.Phase.restoring else { return false }
    // After a fault during the restoration itself, start again, because that one cannot continue.
    if block.pointee.restorer.load(ordering: .acquiring) == currentThread { return true }
    var milliseconds = patience + patience / 2
    while milliseconds > 0,
      block.pointee.phase.load(ordering: .acquiring) == RescueBlock.Phase.restoring
    {
      _ = poll(nil, 0, 1)
      milliseconds -= 1
    }
    if milliseconds == 0 { restoreAttributes(block) }
    return false
  }

  /// Restores the attributes, for a process that ends or has no time for more before it stops.
  static func restoreAttributes(_ block: RescueBlock.Address) {
    let input = block.pointee.input.load(ordering: .acquiring)
    blockingTerminalSignals {
      _ = unsafe tcsetattr(input, TCSANOW, block.pointee.saved)
      _ = tcflush(input, TCIFLUSH)
    }
  }

  /// Waits for a thread that is writing a frame, because its modes would otherwise follow their
  /// undo, or for one that is reading captured output to record it.
  ///
  /// ```
  ///   this thread           the terminal thread
  ///   phase ← restoring     writer ← itself
  ///   writer?  wait         phase?  not armed: write nothing
  /// ```
  @inline(__always)
  private static func awaitLeaving(_ thread: borrowing Atomic<UInt>) {
    var milliseconds = 50
    while milliseconds > 0 {
      let present = thread.load(ordering: .sequentiallyConsistent)
      if present == 0 || present == currentThread { return }
      _ = poll(nil, 0, 1)
      milliseconds -= 1
    }
  }

  /// Restores descriptors 1 and 2, and prints the last captured output.
  private static func releaseCapture(_ block: RescueBlock.Address) {
    let pipe = block.pointee.captured.exchange(-1, ordering: .sequentiallyConsistent)
    guard pipe >= 0 else { return }
    awaitLeaving(block.pointee.captor)
    let output = block.pointee.realOutput.load(ordering: .acquiring)
    let errors = block.pointee.realErrors.load(ordering: .acquiring)
    if output >= 0 { _ = dup2(output, 1) }
    if errors >= 0 { _ = dup2(errors, 2) }
    let target: Int32 = errors >= 0 ? 2 : 1
    let count = block.pointee.tailCount.load(ordering: .acquiring)
    if count > RescueBlock.tailCapacity {
      let start = count % RescueBlock.tailCapacity
      unsafe write(block.pointee.tail + start, RescueBlock.tailCapacity - start, to: target)
      unsafe write(block.pointee.tail, start, to: target)
    } else {
      unsafe write(block.pointee.tail, count, to: target)
    }
    // Bounded, because another thread may continue to print.
    for _ in 0..<32 {
      let count = unsafe read(pipe, block.pointee.scratch, RescueBlock.tailCapacity)
      if count <= 0 { break }
      unsafe write(block.pointee.scratch, count, to: target)
    }
  }

  /// Writes bytes, and waits for a slow terminal up to a bounded total time.
  private static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to fd: Int32) {
    var written = 0
    var waits: Int32 = 0
    while written < count, waits < patience {
      var item = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&item, 1, 1) > 0, item.revents & Int16(POLLOUT) != 0 {
        let step = unsafe writeSome(fd, bytes + written, min(count - written, 256))
        if step > 0 {
          written += step
          continue
        }
        if errno != EAGAIN && errno != EINTR { return }
      } else if item.revents != 0 {
        return
      }
      waits += 1
    }
  }

  /// Calls `body` with SIGTTOU and SIGTTIN blocked, so that using the terminal does not stop a
  /// background process: it may change the terminal and write, and reading fails.
  ///
  /// Blocking affects only this thread; ignoring the signals would affect the whole process, and
  /// race.
  @inline(__always)
  static func blockingTerminalSignals(_ body: () -> Void) {
    let old = SignalMask(SIGTTOU, SIGTTIN).block()
    body()
    old.restore()
  }

  /// The calling thread as a nonzero number.
  @inline(__always)
  static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}

@inline(__always)
private func writeSome(_ fd: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
  unsafe write(fd, bytes, count)
}
