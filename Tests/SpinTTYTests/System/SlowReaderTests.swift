import Testing

@testable import SpinTTY

/// Writing to somebody who reads slowly.
@Suite struct SlowReaderTests {
  /// What was printed used to be cut after a fifth of a second in all.
  @Test func aSlowReaderGetsItAllAsLongAsItReadsOn() throws {
    let reader = try SlowReader()
    let bytes = (0..<1 << 18).map { UInt8(truncatingIfNeeded: $0 / 4096) }
    let count = reader.pipe.writing.write(
      all: bytes, within: .milliseconds(200), .sinceProgress, currentTime: reader.look)
    reader.readRest()
    #expect(count == bytes.count && reader.bytes == bytes)
    #expect(reader.now > .seconds(1))
  }

  @Test func aReaderThatPausesForTooLongIsToldWhatItMissed() throws {
    let reader = try SlowReader()
    reader.pause = 4..<6
    let lines = (0..<10_000).map { "line number \($0)" }
    reader.pipe.writing.tell(lines, within: .milliseconds(200), currentTime: reader.look)
    reader.readRest()
    let text = String(decoding: reader.bytes, as: UTF8.self)
    let whole = text.split(separator: "\n").dropLast(2)
    #expect(whole.map(String.init) == Array(lines.prefix(whole.count)))
    let dropped = lines.count - whole.count
    #expect(
      text.hasSuffix(
        "\n(\(dropped) more lines were dropped, because the terminal accepted no output for too "
          + "long.)\n"))
  }
}
