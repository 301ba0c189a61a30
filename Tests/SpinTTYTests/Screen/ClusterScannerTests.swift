import SpinTesting
import Testing

@testable import SpinTTY

/// The scanner against the runtime, whose characters it has to find by itself.
@Suite struct ClusterScannerTests {
  /// What the gate lets through.
  private static let everyScalar = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
    ScalarTraits($0).breakClass != .gated
  }

  /// Up to three scalars of each class and each other trait: most classes have dozens of thousands.
  private static let representatives: [Unicode.Scalar] = {
    var chosen: [UInt16: [Unicode.Scalar]] = [:]
    for scalar in everyScalar {
      let bits = ScalarTraits(scalar).bits
      if chosen[bits, default: []].count < 3 { chosen[bits, default: []].append(scalar) }
    }
    return chosen.keys.sorted().flatMap { chosen[$0] ?? [] }
  }()

  /// One scalar of each class, and what has rules of its own.
  private static let classes: [Unicode.Scalar] = {
    var chosen: [BreakClass: [Unicode.Scalar]] = [:]
    for scalar in representatives {
      chosen[ScalarTraits(scalar).breakClass, default: []].append(scalar)
    }
    return chosen.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { key in
      let all = chosen[key] ?? []
      return Set([all[0], all[all.count / 2], all[all.count - 1]]).sorted()
    } + ["\u{200C}", "\u{FE0F}", "\u{1F3FD}", "\u{94D}"]
  }()

  /// What keeps apart what is before it from what is after it.
  private static let wall: Unicode.Scalar = "\u{200B}"

  @Test func everyScalarBeginsAndEndsClustersAsTheRuntimeSays() {
    expectSameClusters(ClusterScannerTests.everyScalar)
    expectSameClusters(ClusterScannerTests.everyScalar.flatMap { ["x", $0] })
  }

  @Test func pairsAndTriplesOfAllClassesAreClusteredAsTheRuntimeSays() {
    let classes = ClusterScannerTests.classes
    #expect(Set(classes.map { ScalarTraits($0).breakClass }).count == 16)
    var scalars: [Unicode.Scalar] = []
    for first in ClusterScannerTests.representatives {
      for second in ClusterScannerTests.representatives {
        scalars += [first, second, ClusterScannerTests.wall]
      }
    }
    expectSameClusters(scalars)
    scalars = []
    for first in classes {
      for second in classes {
        for third in classes { scalars += [first, second, third, ClusterScannerTests.wall] }
      }
    }
    expectSameClusters(scalars)
  }

  @Test(arguments: Seeds.series(5))
  func randomStringsAreClusteredAsTheRuntimeSays(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var scalars: [Unicode.Scalar] = []
    for _ in 0..<10_000 {
      for _ in 0..<generator.number(2..<10) { scalars.append(randomScalar(&generator)) }
      scalars.append(ClusterScannerTests.wall)
    }
    expectSameClusters(scalars)
  }

  @Test(arguments: Seeds.series(4))
  func glyphsAreThoseThatTheCharactersOfTheRuntimeMake(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let all = [WidthRules.Profile.wcwidth, .grapheme].flatMap { profile in
      [false, true].flatMap { isWide in
        [false, true].map {
          WidthRules(profile: profile, ambiguousIsWide: isWide, isConfirmed: $0)
        }
      }
    }
    for scalar in seed == 1 ? ClusterScannerTests.representatives : [] {
      for rules in all { expectSameGlyphs(CleanText("x\(scalar)"), rules) }
      for rules in all { expectSameGlyphs(CleanText("\(scalar)"), rules) }
    }
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.number(1..<9) { text.append(randomScalar(&generator)) }
      expectSameGlyphs(CleanText(String(text)), generator.pick(all))
    }
  }

  @Test(arguments: Seeds.series(4))
  func allWaysToMeasureAndDrawATextAgree(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.number(0..<9) {
        text.append(
          generator.once(in: 9)
            ? generator.pick(["\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2028}", "\u{E0061}"])
            : randomScalar(&generator))
      }
      let rules = WidthRules(
        profile: generator.pick([.wcwidth, .grapheme]), ambiguousIsWide: generator.once(in: 3),
        isConfirmed: generator.once(in: 2))
      expectSameDrawing(String(text), rules, &generator)
    }
  }

  @Test func ofAClusterWithoutEnd32ScalarsAreShown() {
    let rules = WidthRules(profile: .grapheme)
    for mark in ["\u{301}", "\u{200D}", "\u{93F}", "\u{200D}\u{301}"] {
      for count in [30, 31, 32, 33, 70] {
        let text = "a" + String(repeating: mark, count: count) + "b"
        expectSameGlyphs(CleanText(text), rules)
        expectSameGlyphs(CleanText(text), WidthRules(profile: .wcwidth))
        let canvas = Canvas(size: Size(columns: 4, rows: 2), widths: rules)
        Text(text, wrapping: .none).show(on: canvas)
        canvas.surface.put(text, row: 1)
        #expect(canvas.lines[0] == canvas.lines[1])
        #expect(canvas.lines[0].unicodeScalars.count <= 33)
      }
    }
  }

  /// Memory safety must not depend on who made the bytes.
  @Test func bytesThatEndWithinAScalarAreAReplacementCharacter() {
    for text in ["é", "中", "👩"] {
      for count in 1..<text.utf8.count {
        Array(("a" + text).utf8.prefix(1 + count)).withView { bytes in
          var scanner = ClusterScanner(bytes)
          let first = scanner.next()
          #expect(first?.end == 1)
          let last = scanner.next()
          #expect(last?.end == bytes.count)
          #expect(last?.measure.scalar == 0xFFFD)
          let end = scanner.next()
          #expect(end == nil && !scanner.isStopped)
        }
      }
    }
  }

  private func randomScalar(_ generator: inout SeededGenerator) -> Unicode.Scalar {
    switch generator.number(0..<8) {
    case 0: generator.pick(["a", "b", " ", ",", "é", "漢", "─", "\u{301}", "\u{200D}"])
    case 1: generator.pick(["👩", "❤", "\u{FE0F}", "\u{200D}", "\u{1F1EB}", "\u{1F1F7}", "👍"])
    case 2: generator.pick(["\u{915}", "\u{94D}", "\u{937}", "\u{93F}", "\u{93C}", "\u{200C}"])
    case 3: generator.pick(["\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{AC01}"])
    default: generator.pick(ClusterScannerTests.representatives)
    }
  }

  private func expectSameClusters(_ scalars: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    // Marks after a wall are on a dotted circle.
    var text = CleanText(String(view)).string
    var expected: [Int] = []
    expected.reserveCapacity(scalars.count)
    var end = 0
    for character in text {
      end += character.utf8.count
      expected.append(end)
    }
    text.withBytes { bytes in
      var scanner = ClusterScanner(bytes)
      var number = 0
      while let cluster = scanner.next() {
        guard number < expected.count, cluster.end == expected[number] else {
          let around = bytes[max(0, cluster.start - 12)..<min(bytes.count, cluster.end + 16)]
          let shown = String(decoding: around, as: UTF8.self).unicodeScalars.map {
            String($0.value, radix: 16)
          }
          Issue.record("a cluster ends at \(cluster.end - cluster.start) among \(shown)")
          return
        }
        number += 1
      }
      #expect(number == expected.count && !scanner.isStopped)
    }
  }

  private func expectSameGlyphs(_ text: CleanText, _ rules: WidthRules) {
    let expected = rules.expectedCells(in: text)
    let drawn = rules.drawnGlyphs(in: text.string)
    #expect(drawn == expected, "\(text.string.unicodeScalars.map(\.value)) \(rules)")
    #expect(rules.width(of: text.string) == expected.reduce(0) { $0 + $1.width })
  }

  /// Draws a text in four ways, and as glyphs of the oracle, over what was there.
  private func expectSameDrawing(
    _ text: String, _ rules: WidthRules, _ generator: inout SeededGenerator
  ) {
    let glyphs = rules.expectedGlyphs(in: CleanText(text))
    let width = glyphs.reduce(0) { $0 + $1.width }
    let size = Size(columns: generator.pick([1, 5, 9, 40]), rows: 1)
    let column = generator.number(-4..<6)
    let background = generator.pick(["", "漢字漢字漢字漢字漢字漢字", "a漢字漢字漢字漢字漢字漢字"])
    func drawn(_ body: (Surface) -> Void) -> Canvas {
      let canvas = Canvas(size: size, widths: rules)
      canvas.surface.put(background)
      body(canvas.surface)
      return canvas
    }
    let expected = drawn { surface in
      var place = column
      for glyph in glyphs {
        surface.put(glyph.text, column: place)
        place += glyph.width
      }
    }.pictures
    var ends: [Int] = []
    let ways = [
      drawn { ends.append($0.put(text, column: column)) },
      drawn { ends.append($0.put(CleanText(text), column: column)) },
      drawn { surface in
        guard let line = ScannedLine(text) else {
          Issue.record("not a line: \(text)")
          return
        }
        ends.append(surface.put(line, column: column))
        #expect(line.width(by: rules) == width)
      },
    ]
    for way in ways {
      #expect(way.pictures == expected, "\(text.unicodeScalars.map(\.value)) \(rules)")
    }
    let room = max(0, size.columns - column)
    #expect(ends == [min(room, width), min(room, width), min(room, width)])
    #expect(rules.width(of: text) == width)
  }
}

extension Canvas {
  /// What each cell shows.
  fileprivate var pictures: [String] {
    (0..<size.columns).map { column in
      let cell = grid[column: column, row: 0]
      return "\(catalog.text(of: cell.glyph)) \(cell.isWide) \(cell.isContinuation)"
    }
  }
}
