extension VirtualTerminal {
  /// The rows of the screen without trailing blanks.
  public var lines: [String] { screen.lines.map(\.text) }

  /// The screen as text, without trailing blanks in a row and without empty rows at the end.
  public var text: String { Self.text(lines) }

  /// The same text as ``text``, with `█` for each blank cell in reverse or with a background.
  ///
  /// Bars and large digits consist of blanks with a background, so this shows them; it also shows
  /// selected rows.
  public var textWithBlocks: String {
    let lines = screen.lines.map { line in
      line.text { $0.text == " " && $0.style.isFilled ? "█" : $0.text }
    }
    return Self.text(lines)
  }

  private static func text(_ lines: [String]) -> String {
    let last = lines.lastIndex { !$0.isEmpty } ?? -1
    return lines[...last].joined(separator: "\n")
  }

  /// The screen in a frame, with a line of letters below each row that has styles, and a legend.
  ///
  /// ```
  /// 12x2, cursor hidden
  /// |value: 10   |
  /// |       aa   |
  /// |            |
  /// a: foreground 1, bold
  /// ```
  public var picture: String {
    var legend: [Style: Character] = [:]
    var order: [Style] = []
    var result = header + "\n"
    for line in screen.lines {
      result += "|" + line.cells.map(\.text).joined() + "|\n"
      var marks = ""
      for cell in line.cells {
        if cell.style != Style() && legend[cell.style] == nil {
          legend[cell.style] = Self.letter(order.count)
          order.append(cell.style)
        }
        marks.append(legend[cell.style] ?? " ")
      }
      if marks.contains(where: { $0 != " " }) { result += "|" + marks + "|\n" }
    }
    for style in order { result += "\(legend[style] ?? "?"): \(style)\n" }
    result.removeLast()
    return result
  }

  private var header: String {
    let place = modes[25] ? "at row \(position.row), column \(position.column)" : "hidden"
    let title = settings.title.isEmpty ? "" : ", title \(settings.title)"
    return "\(columns)x\(rows), cursor \(place)\(title)"
  }

  private static func letter(_ index: Int) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return index < letters.count ? letters[index] : "*"
  }
}

extension VirtualTerminal.Style {
  /// Whether a blank in this style is filled with a colour.
  fileprivate var isFilled: Bool { attributes.contains(.reverse) || background != .default }
}
