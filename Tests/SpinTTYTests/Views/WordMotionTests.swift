import SpinTesting
import Testing

@testable import SpinTTY

/// How the cursor goes over words.
struct WordMotionTests {
  private static let pieces = [
    "a", "_", "7", " ", ".", "é", "e\u{301}", "語", "、", "🇩🇪", "🇩", "🇫🇷🇩🇪", "👨‍👩‍👧", "\u{200D}", "\u{600}",
    "\u{FE0F}", "👍🏽", "\t",
  ]

  @Test(arguments: 0..<10 as Range<UInt64>)
  func theCursorGoesOverWordsAsOverCharacters(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let text = (0..<random.below(24)).map { _ in Self.pieces[random.below(Self.pieces.count)] }
        .joined()
      for index in Array(text.indices) + [text.endIndex] {
        let place = text.offset(of: index)
        let before = text[..<index].reversed().map { $0 }
        let after = Array(text[index...])
        #expect(
          text.wordEdge(.back, from: place, of: \.isPartOfWord) == place - Self.reach(before),
          "\(text)")
        #expect(
          text.wordEdge(.forth, from: place, of: \.isPartOfWord) == place + Self.reach(after),
          "\(text)")
      }
    }
  }

  /// Counts the bytes up to the end of the next word.
  private static func reach(_ characters: [Character]) -> Int {
    let gap = characters.prefix { !$0.isPartOfWord }
    let word = characters.dropFirst(gap.count).prefix(while: \.isPartOfWord)
    return gap.reduce(0) { $0 + $1.utf8.count } + word.reduce(0) { $0 + $1.utf8.count }
  }

  /// A walk that looked for the beginning of the row at each flag would take an hour.
  @Test(.timeLimit(.minutes(5)))
  func aMegabyteOfFlagsIsOneRow() {
    let text = String(repeating: "🇩🇪", count: 131_072)
    #expect(text.wordEdge(.back, from: text.utf8.count, of: \.isPartOfWord) == 0)
    #expect(text.wordEdge(.forth, from: 0, of: \.isPartOfWord) == text.utf8.count)
  }
}
