internal import SpinSystem

/// Writes to the terminal without blocking, and keeps the bytes that it did not take.
struct TerminalWriter {
  /// The result of a write.
  enum Outcome: Equatable {
    /// The terminal took all bytes.
    case taken
    /// The terminal took a part; the rest is kept and goes first.
    case held
    /// The terminal takes no more bytes, for this reason (`errno`).
    case gone(Int32)
    /// The terminal was restored outside of the session; nothing more is written.
    case restored
  }

  let descriptor: Descriptor
  /// Whether the description is shared, so that writes may block and must be small.
  let mayBlock: Bool
  /// Whether part of a frame was discarded, so that the terminal may be within a sequence.
  private(set) var hasLost = false
  private var kept: [UInt8] = []
  private var start = 0

  private static let page = 4096
  private static let usualFrame = 1 << 18

  init(_ descriptor: Descriptor, mayBlock: Bool) {
    self.descriptor = descriptor
    self.mayBlock = mayBlock
  }

  /// Whether bytes are kept, which need another flush when the terminal is writable.
  var isHolding: Bool { start < kept.count }

  /// The number of bytes in memory; at most half of them, or a page, were already written.
  var keptCount: Int { kept.count }

  mutating func send(_ bytes: [UInt8]) -> Outcome {
    bytes.withView { send($0) }
  }

  /// Writes bytes after the kept ones.
  mutating func send(_ bytes: MemoryView<UInt8>) -> Outcome {
    if isHolding {
      kept += bytes
      return flush()
    }
    let (count, outcome) = write(bytes)
    if outcome == .held {
      kept.removeAll(keepingCapacity: true)
      kept += bytes.part(count..<bytes.count)
      start = 0
    }
    return outcome
  }

  /// Writes the kept bytes.
  mutating func flush() -> Outcome {
    let (count, outcome) = kept.withView { write($0.part(start..<$0.count)) }
    start += count
    if outcome == .taken { forget() } else if outcome != .held { discard() }
    // Not for each write, because this moves the rest.
    if start > TerminalWriter.page, start > kept.count / 2 {
      kept.removeFirst(start)
      start = 0
    }
    return outcome
  }

  /// Writes the kept bytes, waiting for at most `patience`, and then discards the rest if `discards` says so.
  ///
  /// - Returns: Whether the terminal took them all.
  mutating func flush(
    within patience: Duration, _ measure: ProgressTimeout.Measure, discards: Bool = true,
    currentTime: () -> Duration
  ) -> Bool {
    if !isHolding { return true }
    var timeout = ProgressTimeout(patience, measure, from: currentTime())
    while isHolding {
      let countBefore = kept.count - start
      switch flush() {
      case .taken: return true
      case .gone, .restored: return false
      case .held:
        let hasProgressed = kept.count - start < countBefore
        guard let left = timeout.left(at: currentTime(), hasProgressed: hasProgressed) else {
          if discards { discard() }
          return false
        }
        var items = [Readiness(descriptor, writing: true)]
        Readiness.wait(for: &items, atMost: left)
      }
    }
    return true
  }

  mutating func discard() {
    hasLost = hasLost || isHolding
    forget()
  }

  private mutating func forget() {
    // Most frames need this capacity again; after many printed lines it is released.
    kept.removeAll(keepingCapacity: kept.capacity <= TerminalWriter.usualFrame)
    start = 0
  }

  private func write(_ bytes: MemoryView<UInt8>) -> (count: Int, outcome: Outcome) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.part(written..<bytes.count)
      switch Rescue.writing({ descriptor.write(rest, mayBlock: mayBlock) }) {
      case .moved(let count): written += count
      case .wouldBlock: return (written, .held)
      case .ended: return (written, .gone(0))
      case .failed(let code): return (written, .gone(code))
      case nil: return (written, .restored)
      }
    }
    return (written, .taken)
  }
}
