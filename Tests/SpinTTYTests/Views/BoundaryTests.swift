import SpinTestSupport
import SpinTesting
import Testing

@testable import SpinTTY

/// The places between the characters of edited text.
@Suite struct BoundaryTests {
  private static let pieces = [
    "a", "é", "e\u{301}", "\r\n", "\n", "漢", "👩\u{200D}👧", "🇩🇪", "🇩", "\u{301}", "\u{200D}", "한",
    "\u{1100}",
    "\u{1161}", "\u{600}", "क\u{94D}", "क",
  ]

  @Test func aBoundaryIsTheNearestPlaceBetweenTwoCharacters() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let text = (0..<random.number(0..<12)).map { _ in random.pick(Self.pieces) }.joined()
      var (places, place) = ([0], 0)
      for character in text {
        place += character.utf8.count
        places.append(place)
      }
      for offset in -1...text.utf8.count + 1 {
        let before = places.last { $0 <= offset } ?? 0
        #expect(text.boundary(atOrBefore: offset) == before, "\(text.debugDescription) \(offset)")
        guard places[0]...places[places.count - 1] ~= offset else { continue }
        let after = places.first { $0 >= offset } ?? 0
        #expect(text.boundary(atOrAfter: offset) == after, "\(text.debugDescription) \(offset)")
      }
    }
  }

  /// The search stepped byte by byte, and read the character at each.
  @Test(arguments: [TextDirection.back, .forth])
  func aLongCharacterIsReadOnce(_ direction: TextDirection) {
    let times = growth(from: 5_000, below: 8) { marks in
      let text = "ae" + String(repeating: "\u{301}", count: marks) + "b"
      let end = text.utf8.count
      switch direction {
      case .back: #expect(text.boundary(atOrBefore: end - 3) == 1)
      case .forth: #expect(text.boundary(atOrAfter: 3) == end - 1)
      }
    }
    #expect(times < 8)
  }
}
