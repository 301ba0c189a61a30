/// The match of a title with a query whose characters need not be adjacent in the title.
///
/// Each word of the query must occur in the title, in any order. A character scores more at the
/// start of a word of the title and directly after the previous match. A longer gap costs more.
///
/// NB: finds the best of all alignments, by the local alignment of Gotoh (1982) with affine gaps.
///
/// - Complexity: O(*m* · *n*) for the lengths of the query and the title, of which only the first
///   256 characters count; a word that is longer than the title costs nothing.
struct FuzzyMatch {
  /// The score: higher is better, and comparable between titles for the same query.
  private(set) var score = 0
  /// The indices of the characters in the title that match the query.
  private(set) var places: Set<Int> = []

  /// A query, read once for all titles.
  struct Query {
    /// The characters of each word, in lower case.
    fileprivate let words: [[String]]

    init(_ text: String) {
      words = text.prefix(FuzzyMatch.longest).split(whereSeparator: \.isWhitespace).map { word in
        // NB: two characters are compared mark by mark, and one may have a million. An empty text is in
        // no title.
        word.map { $0.utf8.count > FuzzyMatch.longest ? "" : $0.lowercased() }
      }
    }
  }

  /// Matches a title with a query; returns `nil` if a word of the query does not match.
  init?(_ query: Query, in title: String) {
    let title = Array(title.prefix(FuzzyMatch.longest))
    let folded = title.map { $0.lowercased() }
    let bonuses = title.indices.map { FuzzyMatch.bonus(of: $0, in: title) }
    for word in query.words {
      guard let match = FuzzyMatch.best(word, folded, bonuses) else { return nil }
      score += match.score
      places.formUnion(match.places)
    }
  }

  private static let longest = 256
  // The weights of fzf for a match and for gaps; adjacent characters weigh twice as much as there.
  private static let matched = 16
  private static let adjacent = 8
  private static let firstOfGap = 3
  private static let moreOfGap = 1

  /// The bonus of a character for its position: at the start, at the start of a word, and at a capital.
  private static func bonus(of index: Int, in title: [Character]) -> Int {
    guard index > 0 else { return 10 }
    let before = title[index - 1]
    if !before.isLetter && !before.isNumber { return 8 }
    return before.isLowercase && title[index].isUppercase ? 6 : 0
  }

  /// Returns the best alignment of a word, row by row with one row for each character.
  private static func best(
    _ word: [String], _ title: [String], _ bonuses: [Int]
  ) -> (score: Int, places: [Int])? {
    // A pasted word is longer than most titles.
    if word.count > title.count { return nil }
    // The best score of an alignment that ends at each place, and its previous place.
    var scores: [Int?] = []
    var ways: [[Int]] = []
    for (row, character) in word.enumerated() {
      var next: [Int?] = Array(repeating: nil, count: title.count)
      var way = Array(repeating: -1, count: title.count)
      // The best alignment that ends before the previous place, minus the cost of the gap since
      // then.
      var gapped: (score: Int, place: Int)?
      for place in title.indices {
        if row > 0, place > 1, let score = scores[place - 2],
          score - firstOfGap >= gapped?.score ?? .min
        {
          gapped = (score - firstOfGap, place - 2)
        }
        if title[place] == character {
          let own = matched + bonuses[place]
          if row == 0 {
            next[place] = own
          } else {
            let near = place > 0 ? scores[place - 1].map { ($0 + adjacent, place - 1) } : nil
            let far = gapped.map { ($0.score, $0.place) }
            if let best = [near, far].compactMap({ $0 }).max(by: { $0.0 < $1.0 }) {
              (next[place], way[place]) = (own + best.0, best.1)
            }
          }
        }
        gapped?.score -= moreOfGap
      }
      if next.allSatisfy({ $0 == nil }) { return nil }
      scores = next
      ways.append(way)
    }
    let ends = scores.indices.filter { scores[$0] != nil }
    guard let end = ends.max(by: { scores[$0] ?? 0 < scores[$1] ?? 0 }) else { return nil }
    var places = [end]
    for way in ways.dropFirst().reversed() { places.append(way[places[places.count - 1]]) }
    return (scores[end] ?? 0, places)
  }
}

extension FuzzyMatch {
  /// Returns the numbers of the texts that match a query, the best first; equal matches keep their
  /// order.
  static func best(_ query: String, in texts: [String]) -> [(number: Int, match: FuzzyMatch)] {
    let query = Query(query)
    let matches = texts.enumerated().compactMap { number, text in
      FuzzyMatch(query, in: text).map { (number: number, match: $0) }
    }
    return matches.sorted { ($1.match.score, $0.number) < ($0.match.score, $1.number) }
  }
}
