/// Leads what the program prints into a pipe, so that it does not spoil the picture.
///
/// NB: the terminal thread is the pipe's reader, so a client that prints more than the pipe holds
/// (a megabyte on Linux) within one frame waits for itself.
struct OutputCapture {
  private static let lineLimit = 4096
  private static let longestLine = 64 << 10

  let reading: Descriptor
  private let copies: [(standard: Descriptor, copy: Descriptor)]
  /// Whether the program can print no more, because it closed its descriptors.
  private(set) var isOver = false
  private var partial: [UInt8] = []
  private var lines: [String] = []

  /// Captures the standard descriptors that show on the terminal; nil if none does.
  init?(_ standards: [Descriptor]) throws(TerminalError) {
    guard !standards.isEmpty else { return nil }
    let pipe = try SystemCall.pipe()
    pipe.writing.setBlocking()
    pipe.writing.growPipe()
    reading = pipe.reading
    let before = standards.map { ($0, $0.duplicate()) }
    copies = before.compactMap { standard, copy in copy.map { (standard, $0) } }
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
  }

  /// Takes what was printed since, as whole lines.
  mutating func drain() -> [String] {
    var fresh: [String] = []
    var room = [UInt8](repeating: 0, count: 4096)
    // As much as a pipe holds at most: who prints without end may not keep us here.
    for _ in 0..<256 {
      let outcome = room.withUnsafeMutableBytes { reading.read(into: $0) }
      guard case .moved(let count) = outcome else {
        isOver = outcome != .wouldBlock
        break
      }
      Rescue.noteCaptured(room[..<count])
      fresh += take(room[..<count])
      if count < room.count { break }
    }
    lines += fresh
    if lines.count > 2 * OutputCapture.lineLimit {
      lines.removeFirst(lines.count - OutputCapture.lineLimit)
    }
    return fresh
  }

  /// Leads the descriptors back where they led.
  ///
  /// - Returns: The last lines that were printed, for the terminal.
  mutating func end() -> [String] {
    if Rescue.endCapture() {
      for (standard, copy) in copies { _ = copy.replace(standard) }
      _ = drain()
      // A thread may be within a large write, which goes on as we read.
      var items = [Readiness(reading)]
      Readiness.wait(for: &items, atMost: .milliseconds(1))
      _ = drain()
    } else {
      lines = []
      partial = []
    }
    for (_, copy) in copies { copy.close() }
    reading.close()
    if !partial.isEmpty { lines.append(String(decoding: partial, as: UTF8.self)) }
    return lines.suffix(OutputCapture.lineLimit)
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) -> [String] {
    partial += bytes
    if partial.count > OutputCapture.longestLine { partial.append(UInt8(ascii: "\n")) }
    var fresh = partial.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard fresh.count > 1, let rest = fresh.popLast() else { return [] }
    partial = Array(rest)
    return fresh.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func copy(
    of standard: Descriptor, in copies: [(standard: Descriptor, copy: Descriptor)]
  ) -> Int32 {
    copies.first { $0.standard == standard }?.copy.number ?? -1
  }
}
