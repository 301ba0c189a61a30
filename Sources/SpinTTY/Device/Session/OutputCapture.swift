internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// Redirects the program's output into a pipe, so that it does not damage the view.
///
/// ```
///   print ──▶ pipe ──▶ a thread of its own ──▶ lines ──▶ the terminal's thread
///                      sleeps in poll                    is woken for the first of them
/// ```
///
/// A separate thread empties the pipe, so code that prints never waits for the terminal's thread,
/// even if it runs on that thread. ``drain()`` and ``keep(_:)`` read the pipe first, which keeps
/// the lines in order.
///
/// Programs that this one starts inherit the pipe. If nobody read it after the view, the next line would end
/// them by SIGPIPE. So the thread goes on, and copies the pipe to the output, until the last of them ends:
///
/// ```
///   end() ──▶ the view gives the terminal back, and prints the lines ──▶ letGo() ──▶ the thread copies
/// ```
///
/// *Isolation*: any thread, except ``end()`` and ``letGo()``.
final class OutputCapture: Sendable {
  private let reading: Descriptor
  private let copies: [(standard: Descriptor, copy: Descriptor)]
  /// Wakes the thread that empties the pipe, at the end.
  private let ending: (reading: Descriptor, writing: Descriptor)
  /// Wakes the terminal's thread.
  private let waker: Descriptor
  private let held = Guarded(Held())

  private struct Held {
    var lines = CapturedLines()
    /// The memory for a page of output.
    var page = [UInt8](repeating: 0, count: 4096)
  }

  /// Whether there are lines that ``drain()`` has not returned.
  private let hasFresh = Atomic(false)
  /// Whether the capture has ended.
  private let isOver = Flag()

  /// Captures the standard descriptors that lead to the terminal; `nil` if there are none.
  init?(_ standards: [Descriptor], waker: Descriptor) throws(TerminalError) {
    guard !standards.isEmpty else { return nil }
    let pipe = try TerminalError.naming(SystemCall.pipe)
    do throws(TerminalError) {
      ending = try TerminalError.naming(SystemCall.pipe)
    } catch {
      pipe.reading.close()
      pipe.writing.close()
      throw error
    }
    pipe.writing.setBlocking()
    pipe.writing.growPipe()
    (reading, self.waker) = (pipe.reading, waker)
    let before = standards.map { ($0, $0.duplicate()) }
    copies = before.compactMap { standard, copy in copy.map { (standard, $0) } }
    // The C library's buffer may hold text that was printed before the capture.
    SystemCall.flushPrinted()
    Rescue.capture(
      pipe: reading.number, output: OutputCapture.copy(of: .standardOutput, in: copies),
      errors: OutputCapture.copy(of: .standardErrors, in: copies))
    let isLed = copies.allSatisfy { pipe.writing.replace($0.standard) }
    pipe.writing.close()
    guard isLed, copies.count == standards.count else {
      _ = end()
      closeCapture()
      throw TerminalError(
        .captureOutput,
        "The output that the program prints cannot be kept out of its view: set capturesOutput of "
          + "UIOptions to false to run without that.")
    }
    SystemCall.bufferOutputByLine()
    do {
      try TerminalError.naming { () throws(SystemError) in try SystemThread.start { self.empty() } }
    } catch {
      _ = end()
      closeCapture()
      throw error
    }
  }

  deinit { reading.close() }

  /// Closes what nobody needs after ``end()`` and ``letGo()``: programs that go on may keep the thread for
  /// long.
  private func closeCapture() {
    for descriptor in [ending.reading, ending.writing] + copies.map(\.copy) { descriptor.close() }
  }

  /// Whether there are lines that ``drain()`` has not returned.
  var hasLines: Bool { hasFresh.load(ordering: .acquiring) }

  /// Returns the lines that were printed since the last call; only complete lines count.
  func drain() -> [String] {
    held.withLock { held in
      _ = read(into: &held)
      hasFresh.store(false, ordering: .releasing)
      return held.lines.takeFresh()
    }
  }

  /// Keeps lines for the end, after the output that was printed before them; returns whether the end is
  /// still to come.
  func keep(_ more: [CleanText]) -> Bool {
    let isFirst = held.withLock { held -> Bool? in
      if isOver.isRaised { return nil }
      _ = read(into: &held)
      held.lines.keep(more)
      return noteFresh(held.lines)
    }
    if isFirst == true { waker.wake() }
    return isFirst != nil
  }

  /// Restores the standard descriptors.
  ///
  /// - Returns: The last captured lines, if the session still has the terminal, and all kept lines.
  func end() -> [CleanText] {
    SystemCall.flushPrinted()
    let isOurs = Rescue.endCapture()
    if isOurs { for (standard, copy) in copies { _ = copy.replace(standard) } }
    let result = held.withLock { held in
      isOver.raise()
      if isOurs {
        _ = read(into: &held, isOurs: true)
        // A large write of another thread may be in progress and continues while the pipe is read.
        var items = [Readiness(reading)]
        Readiness.wait(for: &items, atMost: .milliseconds(1))
        _ = read(into: &held, isOurs: true)
      }
      return held.lines.end(withCaptured: isOurs)
    }
    return result
  }

  /// Lets what programs that this one has started still print go where it would have gone without the
  /// capture; the output that the capture has returned is printed by now.
  func letGo() { ending.writing.wake() }

  /// Empties the pipe until the capture ends or the program closes its descriptors, and then until all
  /// programs that have inherited it have ended.
  private func empty() {
    capture()
    var items = [Readiness(ending.reading)]
    // A signal may end a wait early.
    repeat { Readiness.wait(for: &items, atMost: nil) } while !items[0].isReady
    closeCapture()
    // By its number, so that another view may capture it.
    let output = copies[0].standard
    var isOpen = true
    while isOpen {
      // Reading must not block, because the handler of a fault may read the rest, too.
      items = [Readiness(reading)]
      Readiness.wait(for: &items, atMost: nil)
      switch reading.readPage() {
      case (.moved, let bytes): isOpen = output.writeAllWithoutSignal(bytes) == nil
      case (.wouldBlock, _): break
      case (.ended, _), (.failed, _): isOpen = false
      }
    }
  }

  private func capture() {
    while !isOver.isRaised {
      var items = [Readiness(reading), Readiness(ending.reading)]
      Readiness.wait(for: &items, atMost: nil)
      if items[1].isReady || !items[0].isReady { continue }
      let (isOpen, isFirst) = held.withLock { held in
        if isOver.isRaised { return (false, false) }
        let isOpen = read(into: &held)
        return (isOpen, noteFresh(held.lines))
      }
      if isFirst { waker.wake() }
      if !isOpen { return }
    }
  }

  /// Returns whether to wake the terminal's thread, because it does not know of these lines yet.
  private func noteFresh(_ lines: CapturedLines) -> Bool {
    lines.hasFresh && !hasFresh.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Reads the contents of the pipe; returns `false` at its end.
  ///
  /// `isOurs` states that no signal handler reads the pipe any longer.
  private func read(into held: inout Held, isOurs: Bool = false) -> Bool {
    // At most as much as a pipe holds, so that a program that prints endlessly cannot block this
    // loop.
    for _ in 0..<256 {
      let outcome =
        isOurs
        ? reading.read(into: &held.page)
        : Rescue.readCaptured(from: reading, into: &held.page)
      guard case .moved(let count) = outcome else { return outcome == .wouldBlock }
      held.lines.take(held.page[..<count])
      if count < held.page.count { break }
    }
    return true
  }

  private static func copy(
    of standard: Descriptor, in copies: [(standard: Descriptor, copy: Descriptor)]
  ) -> Int32 {
    copies.first { $0.standard == standard }?.copy.number ?? -1
  }
}
