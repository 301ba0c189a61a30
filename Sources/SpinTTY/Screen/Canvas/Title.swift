/// The title of the terminal's window, filtered so that it cannot carry anything else to it.
package struct Title: Hashable, Sendable {
  /// The title as it goes to the terminal.
  package let text: String

  /// Terminals drop or cut longer ones.
  private static let limit = 1024

  /// Lets a title through the gate, and cuts it to 1,024 bytes, never within a character.
  package init(_ text: String) {
    var kept = ""
    var count = 0
    for character in CleanText(text).string {
      count += character.utf8.count
      if count > Title.limit { break }
      kept.append(character)
    }
    self.text = kept
  }
}
