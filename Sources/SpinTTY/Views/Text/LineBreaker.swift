/// Cuts a line of characters to a width, always between two characters.
enum LineBreaker {
  /// Returns the index of the first character that does not fit, or `nil` if all fit.
  private static func firstOverflow(of atoms: ArraySlice<TextAtom>, width: Int) -> Int? {
    var sum = 0
    for index in atoms.indices {
      sum += atoms[index].width
      if sum > width { return index }
    }
    return nil
  }

  /// A line with a mark in the place of the characters that do not fit.
  struct Cut {
    let head, mark, tail: ArraySlice<TextAtom>
    var width: Int { head.width + mark.width + tail.width }
  }

  /// Puts a mark where characters do not fit, or behind the last one.
  ///
  /// The result fits its own width, so a text that is drawn as wide as it was measured stays whole.
  static func cut(
    _ atoms: [TextAtom], to width: Int, at place: Text.Truncation, mark: [TextAtom]
  ) -> Cut {
    let short = prefix(mark[...], width: width)
    let room = width - short.width
    let head: Int
    switch place {
    case .head: head = 0
    case .middle: head = room - room / 2
    case .tail: head = room
    }
    let left = prefix(atoms[...], width: head)
    // A wide character that did not fit on the left leaves its room to the right.
    let rest = place == .middle ? room - left.width : room - head
    let right = atoms.suffix(prefix(Array(atoms.reversed())[...], width: rest).count)
    let cut = Cut(head: left, mark: short, tail: place == .tail ? [] : right)
    return cut.width < width ? self.cut(atoms, to: cut.width, at: place, mark: mark) : cut
  }

  private static func prefix(
    _ atoms: ArraySlice<TextAtom>, width: Int
  ) -> ArraySlice<TextAtom> {
    firstOverflow(of: atoms, width: width).map { atoms[..<$0] } ?? atoms
  }
}
