/// The characters of a box.
struct BoxLines {
  var horizontal: Character
  var vertical: Character
  var topLeading: Character
  var topTrailing: Character
  var bottomLeading: Character
  var bottomTrailing: Character

  /// Takes six characters, in the order of the properties.
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
