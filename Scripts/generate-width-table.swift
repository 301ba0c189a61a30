// Writes Sources/SpinTTY/Screen/Text/WidthTable.swift.
//
//   swiftc -O Scripts/generate-width-table.swift -o .build/generate-width-table
//   .build/generate-width-table /usr/share/unicode/EastAsianWidth.txt \
//     > Sources/SpinTTY/Screen/Text/WidthTable.swift
//
// Sources: EastAsianWidth.txt of the Unicode Character Database (Debian's package unicode-data has
// 15.0.0), what later versions of that file added (listed below), and the scalar properties of the
// Swift runtime that runs this script (Unicode 17.0 in Swift 6.3).

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
/// Planes 0 to 3; what lies above is answered by rule.
let tableEnd: UInt32 = 0x40000
let blockSize: UInt32 = 128

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

func nibble(_ value: UInt32) -> UInt64 {
  guard let scalar = Unicode.Scalar(value) else { return 1 }
  let properties = scalar.properties
  let isPrependedMark = [
    0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD,
    0x110CD...0x110CD,
  ].contains { $0.contains(Int(value)) }
  let isSoftHyphen = value == 0xAD
  var isZero = false
  switch properties.generalCategory {
  case .nonspacingMark, .enclosingMark: isZero = true
  case .format: isZero = !isPrependedMark && !isSoftHyphen
  default: break
  }
  if properties.isDefaultIgnorableCodePoint && !isSoftHyphen { isZero = true }
  if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { isZero = true }

  let isNew = properties.age.map { $0.major > settledVersion } ?? true
  let isJoiner = value == 0x200D || value == 0xFE0E || value == 0xFE0F
  let isFlag = (0x1F1E6...0x1F1FF).contains(value)
  let isContested =
    isNew || isJoiner || isFlag || properties.isEmojiModifier || isSoftHyphen || isPrependedMark
    || widened.contains(value) || properties.generalCategory == .spacingMark
    || properties.canonicalCombiningClass == Unicode.CanonicalCombiningClass(rawValue: 9)

  let width: UInt64 = isZero ? 0 : wide.contains(value) ? 2 : 1
  let isAmbiguous = width == 1 && ambiguous.contains(value)
  return width | (isContested ? 4 : 0) | (isAmbiguous ? 8 : 0)
}

var blocks: [[UInt64]] = []
var blockIndex: [[UInt64]: Int] = [:]
var index: [UInt8] = []
for start in stride(from: 0, to: tableEnd, by: Int(blockSize)) {
  let words = stride(from: start, to: start + blockSize, by: 16).map { base in
    (0..<16).reduce(UInt64(0)) { $0 | nibble(base + UInt32($1)) << UInt64($1 * 4) }
  }
  let number = blockIndex[words] ?? blocks.count
  if number == blocks.count {
    blockIndex[words] = number
    blocks.append(words)
  }
  index.append(UInt8(number))
}
let indexWords = stride(from: 0, to: index.count, by: 8).map { base in
  (0..<8).reduce(UInt64(0)) { $0 | UInt64(index[base + $1]) << UInt64($1 * 8) }
}

func literal(_ words: [UInt64]) -> String {
  stride(from: 0, to: words.count, by: 4).map { base in
    "    "
      + words[base..<min(base + 4, words.count)]
      .map { "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: ", ") + ","
  }.joined(separator: "\n")
}

print(
  """
  // Generated by Scripts/generate-width-table.swift; do not edit.
  // Source: \(sourceName), its additions up to 17.0.0, and the scalar properties of Unicode 17.0.0.

  /// Holds four bits for each scalar of planes 0 to 3 in two stages: width, contested, ambiguous.
  ///
  /// The first stage names a block of 128 scalars, eight indices a word; the second has 16 scalars
  /// a word. Bits 0 and 1 are the width, bit 2 says contested and bit 3 ambiguous.
  enum WidthTable {
    /// The version of Unicode that the table describes.
    static let unicodeVersion = (major: 17, minor: 0)

    /// The first scalar that is not in the table.
    static let end: UInt32 = 0x\(String(tableEnd, radix: 16, uppercase: true))

    static let index: [UInt64] = [
  \(literal(indexWords))
    ]

    static let blocks: [UInt64] = [
  \(literal(blocks.flatMap { $0 }))
    ]
  }
  """)
FileHandle.standardError.write(
  Data("\(blocks.count) blocks, \(indexWords.count * 8 + blocks.count * 64) bytes\n".utf8))
