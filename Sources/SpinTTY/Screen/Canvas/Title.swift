/// The title of the terminal's window, filtered so that it cannot carry control sequences.
package struct Title: Equatable, Sendable {
  /// The title as it is sent to the terminal.
  package let text: String

  /// The longest title in bytes; terminals drop or cut longer ones.
  private static let limit = 1024

  /// Cleans a title and cuts it to at most 1,024 bytes, between two characters.
  package init(_ text: String) {
    self.text = CleanText.prefix(of: CleanText(text).string, bytes: Title.limit)
  }
}
