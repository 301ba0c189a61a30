internal import SpinCore
internal import Synchronization

/// Leads what the program prints into a pipe, so that it does not spoil the picture.
///
/// ```
///   print ──▶ pipe ──▶ a thread of its own ──▶ lines ──▶ the terminal's thread
///                      sleeps in poll                    is woken for the first of them
/// ```
///
/// Its own thread empties the pipe, so code that prints never waits for the thread that draws: it
/// may be that thread. A caller that needs the lines in order reads the pipe first.
///
/// *Isolation*: any thread, except ``end()``.
final class OutputCapture: Sendable {
  private let reading: Descriptor
  private let copies: [(standard: Descriptor, copy: Descriptor)]
  /// Wakes the thread that empties the pipe, for the last time.
  private let ending: (reading: Descriptor, writing: Descriptor)
  /// Wakes the terminal's thread.
  private let waker: Descriptor
  private let lines = Guarded(CapturedLines())
  /// Whether there are lines that nobody has taken.
  private let hasFresh = Atomic(false)
  /// Whether the pipe is read no more.
  private let isOver = Flag()

  /// Captures the standard descriptors that show on the terminal; nil if none does.
  init?(_ standards: [Descriptor], waker: Descriptor) throws(TerminalError) {
    guard !standards.isEmpty else { return nil }
    let pipe = try SystemCall.pipe()
    do throws(TerminalError) {
      ending = try SystemCall.pipe()
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
    // The C library's buffer holds text that was printed before the capture began.
    SystemCall.flushPrinted()
    Rescue.capture(
      pipe: reading.number, output: OutputCapture.copy(of: .standardOutput, in: copies),
      errors: OutputCapture.copy(of: .standardErrors, in: copies))
    let isLed = copies.allSatisfy { pipe.writing.replace($0.standard) }
    pipe.writing.close()
    guard isLed, copies.count == standards.count else {
      _ = end()
      throw TerminalError(
        .captureOutput, "What the program prints cannot be kept apart from its picture.")
    }
    SystemCall.bufferOutputByLine()
    do {
      try SystemThread.start { self.empty() }
    } catch {
      _ = end()
      throw error
    }
  }

  deinit {
    for descriptor in [reading, ending.reading, ending.writing] { descriptor.close() }
    for (_, copy) in copies { copy.close() }
  }

  /// Whether lines were printed that ``drain()`` has not returned.
  var hasLines: Bool { hasFresh.load(ordering: .acquiring) }

  /// Takes what was printed since, as whole lines.
  func drain() -> [String] {
    lines.withLock { lines in
      _ = read(into: &lines)
      hasFresh.store(false, ordering: .releasing)
      return lines.takeFresh()
    }
  }

  /// Keeps lines for the end, after those that were printed before.
  func keep(_ more: [CleanText]) {
    let isFirst = lines.withLock { lines in
      if isOver.isRaised { return false }
      _ = read(into: &lines)
      lines.keep(more)
      return noteFresh(lines)
    }
    if isFirst { waker.wake() }
  }

  /// Leads the descriptors back where they led.
  ///
  /// - Returns: The last lines that were printed, for the terminal, and all those that were kept.
  func end() -> [CleanText] {
    SystemCall.flushPrinted()
    let isOurs = Rescue.endCapture()
    if isOurs { for (standard, copy) in copies { _ = copy.replace(standard) } }
    let result = lines.withLock { lines in
      isOver.raise()
      if isOurs {
        _ = read(into: &lines, isOurs: true)
        // A thread may be within a large write, which goes on as we read.
        var items = [Readiness(reading)]
        Readiness.wait(for: &items, atMost: .milliseconds(1))
        _ = read(into: &lines, isOurs: true)
      }
      return lines.end(withCaptured: isOurs)
    }
    ending.writing.wake()
    return result
  }

  /// Empties the pipe until the capture ends, or the program has closed its descriptors.
  private func empty() {
    while !isOver.isRaised {
      var items = [Readiness(reading), Readiness(ending.reading)]
      Readiness.wait(for: &items, atMost: nil)
      if items[1].isReady || !items[0].isReady { continue }
      let (isOpen, isFirst) = lines.withLock { lines in
        if isOver.isRaised { return (false, false) }
        let isOpen = read(into: &lines)
        return (isOpen, noteFresh(lines))
      }
      if isFirst { waker.wake() }
      if !isOpen { return }
    }
  }

  /// Returns whether the terminal's thread is to be woken for lines of which it does not know.
  private func noteFresh(_ lines: CapturedLines) -> Bool {
    lines.hasFresh && !hasFresh.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Reads what the pipe holds; returns `false` if it is at its end.
  ///
  /// `isOurs` says that no handler reads the pipe any more.
  private func read(into lines: inout CapturedLines, isOurs: Bool = false) -> Bool {
    // As much as a pipe holds at most: a program that prints without end may not keep us here.
    for _ in 0..<256 {
      let page = isOurs ? reading.readPage() : Rescue.readCaptured(from: reading)
      guard let (outcome, bytes) = page else { return false }
      guard case .moved = outcome else { return outcome == .wouldBlock }
      lines.take(bytes)
      if bytes.count < 4096 { break }
    }
    return true
  }

  private static func copy(
    of standard: Descriptor, in copies: [(standard: Descriptor, copy: Descriptor)]
  ) -> Int32 {
    copies.first { $0.standard == standard }?.copy.number ?? -1
  }
}
