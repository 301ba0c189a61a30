package import SpinTesting

/// The screen of an emulator, as a picture in SVG.
///
/// Lines, blocks and dots are shapes, so that they meet at the edges of their cells in any font;
/// other characters are text.
package struct TerminalPicture {
  private static let (width, height, margin) = (9, 18, 12)

  /// The sixteen colours by number, then those of the background and the text.
  private static let palette = [
    "#21252b", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#5c6370", "#ff7a85", "#b1e08b", "#ffd68a", "#7cc3ff", "#dc8cf5", "#6fd3df", "#ffffff",
  ]
  private static let ground = "#16181d"
  private static let ink = "#c8ccd4"

  private let terminal: VirtualTerminal

  package init(_ terminal: VirtualTerminal) {
    self.terminal = terminal
  }

  /// The file, with a title for screen readers.
  package func svg(title: String) -> String {
    let rows = terminal.cells
    let columns = rows.first?.count ?? 0
    let (width, height) = (
      columns * Self.width + 2 * Self.margin, rows.count * Self.height + 2 * Self.margin
    )
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      """,
      "<title>\(Self.escaped(title))</title>",
      #"<rect width="100%" height="100%" rx="8" fill="\#(Self.ground)"/>"#,
      """
      <g font-family="ui-monospace, Menlo, 'DejaVu Sans Mono', monospace" font-size="15" \
      transform="translate(\(Self.margin) \(Self.margin))" xml:space="preserve">
      """,
    ]
    for (row, cells) in rows.enumerated() {
      lines += runs(of: cells).flatMap { shapes(of: $0, row: row) }
    }
    let cursor = terminal.cursor
    if cursor.isVisible {
      lines.append(
        """
        <rect x="\(cursor.column * Self.width)" y="\(cursor.row * Self.height)" \
        width="\(Self.width)" height="\(Self.height)" fill="\(Self.ink)" opacity="0.5"/>
        """)
    }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  // MARK: Runs

  /// Cells of one style, side by side.
  private struct Run {
    var column: Int
    var cells: [VirtualTerminal.Cell]
    var columns: Int { cells.reduce(0) { $0 + $1.width } }
  }

  private func runs(of cells: [VirtualTerminal.Cell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() where cell.width > 0 {
      if let last = runs.last, last.cells[0].style == cell.style,
        last.column + last.columns == column
      {
        runs[runs.count - 1].cells.append(cell)
      } else {
        runs.append(Run(column: column, cells: [cell]))
      }
    }
    return runs
  }

  private func shapes(of run: Run, row: Int) -> [String] {
    let style = run.cells[0].style
    var (ink, ground) = (
      Self.color(style.foreground) ?? Self.ink, Self.color(style.background)
    )
    if style.attributes.contains(.reverse) { (ink, ground) = (ground ?? Self.ground, ink) }
    let y = row * Self.height
    var shapes: [String] = []
    if let ground {
      shapes.append(
        """
        <rect x="\(run.column * Self.width)" y="\(y)" width="\(run.columns * Self.width)" \
        height="\(Self.height)" fill="\(ground)"/>
        """)
    }
    var (column, path, text, start) = (run.column, "", "", run.column)
    func flush() {
      for (offset, words) in Self.words(in: text) {
        shapes.append(self.text(words, start + offset, y, ink, style))
      }
      text = ""
    }
    for cell in run.cells {
      if let shape = CellShape(cell.text) {
        flush()
        start = column + cell.width
        path += shape.path(
          x: Double(column * Self.width), y: Double(y), width: Double(Self.width),
          height: Double(Self.height))
      } else if cell.width == 1, cell.text.unicodeScalars.count == 1 {
        if text.isEmpty { start = column }
        text += cell.text
      } else {
        flush()
        shapes.append(self.text(cell.text, column, y, ink, style, columns: cell.width))
        start = column + cell.width
      }
      column += cell.width
    }
    flush()
    if !path.isEmpty {
      let opacity = style.attributes.contains(.dim) ? #" opacity="0.6""# : ""
      shapes.append(#"<path d="\#(path)" fill="\#(ink)"\#(opacity)/>"#)
    }
    return shapes
  }

  /// The words of a text with the columns where they begin.
  ///
  /// Words that are apart are separate, so that they are in their columns in any font.
  private static func words(in text: String) -> [(offset: Int, words: String)] {
    var result: [(offset: Int, words: String)] = []
    var blanks = 2
    for (offset, character) in text.enumerated() {
      if character == " " {
        blanks += 1
      } else if blanks > 1 {
        result.append((offset, String(character)))
        blanks = 0
      } else {
        result[result.count - 1].words += (blanks == 1 ? " " : "") + String(character)
        blanks = 0
      }
    }
    return result
  }

  private func text(
    _ text: String, _ column: Int, _ y: Int, _ ink: String, _ style: VirtualTerminal.Style,
    columns: Int? = nil
  ) -> String {
    let length = (columns ?? text.count) * Self.width
    var attributes = ""
    if style.attributes.contains(.bold) { attributes += #" font-weight="bold""# }
    if style.attributes.contains(.italic) { attributes += #" font-style="italic""# }
    if style.attributes.contains(.dim) { attributes += #" opacity="0.6""# }
    let lines =
      (style.underline == .none ? [] : ["underline"])
      + (style.attributes.contains(.strike) ? ["line-through"] : [])
    if !lines.isEmpty {
      attributes += #" text-decoration="\#(lines.joined(separator: " "))""#
    }
    return """
      <text x="\(column * Self.width)" y="\(y + 14)" textLength="\(length)" \
      lengthAdjust="spacingAndGlyphs" fill="\(ink)"\(attributes)>\(Self.escaped(text))</text>
      """
  }

  // MARK: Colours

  /// `nil` for the terminal's own colour.
  private static func color(_ color: VirtualTerminal.Color) -> String? {
    switch color {
    case .default: nil
    case .palette(let index) where index < 16: palette[Int(index)]
    case .palette(let index) where index < 232: cube(Int(index) - 16)
    case .palette(let index):
      hex(8 + 10 * (Int(index) - 232), 8 + 10 * (Int(index) - 232), 8 + 10 * (Int(index) - 232))
    case .rgb(let red, let green, let blue): hex(Int(red), Int(green), Int(blue))
    }
  }

  /// A colour of the cube of 6×6×6, with the steps of xterm.
  private static func cube(_ index: Int) -> String {
    let steps = [0, 95, 135, 175, 215, 255]
    return hex(steps[index / 36], steps[index / 6 % 6], steps[index % 6])
  }

  private static func hex(_ red: Int, _ green: Int, _ blue: Int) -> String {
    "#"
      + [red, green, blue].map { value in
        let digits = String(value, radix: 16)
        return digits.count < 2 ? "0\(digits)" : digits
      }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
