/// A small dictionary that is slow, as one on a server is.
enum Words {
  static let all = ["swallow", "swan", "sweep", "sweet", "swift", "swim", "swing", "switch"]

  static func beginning(with prefix: String) async throws(TooManyWords) -> [String] {
    // Ends early if the search is cancelled, because nothing waits for the words then.
    try? await Task.sleep(for: .milliseconds(300))
    let words = all.filter { $0.hasPrefix(prefix) }
    if words.count > 4 { throw TooManyWords(count: words.count) }
    return words
  }
}

struct TooManyWords: Error { let count: Int }
