package import SpinExampleSupport

extension Levels {
  /// Parses two words; the message for another number of them begins with `rule`.
  package init(_ words: [String], or rule: String) throws(UsageError) {
    if words.count != 2 {
      let all = words.map(\.debugDescription).joined(separator: " ")
      let given = words.isEmpty ? "none" : words.count == 1 ? "only \(all)" : all
      throw UsageError("\(rule); \(given) given")
    }
    let levels = words.compactMap { Int($0) }
    if let word = words.first(where: { Int($0) == nil }) {
      throw UsageError(
        "\(word.debugDescription) is not a level: an integer from \(Int.min) to \(Int.max)")
    }
    self.init(left: levels[0], right: levels[1])
  }
}
