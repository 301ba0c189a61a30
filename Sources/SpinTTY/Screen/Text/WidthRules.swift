/// Says how many columns a terminal gives to text.
///
/// No two generations of terminals agree; the rules are measured or guessed once, when the terminal
/// is chosen. Segmentation is the runtime's (Unicode Annex 29), the table is `WidthTable`.
public struct WidthRules: Hashable, Sendable {
  /// Says what a terminal takes for one unit of advance.
  public enum Profile: Hashable, Sendable {
    /// Each scalar advances by its own width, as the C function of that name does.
    case wcwidth
    /// Each grapheme cluster advances by one or two columns, as mode 2027 does.
    case grapheme
  }

  /// What is one unit of advance.
  public var profile: Profile
  /// Whether characters that are wide only in East Asian legacy sets take two columns.
  public var ambiguousIsWide: Bool
  /// Whether the terminal has said that it measures by cluster: it knows mode 2027.
  ///
  /// Then only characters that are newer than many terminals may have another width there.
  package var isConfirmed: Bool

  /// Creates rules; the default is what most terminals did before mode 2027.
  ///
  /// - Parameters:
  ///   - profile: What is one unit of advance.
  ///   - ambiguousIsWide: Whether characters that are wide only in East Asian legacy sets take two
  ///     columns.
  public init(profile: Profile = .wcwidth, ambiguousIsWide: Bool = false) {
    self.init(profile: profile, ambiguousIsWide: ambiguousIsWide, isConfirmed: false)
  }

  /// Creates rules that the terminal may have confirmed.
  package init(
    profile: Profile = .wcwidth, ambiguousIsWide: Bool = false, isConfirmed: Bool
  ) {
    self.profile = profile
    self.ambiguousIsWide = ambiguousIsWide
    self.isConfirmed = isConfirmed
  }

  /// The number of columns that `text` takes once it went through the gate.
  ///
  /// - Complexity: O(n); plain ASCII is only counted.
  public func width(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    var width = 0
    forEachGlyph(in: CleanText(text)) { glyph in
      width += glyph.width
      return true
    }
    return width
  }

  /// The number of columns that `character` takes once it went through the gate.
  public func width(of character: Character) -> Int {
    width(of: String(character))
  }
}

extension WidthRules {
  /// Calls `body` with each glyph that takes columns, until it answers false.
  ///
  /// Characters without any width (a lone joiner, a zero-width space) are passed over.
  func forEachGlyph(in text: CleanText, _ body: (Glyph) -> Bool) {
    for index in text.string.indices {
      let end = text.string.index(after: index)
      let scalars = text.string[index..<end].unicodeScalars
      switch profile {
      case .grapheme:
        let glyph = cluster(scalars)
        if glyph.width > 0, !body(glyph) { return }
      case .wcwidth:
        if !forEachAdvance(in: scalars, body) { return }
      }
    }
  }

  private func width(of traits: ScalarTraits) -> Int {
    ambiguousIsWide && traits.isAmbiguous ? 2 : traits.width
  }

  private func isContested(_ traits: ScalarTraits) -> Bool {
    traits.isContested || ambiguousIsWide && traits.isAmbiguous
  }

  /// The measure of a whole cluster: its first visible scalar decides, and sequences widen it.
  private func cluster(_ scalars: Substring.UnicodeScalarView) -> Glyph {
    var glyph = Glyph(scalars: scalars, width: 0, isContested: false)
    var previous: Unicode.Scalar?
    for scalar in scalars {
      let traits = ScalarTraits(scalar)
      glyph.isContested = glyph.isContested || isContested(traits)
      if glyph.width == 0 {
        glyph.width = width(of: traits)
      } else if widens(scalar, after: previous) {
        glyph.width = 2
      }
      previous = scalar
    }
    if let previous, isOpenJamo(previous) { glyph.isContested = true }
    if isConfirmed, glyph.isContested, let previous {
      glyph.isContested = scalars.contains(where: isUnsettled)
      glyph.isOpen = isOpen(previous)
    }
    return glyph
  }

  /// The version of Unicode that terminals which measure by cluster can be taken to know.
  private static let settledVersion = 15

  /// Whether terminals that measure by cluster may differ in the width of the scalar.
  private func isUnsettled(_ scalar: Unicode.Scalar) -> Bool {
    let traits = ScalarTraits(scalar)
    if ambiguousIsWide && traits.isAmbiguous { return true }
    guard traits.isContested else { return false }
    return scalar.properties.age.map { $0.major > WidthRules.settledVersion } ?? true
  }

  /// Whether a cluster that ends in this scalar may join what another text put after it: a flag, a
  /// joiner, a virama, a syllable.
  private func isOpen(_ last: Unicode.Scalar) -> Bool {
    switch last.value {
    case 0x1F1E6...0x1F1FF, 0x200D: true
    default:
      isOpenJamo(last) || last.properties.generalCategory == .format
        || last.properties.canonicalCombiningClass.rawValue == 9
    }
  }

  /// Whether what ends in this scalar would join a syllable that another text put after it.
  private func isOpenJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x115F).contains(scalar.value) || (0xA960...0xA97C).contains(scalar.value)
  }

  private func widens(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0xFE0F: previous?.properties.isEmoji ?? false
    case 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
    default: scalar.properties.generalCategory == .spacingMark || previous?.value == 0x200D
    }
  }

  /// One glyph for each scalar that advances, with the marks that follow it.
  private func forEachAdvance(
    in scalars: Substring.UnicodeScalarView, _ body: (Glyph) -> Bool
  ) -> Bool {
    let contested = scalars.contains { isContested(ScalarTraits($0)) }
    var start = scalars.startIndex
    while start < scalars.endIndex {
      var end = start
      var width = 0
      while end < scalars.endIndex {
        let advance = self.width(of: ScalarTraits(scalars[end]))
        if advance > 0, width > 0 { break }
        width += advance
        end = scalars.index(after: end)
      }
      let glyph = Glyph(
        scalars: scalars[start..<end], width: width, isContested: contested)
      if width > 0, !body(glyph) { return false }
      start = end
    }
    return true
  }
}
