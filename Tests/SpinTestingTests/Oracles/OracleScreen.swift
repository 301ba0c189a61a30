import SpinTesting

/// What an oracle shows, reduced to what can be compared.
struct OracleScreen: Equatable, Codable, CustomStringConvertible {
  /// A character with its style in words; nothing for the right half of a wide one.
  struct Cell: Equatable, Codable {
    var text: String
    var style: String
  }

  var row: Int
  var column: Int
  var cells: [[Cell]]

  init(row: Int, column: Int, cells: [[Cell]]) {
    self.row = row
    self.column = column
    self.cells = cells
  }

  init(_ terminal: VirtualTerminal) {
    row = terminal.cursor.row
    column = terminal.cursor.column
    cells = terminal.cells.map { row in
      row.map { Cell(text: $0.text, style: $0.style.description) }
    }
  }

  /// The same with the styles of another screen where the oracle said that any will do.
  func settled(by other: Self) -> Self {
    var screen = self
    for row in cells.indices {
      for column in cells[row].indices where cells[row][column].style == "any" {
        screen.cells[row][column].style = other.cells[row][column].style
      }
    }
    return screen
  }

  /// The same without the styles of blanks, in which terminals differ, or with their background.
  func withoutBlankStyles(keepingBackground: Bool) -> Self {
    var screen = self
    for row in cells.indices {
      for column in cells[row].indices where cells[row][column].text == " " {
        let parts = cells[row][column].style.split(separator: ", ")
        let background = parts.first { $0.hasPrefix("background") }
        screen.cells[row][column].style = keepingBackground ? String(background ?? "") : ""
      }
    }
    return screen
  }

  /// The styles of right halves are nobody's business.
  var withoutRightHalves: Self {
    var screen = self
    for row in cells.indices {
      for column in cells[row].indices where cells[row][column].text.isEmpty {
        screen.cells[row][column].style = ""
      }
    }
    return screen
  }

  var description: String {
    "cursor \(row), \(column)\n"
      + cells.map { row in
        let styles = row.map(\.style).filter { !["", "default"].contains($0) }
        return "|" + row.map(\.text).joined() + "| " + styles.joined(separator: " / ")
      }.joined(separator: "\n")
  }
}
