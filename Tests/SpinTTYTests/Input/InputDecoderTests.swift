import SpinTestSupport
import Testing

@testable import SpinTTY

@Suite struct InputDecoderTests {
  @Test(arguments: DecodingTable.all)
  func everySequenceOfTheGrammarGivesItsEvents(row: DecodingRow) {
    var decoder = InputDecoder()
    #expect(decoder.events(row.bytes) == row.events)
    #expect(decoder.pendingCount == 0)
    #expect(decoder.patience == nil)
  }

  @Test(arguments: DecodingTable.all)
  func everyChunkingGivesTheSameEvents(row: DecodingRow) {
    let deviant = chunkings(row.bytes).first { chunks in
      var decoder = InputDecoder()
      return chunks.flatMap { decoder.events($0) } != row.events
    }
    #expect(deviant == nil)
  }

  @Test func theWholeTableInOneStreamGivesAllEvents() {
    var decoder = InputDecoder()
    let bytes = DecodingTable.all.flatMap(\.bytes)
    #expect(decoder.events(bytes) == DecodingTable.all.flatMap(\.events))
  }

  /// Such a key swallowed up to 28 others.
  @Test(arguments: Array("]PX^_"))
  func altWithAKeyThatBeginsAStringSwallowsNoOtherKey(_ key: Character) {
    let alt = DecodingRow("\u{1B}\(key)", .alt(KeyChord(key)))
    let first = DecodingTable.controls + DecodingTable.letters + DecodingTable.numbers
    let typed = (UInt8(0x20)..<0x7F).map { DecodingRow([$0], [.text(String(UnicodeScalar($0)))]) }
    for other in first + typed + [alt] {
      for end in ["", "1", "3;r|=x", "1+"] {
        let end = DecodingRow(Array(end.utf8), end.map { .text(String($0)) })
        var decoder = InputDecoder()
        let bytes = alt.bytes + other.bytes + end.bytes
        let events = decoder.events(bytes) + decoder.expire()
        #expect(events == alt.events + other.events + end.events, "\(DecodingRow(bytes: bytes))")
      }
    }
  }

  @Test func theBackspaceKeyMayBeControlH() {
    var options = InputDecoder.Options()
    options.backspaceIsControlH = true
    var decoder = InputDecoder(options: options)
    #expect(decoder.events([0x08]) == [.key(KeyPress(.backspace))])
  }

  @Test func aLongPasteComesInPartsThatSplitNoCharacterAndLoseNothing() {
    var options = InputDecoder.Options()
    options.pasteLimit = 10
    let text = String(repeating: "a中\r\n😀", count: 20)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8)
    var decoder = InputDecoder(options: options)
    let decoded = decoder.decode(bytes)
    let parts = decoded.dropLast().compactMap { $0.event.insertion }
    #expect(parts.count > 10)
    #expect(parts.joined() == text.replacing("\r\n", with: "\n"))
    #expect(decoded.last?.event == .text("x"))
    #expect(decoded.map(\.length).reduce(0, +) == bytes.count)
  }

  @Test func anEndlessControlStringIsDroppedAndWhatFollowsIsRead() {
    var options = InputDecoder.Options()
    options.stringLimit = 100
    var decoder = InputDecoder(options: options)
    let flood = Array("\u{1B}]52;c;".utf8) + Array(repeating: 0x41, count: 1_000) + [0x07, 0x78]
    let decoded = decoder.decode(flood)
    #expect(decoded.map(\.event) == [.unknown([0x1B, 0x5D]), .text("x")])
    #expect(decoded.map(\.length).reduce(0, +) == flood.count)
  }

  /// Each `$` made the decoder read the whole sequence again.
  @Test func aSequenceOfDollarsIsReadOnce() {
    let times = growth(from: 2_000, below: 8) { count in
      var decoder = InputDecoder()
      _ = decoder.events(Array("\u{1B}[1".utf8) + Array(repeating: 0x24, count: count))
    }
    #expect(times < 8)
  }

  /// The number of an answer about a checksum had no end, and each digit made the decoder read all of them.
  @Test func theNumberOfAnAnswerIsReadOnceAndHasAnEnd() {
    let times = growth(from: 2_000, below: 8) { count in
      var decoder = InputDecoder()
      _ = decoder.events(Array("\u{1B}P".utf8) + Array(repeating: 0x37, count: count))
    }
    #expect(times < 8)
    var decoder = InputDecoder()
    let events = decoder.events(Array("\u{1B}P".utf8) + Array(repeating: 0x37, count: 20))
    #expect(events == [.key(KeyPress(.alt("P")))] + Array(repeating: .text("7"), count: 20))
  }

  /// All ways to cut a short row in pieces, and for a long one all pairs of cuts.
  private func chunkings(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    if bytes.count <= 10 {
      return (0..<1 << max(0, bytes.count - 1)).map { mask in
        cut(bytes, at: (1..<bytes.count).filter { mask & 1 << ($0 - 1) != 0 })
      }
    }
    let pairs = (1..<bytes.count).flatMap { first in
      (first..<bytes.count).map { first == $0 ? [first] : [first, $0] }
    }
    return (pairs + [Array(1..<bytes.count)]).map { cut(bytes, at: $0) }
  }

  private func cut(_ bytes: [UInt8], at places: [Int]) -> [ArraySlice<UInt8>] {
    zip([0] + places, places + [bytes.count]).map { bytes[$0..<$1] }
  }
}
