/// Cuts a line of characters to a width, always between two characters.
enum LineBreaker {
  /// Removes and returns the start of `rest` that fits, at least one character so that breaking
  /// ends.
  ///
  /// Blanks at the break belong to neither line. Blanks at the start of the text stay.
  static func takeLine(
    _ rest: inout ArraySlice<TextAtom>, width: Int, by wrapping: Text.Wrapping
  ) -> ArraySlice<TextAtom> {
    guard var end = firstOverflow(of: rest, width: width) else {
      defer { rest = rest[rest.endIndex...] }
      return rest
    }
    if wrapping == .word {
      end = wordBreak(in: rest, before: end) ?? end
    }
    end = max(end, rest.startIndex + 1)
    var line = rest[..<end]
    rest = rest[end...]
    if wrapping == .word {
      // Blanks at the start are an indentation; they are removed only if the line has nothing else.
      while let last = line.last, last.isBlank { line.removeLast() }
      while let first = rest.first, first.isBlank { rest.removeFirst() }
    }
    return line
  }

  /// Returns the last break between words up to `end`, or `nil` if there is none.
  private static func wordBreak(in atoms: ArraySlice<TextAtom>, before end: Int) -> Int? {
    if atoms[end].isBlank { return end }
    var index = end
    while index > atoms.startIndex {
      if atoms[index].mayBegin(after: atoms[index - 1]) {
        let isIndentation = atoms[..<index].allSatisfy(\.isBlank)
        return isIndentation ? nil : index
      }
      index -= 1
    }
    return nil
  }

  /// Returns the index of the first character that does not fit, or `nil` if all fit.
  private static func firstOverflow(of atoms: ArraySlice<TextAtom>, width: Int) -> Int? {
    var sum = 0
    for index in atoms.indices {
      sum += Int(atoms[index].width)
      if sum > width { return index }
    }
    return nil
  }

  /// Replaces the characters that do not fit by a mark.
  ///
  /// The result fits its own width, so a text that is drawn as wide as it was measured stays whole.
  static func truncate(
    _ atoms: ArraySlice<TextAtom>, to width: Int, at place: Text.Truncation, mark: [TextAtom]
  ) -> ArraySlice<TextAtom> {
    guard firstOverflow(of: atoms, width: width) != nil else { return atoms }
    let short = prefix(mark[...], width: width)
    let room = width - self.width(of: short)
    let head: Int
    switch place {
    case .head: head = 0
    case .middle: head = room - room / 2
    case .tail: head = room
    }
    let left = prefix(atoms, width: head)
    // A wide character that did not fit on the left leaves its room to the right.
    let rest = place == .middle ? room - self.width(of: left) : room - head
    let right = Array(prefix(Array(atoms.reversed())[...], width: rest).reversed())
    let taken = self.width(of: left) + self.width(of: short) + self.width(of: right[...])
    if taken < width { return truncate(atoms, to: taken, at: place, mark: mark) }
    let run = (place == .head ? right.first ?? atoms.first : left.last ?? atoms.first)?.run ?? 0
    return left + short.map { $0.inRun(run) } + right
  }

  private static func width(of atoms: ArraySlice<TextAtom>) -> Int {
    atoms.reduce(0) { $0 + Int($1.width) }
  }

  /// Appends a mark to a line, and removes characters from its end if there is no room.
  static func mark(
    _ line: ArraySlice<TextAtom>, as mark: [TextAtom], in width: Int
  ) -> ArraySlice<TextAtom> {
    let mark = prefix(mark[...], width: width)
    let kept = prefix(line, width: width - self.width(of: mark))
    let run = kept.last?.run ?? line.first?.run ?? 0
    return kept + mark.map { $0.inRun(run) }
  }

  private static func prefix(
    _ atoms: ArraySlice<TextAtom>, width: Int
  ) -> ArraySlice<TextAtom> {
    firstOverflow(of: atoms, width: width).map { atoms[..<$0] } ?? atoms
  }
}

extension TextAtom {
  /// Returns the character in the style of a run.
  fileprivate func inRun(_ run: Int32) -> TextAtom {
    var atom = self
    atom.run = run
    return atom
  }
}
