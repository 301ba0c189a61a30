import Testing

@testable import SpinTTY

/// The lines of pictures, in a cell of 8 by 8 samples: a light line has two of them, a heavy one has four,
/// and a double one has two lines of two.
@Suite struct CellShapeTests {
  private let step = 0.7
  private let side = 5.6

  /// The characters of the block Box Drawing that are lines from the middle to the edges.
  private let characters = (UInt32(0x2500)...0x257F).compactMap { UnicodeScalar($0) }
    .map { String($0) }.filter { BoxJoint($0) != nil }

  /// Draws the rectangles of a character, row by row.
  private func samples(_ character: String) throws -> [String] {
    let path = try #require(CellShape(character)).path(x: 0, y: 0, width: side, height: side)
    let parts = path.split(separator: "z").map { part in
      part.split { "Mhv ".contains($0) }.compactMap { Double($0) }
    }
    return (0..<8).map { row in
      let y = (Double(row) + 0.5) * step
      return String(
        (0..<8).map { column -> Character in
          let x = (Double(column) + 0.5) * step
          let isInside = parts.contains { part in
            x > part[0] && x < part[0] + part[2] && y > part[1] && y < part[1] + part[3]
          }
          return isInside ? "█" : " "
        })
    }
  }

  private func picture(_ characters: String) throws -> String {
    let all = try characters.map { try samples(String($0)) }
    return (0..<8).map { row in all.map { "|" + $0[row] }.joined() + "|" }.joined(separator: "\n")
  }

  @Test func lightAndHeavyLinesMeetWithoutAGapAndWithoutAnOverhang() throws {
    try #expect(
      picture("┱┕┰┵┿╃╼╴") == """
        |        |   ██   |        |   ██   |   ██   |  ████  |        |        |
        |        |   ██   |        |   ██   |   ██   |  ████  |        |        |
        |██████  |   █████|        |█████   |████████|██████  |    ████|        |
        |████████|   █████|████████|████████|████████|████████|████████|████    |
        |████████|   █████|████████|████████|████████|████████|████████|████    |
        |██████  |   █████|  ████  |█████   |████████|██████  |    ████|        |
        |  ████  |        |  ████  |        |   ██   |   ██   |        |        |
        |  ████  |        |  ████  |        |   ██   |   ██   |        |        |
        """)
  }

  @Test func doubleLinesAreTwoLinesThatLeaveTheirInsideEmpty() throws {
    try #expect(
      picture("╔╠╬╟╫╪╒╤") == """
        |        | ██  ██ | ██  ██ | ██  ██ | ██  ██ |   ██   |        |        |
        | ███████| ██  ███|███  ███| ██  ██ | ██  ██ |████████|   █████|████████|
        | ███████| ██  ███|███  ███| ██  ██ | ██  ██ |████████|   █████|████████|
        | ██     | ██     |        | ██  ███|████████|   ██   |   ██   |        |
        | ██     | ██     |        | ██  ███|████████|   ██   |   ██   |        |
        | ██  ███| ██  ███|███  ███| ██  ██ | ██  ██ |████████|   █████|████████|
        | ██  ███| ██  ███|███  ███| ██  ██ | ██  ██ |████████|   █████|████████|
        | ██  ██ | ██  ██ | ██  ██ | ██  ██ | ██  ██ |   ██   |   ██   |   ██   |
        """)
  }

  @Test func eachCharacterOfABoxReachesTheEdgesThatItsLinesHave() throws {
    #expect(characters.count == 113)
    let edges: [BoxJoint.Weight: String] = [
      .none: "        ", .light: "   ██   ", .heavy: "  ████  ", .double: " ██  ██ ",
    ]
    for character in characters where !"╭╮╯╰".contains(character) {
      let (joint, rows) = (try #require(BoxJoint(character)), try samples(character))
      #expect(rows.first == edges[joint.up], "\(character)")
      #expect(rows.last == edges[joint.down], "\(character)")
      #expect(String(rows.compactMap(\.first)) == edges[joint.left], "\(character)")
      #expect(String(rows.compactMap(\.last)) == edges[joint.right], "\(character)")
    }
  }

  @Test func aTurnedCharacterHasTheTurnedLines() throws {
    for character in characters where !"╭╮╯╰".contains(character) {
      let joint = try #require(BoxJoint(character))
      let turned = BoxJoint(joint.left, joint.up, joint.right, joint.down)
      let rows = try samples(character).map(Array.init)
      let expected = (0..<8).map { row in String((0..<8).map { rows[7 - $0][row] }) }
      try #expect(samples(turned.character) == expected, "\(character)")
    }
  }

  @Test func roundCornersAreArcsAndOtherCharactersAreText() {
    for character in characters {
      let path = CellShape(character)?.path(x: 0, y: 0, width: side, height: side)
      #expect(path?.contains("A") == "╭╮╯╰".contains(character), "\(character)")
    }
    for character in ["┄", "╲", "a", "", "─\u{301}"] { #expect(CellShape(character) == nil) }
  }
}
