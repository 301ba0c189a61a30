// Writes Sources/SpinTTY/Screen/Text/WidthTable.swift.
//
//   swiftc -O Scripts/generate-width-table.swift -o .build/generate-width-table
//   .build/generate-width-table /usr/share/unicode/EastAsianWidth.txt \
//     > Sources/SpinTTY/Screen/Text/WidthTable.swift
//
// Sources:
// - widths: EastAsianWidth.txt of the Unicode Character Database (Debian's package unicode-data has
//   15.0.0), and what later versions of that file added (listed below);
// - break classes: the Swift runtime that runs this script. The class of a scalar follows from
//   whether it breaks a few short strings in two, for properties that it does not name
//   (Indic_Conjunct_Break);
// - everything else: the scalar properties of the same runtime (Unicode 17.0 in Swift 6.3).

import Foundation

/// Wide in EastAsianWidth-17.0.0.txt but not in 15.0.0, with the version that made them so.
let widenedLater: [(version: Int, ranges: [ClosedRange<UInt32>])] = [
  (15, [0x2FFC...0x2FFF, 0x31EF...0x31EF]),
  (
    16,
    [
      0x2630...0x2637, 0x268A...0x268F, 0x31E4...0x31E5, 0x4DC0...0x4DFF, 0x18CFF...0x18CFF,
      0x1D300...0x1D356, 0x1D360...0x1D376, 0x1FA89...0x1FA89, 0x1FA8F...0x1FA8F,
      0x1FABE...0x1FABE, 0x1FAC6...0x1FAC6, 0x1FADC...0x1FADC, 0x1FADF...0x1FADF,
      0x1FAE9...0x1FAE9,
    ]
  ),
  (
    17,
    [
      0x16FF2...0x16FF6, 0x187F8...0x187FF, 0x18D09...0x18D1E, 0x18D80...0x18DF2,
      0x1F6D8...0x1F6D8, 0x1FA8A...0x1FA8A, 0x1FA8E...0x1FA8E, 0x1FAC8...0x1FAC8,
      0x1FACD...0x1FACD, 0x1FAEA...0x1FAEA, 0x1FAEF...0x1FAEF,
    ]
  ),
]

/// Terminals that know Unicode 12 (2019) agree on everything older.
let settledVersion = 12
/// Terminals that measure by cluster agree on everything that Unicode 15 (2022) has, except on marks
/// that take a column of their own.
let settledClusterVersion = 15
/// Planes 0 to 3, and the start of plane 14; the rest is answered by rule.
let planes = Array(UInt32(0)..<0x40000) + Array(UInt32(0xE0000)..<0xE1000)
let blockSize = 8
let groupSize = 32

guard CommandLine.arguments.count == 2,
  let source = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
else {
  FileHandle.standardError.write(Data("usage: generate-width-table <EastAsianWidth.txt>\n".utf8))
  exit(64)
}
let sourceName = source.prefix { $0 != "\n" }.dropFirst(2)
guard sourceName == "EastAsianWidth-15.0.0.txt" else {
  FileHandle.standardError.write(
    Data("\(sourceName): the list of later additions starts from version 15.0.0\n".utf8))
  exit(65)
}

var wide = Set<UInt32>()
var ambiguous = Set<UInt32>()
var widened = Set<UInt32>()
for line in source.split(separator: "\n") {
  let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
    $0.trimmingCharacters(in: .whitespaces)
  }
  guard fields.count == 2 else { continue }
  let bounds = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
  guard let first = bounds.first, let last = bounds.last else { continue }
  switch fields[1] {
  case "W", "F": wide.formUnion(first...last)
  case "A": ambiguous.formUnion(first...last)
  default: break
  }
}
for addition in widenedLater {
  for range in addition.ranges {
    widened.formUnion(range)
    wide.formUnion(range)
  }
}

// MARK: Break classes

/// The classes in the order of `BreakClass`.
enum BreakClass: UInt16 {
  case other, pictographic, consonant, lv, lvt
  case extend, bareExtend, linker, joiner, spacingMark, regionalIndicator, v, t, control
  case l, prepend, gated
}

/// Returns whether the scalars are one character to the runtime.
func areOne(_ scalars: Unicode.Scalar...) -> Bool {
  var view = String.UnicodeScalarView()
  view.append(contentsOf: scalars)
  return String(view).count == 1
}

func isGated(_ value: UInt32) -> Bool {
  switch value {
  case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
  default: false
  }
}

func breakClass(_ scalar: Unicode.Scalar) -> BreakClass {
  let (woman, joiner): (Unicode.Scalar, Unicode.Scalar) = ("\u{1F469}", "\u{200D}")
  let (ka, virama): (Unicode.Scalar, Unicode.Scalar) = ("\u{915}", "\u{94D}")
  let (l, v, lv, lvt): (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) =
    ("\u{1100}", "\u{1161}", "\u{AC00}", "\u{AC01}")
  if isGated(scalar.value) { return .gated }
  if scalar == joiner { return .joiner }
  if areOne("a", scalar) {
    let isExtend = areOne(woman, scalar, joiner, woman)
    let isLinker = areOne(ka, scalar, ka)
    precondition(isExtend || !areOne(ka, virama, scalar, ka), "a spacing mark within a conjunct")
    if !isExtend { return .spacingMark }
    return isLinker ? .linker : areOne(ka, virama, scalar, ka) ? .extend : .bareExtend
  }
  if !areOne("\u{600}", scalar) { return .control }
  if areOne(scalar, "a") { return .prepend }
  if areOne(lvt, scalar) { return .t }
  if areOne(l, scalar) {
    if areOne(scalar, lv) { return .l }
    if areOne(v, scalar) { return .v }
    return areOne(scalar, v) ? .lv : .lvt
  }
  if areOne("\u{1F1E6}", scalar) { return .regionalIndicator }
  if areOne(woman, joiner, scalar) { return .pictographic }
  return areOne(ka, virama, scalar) ? .consonant : .other
}

// MARK: Lines

/// Punctuation that no line begins with.
let closing = Set(",.!?:;)]}…、。，．」』】〉》）！？：；ーゃゅょっャュョッ々".unicodeScalars.map(\.value))
/// Punctuation that no line ends with.
let opening = Set("([{「『【〈《（".unicodeScalars.map(\.value))

func lineClass(_ value: UInt32) -> UInt16 {
  value == 0x20 ? 1 : closing.contains(value) ? 2 : opening.contains(value) ? 3 : 0
}

// MARK: Traits

func traits(_ value: UInt32) -> UInt16 {
  guard let scalar = Unicode.Scalar(value) else { return 1 }
  let properties = scalar.properties
  let isPrependedMark = [
    0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD,
    0x110CD...0x110CD,
  ].contains { $0.contains(Int(value)) }
  let isSoftHyphen = value == 0xAD
  let isFormat = properties.generalCategory == .format
  let isVirama =
    properties.canonicalCombiningClass == Unicode.CanonicalCombiningClass(rawValue: 9)
  var isZero = false
  switch properties.generalCategory {
  case .nonspacingMark, .enclosingMark: isZero = true
  case .format: isZero = !isPrependedMark && !isSoftHyphen
  default: break
  }
  if properties.isDefaultIgnorableCodePoint && !isSoftHyphen { isZero = true }
  if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { isZero = true }

  let width: UInt16 = isZero ? 0 : wide.contains(value) ? 2 : 1
  let breakClass = breakClass(scalar)
  // Some terminals give a column to what joins a character and has one of its own, others do not.
  // NB: the general category does not tell: Thai and Lao vowels are letters, like the sound marks of
  // halfwidth kana, and many spacing marks join nothing.
  let isAdvancing =
    width > 0 && [.extend, .bareExtend, .linker, .spacingMark].contains(breakClass)

  let age = properties.age?.major ?? .max
  let isJoiner = value == 0x200D || value == 0xFE0E || value == 0xFE0F
  let isFlag = (0x1F1E6...0x1F1FF).contains(value)
  let isModifier = properties.isEmojiModifier
  let isContested =
    age > settledVersion || isJoiner || isFlag || isModifier || isSoftHyphen || isPrependedMark
    || widened.contains(value) || isAdvancing || properties.generalCategory == .spacingMark
    || isVirama || (0xE0000...0xE0FFF).contains(value)

  let isAmbiguous = width == 1 && ambiguous.contains(value)
  let isUnsettled = isContested && (age > settledClusterVersion || isAdvancing && !isModifier)
  let isOpen = isFlag || value == 0x200D || breakClass == .l || isFormat || isVirama
  let flags = [
    isContested, isAmbiguous, isUnsettled, isOpen, properties.isEmoji, isAdvancing || isFlag,
  ]
  return flags.enumerated().reduce(width | lineClass(value) << 8 | breakClass.rawValue << 10) {
    $0 | ($1.element ? 4 << UInt16($1.offset) : 0)
  }
}

/// Divides numbers into blocks of a size, each of which stands once.
///
/// - Returns: The blocks, one after another, and the number of the block of each part.
func blocks(of numbers: [UInt16], size: Int) -> (blocks: [UInt16], index: [UInt16]) {
  var known: [ArraySlice<UInt16>: UInt16] = [:]
  var blocks: [UInt16] = []
  let index = stride(from: 0, to: numbers.count, by: size).map { start in
    let block = numbers[start..<start + size]
    if let number = known[block] { return number }
    known[block] = UInt16(blocks.count / size)
    blocks += block
    return UInt16(blocks.count / size - 1)
  }
  return (blocks, index)
}

/// Packs four numbers a word, the first one lowest.
func words(_ numbers: [UInt16]) -> [UInt64] {
  stride(from: 0, to: numbers.count, by: 4).map { start in
    numbers[start..<start + 4].reversed().reduce(0) { $0 << 16 | UInt64($1) }
  }
}

let (traitBlocks, places) = blocks(of: planes.map(traits), size: blockSize)
let (groups, index) = blocks(of: places, size: groupSize)

func literal(_ words: [some FixedWidthInteger], columns: Int) -> String {
  stride(from: 0, to: words.count, by: columns).map { base in
    "    "
      + words[base..<min(base + columns, words.count)]
      .map { "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: ", ") + ","
  }.joined(separator: "\n")
}

print(
  """
  // Generated by Scripts/generate-width-table.swift; do not edit.
  // Sources: \(sourceName), its additions up to 17.0.0, and the scalar properties and
  // the grapheme breaking of a Swift runtime with Unicode 17.0.0.

  /// Holds the traits of each scalar of planes 0 to 3, and of the first 4,096 of plane 14 after them,
  /// in three stages, so that equal blocks stand once.
  ///
  /// The first stage names a group of \(blockSize * groupSize) scalars, the second names blocks of
  /// \(blockSize) scalars, and the third has the traits of each scalar, four a word.
  /// ``ScalarTraits`` describes the bits.
  enum WidthTable {
    /// The version of Unicode that the table describes.
    static let unicodeVersion = (major: 17, minor: 0)

    static let index: [UInt8] = [
  \(literal(index.map { UInt8($0) }, columns: 16))
    ]

    static let groups: [UInt16] = [
  \(literal(groups, columns: 12))
    ]

    static let blocks: [UInt64] = [
  \(literal(words(traitBlocks), columns: 4))
    ]
  }
  """)
FileHandle.standardError.write(
  Data("\(groups.count / groupSize) groups, \(traitBlocks.count / blockSize) blocks\n".utf8))
