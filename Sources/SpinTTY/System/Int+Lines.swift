extension Int {
  /// The number of lines as the beginning of a sentence about them: `1 line was`, `2 lines were`.
  ///
  /// - Parameter kind: A word before the noun, such as `more`.
  /// - Returns: The words.
  func linesWere(_ kind: String? = nil) -> String {
    let noun = (kind.map { $0 + " " } ?? "") + "line"
    return self == 1 ? "1 \(noun) was" : "\(self) \(noun)s were"
  }
}
