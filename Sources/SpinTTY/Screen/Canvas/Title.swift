/// The title of the terminal's window, filtered so that it cannot carry anything else to it.
package struct Title: Hashable, Sendable {
  /// The title as it goes to the terminal.
  package let text: String

  /// Terminals drop or cut longer ones.
  private static let limit = 1024

  /// Lets a title through the gate, and cuts it to 1,024 bytes, never within a character.
  package init(_ text: String) {
    self.text = CleanText.prefix(of: CleanText(text).string, bytes: Title.limit)
  }
}
