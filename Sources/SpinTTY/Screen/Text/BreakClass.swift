/// The role of a scalar at the boundaries of grapheme clusters.
///
/// These are the classes of Unicode Annex 29, with the classes Any, Extend and E_Base split as its
/// rules require, and with a class of its own for the scalars that ``CleanText`` replaces. The
/// order matters: the first five never join the previous scalar, unless that is one of the last
/// three. The script that generates ``WidthTable`` has the same order.
enum BreakClass: UInt8 {
  /// A scalar that no rule names.
  case other
  /// Extended_Pictographic.
  case pictographic
  /// A consonant of a script with conjuncts: InCB=Consonant.
  case consonant
  /// A Hangul syllable without and with a final consonant.
  case lv, lvt
  /// Extend with InCB=Extend, and with InCB=None.
  case extend, bareExtend
  /// Extend with InCB=Linker.
  case linker
  /// U+200D.
  case joiner
  case spacingMark
  case regionalIndicator
  /// A vowel and a final consonant of a Hangul syllable.
  case v, t
  case control
  /// An initial consonant of a Hangul syllable.
  case l
  case prepend
  /// A scalar that ``CleanText`` replaces.
  case gated
}

/// The state of a cluster, which decides whether the next scalar joins it: the rules GB6 to GB13.
enum GraphemeState {
  /// Only marks can follow.
  case complete
  /// A pictograph with marks, and one with a joiner after them.
  case pictograph, joinedPictograph
  /// A consonant with marks, and one with a linker among the marks.
  case consonant, linkedConsonant
  /// Hangul that ends in an initial consonant, a vowel or a final consonant.
  case initial, vowel, final
  /// The first half of a flag.
  case halfFlag
  case prepended
  /// Nothing can follow.
  case control

  /// The state after the first scalar of a cluster.
  init(_ first: BreakClass) {
    switch first {
    case .pictographic: self = .pictograph
    case .consonant: self = .consonant
    case .l: self = .initial
    case .v, .lv: self = .vowel
    case .t, .lvt: self = .final
    case .regionalIndicator: self = .halfFlag
    case .prepend: self = .prepended
    case .control, .gated: self = .control
    default: self = .complete
    }
  }

  /// Returns the state after another scalar, or `nil` if that scalar begins another cluster.
  func joined(by next: BreakClass) -> GraphemeState? {
    switch (self, next) {
    case (.control, _), (_, .control), (_, .gated): nil
    case (_, .extend), (_, .bareExtend), (_, .linker), (_, .joiner): extended(by: next)
    case (_, .spacingMark): .complete
    case (.prepended, _): GraphemeState(next)
    case (.joinedPictograph, .pictographic): .pictograph
    case (.linkedConsonant, .consonant): .consonant
    case (.initial, .l), (.initial, .v), (.initial, .lv), (.initial, .lvt): GraphemeState(next)
    case (.vowel, .v), (.vowel, .t), (.final, .t): GraphemeState(next)
    case (.halfFlag, .regionalIndicator): .complete
    default: nil
    }
  }

  /// Returns the state after a mark or a joiner.
  private func extended(by mark: BreakClass) -> GraphemeState {
    switch self {
    case .pictograph: mark == .joiner ? .joinedPictograph : .pictograph
    case .consonant where mark == .linker: .linkedConsonant
    case .consonant, .linkedConsonant: mark == .bareExtend ? .complete : self
    default: .complete
    }
  }
}
