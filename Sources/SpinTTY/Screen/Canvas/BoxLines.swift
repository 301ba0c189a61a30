/// The characters of a box.
struct BoxLines {
  let horizontal: Character
  let vertical: Character
  let topLeading: Character
  let topTrailing: Character
  let bottomLeading: Character
  let bottomTrailing: Character

  /// Creates lines from six characters, in the order of the properties.
  init(_ characters: StaticString) {
    var all = characters.description.makeIterator()
    horizontal = all.next() ?? "-"
    vertical = all.next() ?? "|"
    topLeading = all.next() ?? "+"
    topTrailing = all.next() ?? "+"
    bottomLeading = all.next() ?? "+"
    bottomTrailing = all.next() ?? "+"
  }
}
