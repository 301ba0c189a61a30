import SpinRecording

/// A search for words in the entries, which goes on as the logs grow.
struct Hunt: Equatable, Sendable {
  let text: String
  /// How many entries were looked at.
  private(set) var checked = 0
  /// The entries that have all words, in order.
  private(set) var found: [Int] = []

  init(_ text: String) { self.text = text }

  /// The words, as they are compared.
  var words: [[UInt8]] { text.lowercased().split(separator: " ").map { Array($0.utf8) } }

  /// A piece of the search; pieces are equal if they look for the same from the same place on.
  struct Piece: Equatable, Sendable {
    let text: String
    let start, end: Int
    private let words: [[UInt8]]
    private let logs: [Log]

    /// The most entries of a piece, which is a few hundredths of a second of work.
    static var size: Int { 4_096 }

    init?(of hunt: Hunt, in logs: [Log]) {
      let count = logs.map(\.entries.count).max() ?? 0
      guard hunt.checked < count else { return nil }
      text = hunt.text
      start = hunt.checked
      end = min(count, start + Self.size)
      words = hunt.words
      self.logs = logs
    }

    static func == (left: Piece, right: Piece) -> Bool {
      left.text == right.text && left.start == right.start && left.end == right.end
    }

    /// Looks at the entries.
    func result() -> Result {
      let found = (start..<end).filter { index in
        logs.contains { log in
          guard log.entries.indices.contains(index) else { return false }
          let entry = Array(log.entries[index].words.lowercased().utf8)
          return words.allSatisfy { entry.contains($0) }
        }
      }
      return Result(text: text, start: start, end: end, found: found)
    }
  }

  /// What a piece has found.
  struct Result: Sendable {
    let text: String
    let start, end: Int
    let found: [Int]
  }

  /// Adds the result of a search.
  ///
  /// It ignores the result of another search, and entries that it has already.
  mutating func add(_ result: Result) {
    guard result.text == text, result.start == checked else { return }
    checked = result.end
    found += result.found
  }

  /// Looks once more at the last entries, which may have got more effects.
  mutating func recheck(from index: Int) {
    guard index < checked else { return }
    checked = index
    while let last = found.last, last >= index { found.removeLast() }
  }

  /// The next match behind an entry, or the one before it; from the other end if there is none.
  func next(after index: Int, by step: Int) -> Int? {
    if step > 0 {
      let place = found.partitioningIndex { $0 > index }
      return place < found.count ? found[place] : found.first
    }
    let place = found.partitioningIndex { $0 >= index }
    return place > 0 ? found[place - 1] : found.last
  }
}

extension [UInt8] {
  /// Whether the bytes are somewhere in these.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard word.count <= count else { return false }
    return withUnsafeBufferPointer { bytes in
      for start in 0...(bytes.count - word.count) where bytes[start] == first {
        if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return true }
      }
      return false
    }
  }
}
