import Testing

@testable import SpinTTY

/// What is kept of captured output.
@Suite struct CapturedLinesTests {
  @Test func linesAreWholeHoweverTheirBytesAreCut() {
    let bytes = Array("añb\n\n漢字\nrest".utf8)
    for cut in 0...bytes.count {
      var lines = CapturedLines()
      lines.take(bytes[..<cut])
      lines.take(bytes[cut...])
      #expect(lines.hasFresh)
      #expect(lines.takeFresh() == ["añb", "", "漢字"])
      #expect(!lines.hasFresh && lines.takeFresh() == [])
      #expect(lines.end(withCaptured: true).map(\.string) == ["añb", "", "漢字", "rest"])
    }
  }

  @Test(arguments: ["é", "漢", "😀", "a"])
  func aLongLineIsCutBetweenCharacters(_ character: String) {
    for before in 0..<4 {
      let text =
        String(repeating: "-", count: before) + String(repeating: character, count: 100_000)
      var lines = CapturedLines()
      lines.take(Array((text + "\n").utf8)[...])
      let parts = lines.takeFresh()
      #expect(parts.joined() == text)
      #expect(parts.count > 1 && parts.allSatisfy { $0.utf8.count <= CapturedLines.longestLine })
    }
  }

  /// An invalid byte sequence has no character to be cut behind.
  @Test func bytesThatAreNoTextAreCutAsWell() {
    var lines = CapturedLines()
    lines.take([UInt8](repeating: 0x80, count: 200_000) + [0x0A])
    #expect(lines.takeFresh().count == 4)
  }

  @Test func keptLinesStayInTheirPlaceAndAreNeverDropped() {
    var lines = CapturedLines()
    for number in 0..<20_000 {
      lines.take(Array("captured \(number)\n".utf8)[...])
      if number % 1000 == 0 { lines.keep([CleanText("kept \(number)")]) }
    }
    let fresh = lines.takeFresh()
    let end = lines.end(withCaptured: true).map(\.string)
    #expect(end.first == "(The first 15904 captured lines were dropped.)")
    #expect(end.filter { $0.hasPrefix("kept") }.count == 20)
    #expect(end.filter { $0.hasPrefix("captured") }.count == 4096)
    let place = end.firstIndex(of: "kept 19000")
    #expect(place.map { end[$0 - 1] } == "captured 19000")
    #expect(fresh.last == "captured 19999")
    let dropped = 20_000 - (fresh.count - 1)
    #expect(fresh.first == "(\(dropped) lines were dropped.)")
    #expect(fresh[1] == "captured \(dropped)")
  }

  @Test func theBytesOfLinesAreBounded() {
    var lines = CapturedLines()
    let line = [UInt8](repeating: 0x61, count: 60_000) + [0x0A]
    for _ in 0..<200 { lines.take(line[...]) }
    let end = lines.end(withCaptured: true)
    let count = CapturedLines.byteLimit / 60_000
    #expect(end.count == count + 1)
    #expect(end.first?.string == "(The first \(200 - count) captured lines were dropped.)")
  }
}
