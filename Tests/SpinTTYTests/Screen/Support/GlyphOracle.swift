@testable import SpinTTY

/// A glyph, told by its text.
struct ExpectedGlyph: Equatable {
  var text: String
  var width: Int
  var isContested: Bool
  var isOpen = false
}

extension WidthRules {
  /// The glyphs of a text by the runtime's characters and their properties, one after the other: slow,
  /// and nothing like what is tested.
  func expectedGlyphs(in text: CleanText) -> [ExpectedGlyph] {
    text.string.flatMap { character -> [ExpectedGlyph] in
      var scalars = Array(character.unicodeScalars)
      if scalars.count > 32 {
        scalars.removeSubrange(32...)
        if scalars.last == "\u{200D}" { scalars.removeLast() }
      }
      return profile == .grapheme ? [cluster(scalars)] : advances(scalars)
    }.filter { $0.width > 0 }
  }

  /// The glyphs of a text as cells show them.
  ///
  /// What has no width before a glyph is left out, and a glyph that would join the cell on its left is
  /// contested.
  func expectedCells(in text: CleanText) -> [ExpectedGlyph] {
    expectedGlyphs(in: text).map { glyph in
      var glyph = glyph
      let shown = glyph.text.unicodeScalars.drop { width(of: $0) == 0 }
      glyph.text = String(shown)
      if let first = shown.first, advances(first) { glyph.isContested = true }
      return glyph
    }
  }

  /// The glyphs in the cells of a row that shows a text.
  func drawnGlyphs(in text: String) -> [ExpectedGlyph] {
    let canvas = Canvas(size: Size(columns: width(of: text), rows: 1), widths: self)
    canvas.surface.put(text)
    return (0..<canvas.size.columns).map { canvas.grid[column: $0, row: 0] }
      .filter { !$0.isContinuation }
      .map { cell in
        ExpectedGlyph(
          text: canvas.catalog.text(of: cell.glyph), width: cell.width,
          isContested: cell.isContested, isOpen: cell.isOpen)
      }
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    let traits = ScalarTraits(scalar)
    return ambiguousIsWide && traits.isAmbiguous ? 2 : traits.width
  }

  private func isContested(_ scalar: Unicode.Scalar) -> Bool {
    let traits = ScalarTraits(scalar)
    return traits.isContested || ambiguousIsWide && traits.isAmbiguous
  }

  private func cluster(_ scalars: [Unicode.Scalar]) -> ExpectedGlyph {
    var glyph = ExpectedGlyph(text: string(scalars), width: 0, isContested: false)
    var previous: Unicode.Scalar?
    for scalar in scalars {
      glyph.isContested = glyph.isContested || isContested(scalar)
      if glyph.width == 0 {
        glyph.width = width(of: scalar)
      } else if widens(scalar, after: previous) {
        glyph.width = 2
      }
      previous = scalar
    }
    if let previous, isInitial(previous) { glyph.isContested = true }
    if isConfirmed, glyph.isContested, let previous {
      glyph.isContested = scalars.contains(where: isUnsettled)
      glyph.isOpen = isOpen(previous)
    }
    return glyph
  }

  private func isUnsettled(_ scalar: Unicode.Scalar) -> Bool {
    let traits = ScalarTraits(scalar)
    if ambiguousIsWide && traits.isAmbiguous { return true }
    if advances(scalar), !scalar.properties.isEmojiModifier { return true }
    return traits.isContested && (scalar.properties.age.map { $0.major > 15 } ?? true)
  }

  /// Whether a scalar joins a letter, and has a column of its own.
  private func advances(_ scalar: Unicode.Scalar) -> Bool {
    string(["a", scalar]).count == 1 && ScalarTraits(scalar).width > 0
  }

  private func isOpen(_ last: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(last.value) || last.value == 0x200D || isInitial(last)
      || last.properties.generalCategory == .format
      || last.properties.canonicalCombiningClass.rawValue == 9
  }

  private func isInitial(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x115F).contains(scalar.value) || (0xA960...0xA97C).contains(scalar.value)
  }

  private func widens(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0xFE0F: previous?.properties.isEmoji ?? false
    case 0x1F1E6...0x1F1FF: true
    default: advances(scalar) || previous?.value == 0x200D
    }
  }

  /// One glyph for each scalar that advances, with the marks that follow it.
  private func advances(_ scalars: [Unicode.Scalar]) -> [ExpectedGlyph] {
    let isContested = scalars.contains(where: isContested)
    var glyphs: [ExpectedGlyph] = []
    var rest = scalars[...]
    while !rest.isEmpty {
      var width = 0
      let part = rest.prefix { scalar in
        let advance = self.width(of: scalar)
        if advance > 0, width > 0 { return false }
        width += advance
        return true
      }
      glyphs.append(
        ExpectedGlyph(text: string(Array(part)), width: width, isContested: isContested))
      rest = rest[part.endIndex...]
    }
    return glyphs
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
