/// The cells of a canvas, as a picture in SVG.
struct CanvasPicture {
  private static let (width, height, margin) = (9, 18, 12)

  /// The sixteen colours by number, in a picture of a dark and of a light screen.
  private static let palettes = [
    [
      "#21252b", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
      "#5c6370", "#ff7a85", "#b1e08b", "#ffd68a", "#7cc3ff", "#dc8cf5", "#6fd3df", "#ffffff",
    ],
    [
      "#383a42", "#c8324a", "#3d8b40", "#a06a00", "#2f63d6", "#98289c", "#0a7ea4", "#a0a1a7",
      "#696c77", "#e45649", "#50a14f", "#c18401", "#4078f2", "#a626a4", "#0997b3", "#fafafa",
    ],
  ]

  private let canvas: Canvas
  private let appearance: Appearance
  /// The colours of the screen where a cell has none.
  private let ground: String
  private let ink: String

  init(_ canvas: Canvas, _ theme: Theme, _ appearance: Appearance) {
    self.canvas = canvas
    self.appearance = appearance
    let text = theme.style(.text, appearance)
    let isDark = appearance == .dark
    ground =
      text.background.flatMap { CanvasPicture.color($0, appearance) }
      ?? (isDark ? "#161616" : "#ffffff")
    ink =
      text.foreground.flatMap { CanvasPicture.color($0, appearance) }
      ?? (isDark ? "#d4d8e0" : "#24272e")
  }

  /// The file, with a title for screen readers.
  func svg(title: String) -> String {
    let size = canvas.size
    let (width, height) = (
      size.columns * Self.width + 2 * Self.margin, size.rows * Self.height + 2 * Self.margin
    )
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      """,
      "<title>\(Self.escaped(title))</title>",
      #"<rect width="100%" height="100%" rx="8" fill="\#(ground)"/>"#,
      """
      <g font-family="ui-monospace, Menlo, 'DejaVu Sans Mono', monospace" font-size="15" \
      transform="translate(\(Self.margin) \(Self.margin))" xml:space="preserve">
      """,
    ]
    for row in 0..<size.rows { lines += runs(in: row).flatMap { shapes(of: $0, row: row) } }
    if let cursor = canvas.cursor {
      lines.append(
        """
        <rect x="\(cursor.column * Self.width)" y="\(cursor.row * Self.height)" \
        width="\(Self.width)" height="\(Self.height)" fill="\(ink)" opacity="0.5"/>
        """)
    }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  // MARK: Runs

  /// Cells of one style, side by side.
  private struct Run {
    let column: Int
    let style: CellStyle
    var cells: [(text: String, width: Int)]
    var columns: Int { cells.reduce(0) { $0 + $1.width } }
  }

  private func runs(in row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<canvas.size.columns {
      let cell = canvas.grid[column: column, row: row]
      if cell.isContinuation { continue }
      let style = canvas.catalog.styles[Int(cell.style.value)]
      let shown = (text: canvas.catalog.text(of: cell.glyph), width: cell.width)
      if runs.last?.style == style {
        runs[runs.count - 1].cells.append(shown)
      } else {
        runs.append(Run(column: column, style: style, cells: [shown]))
      }
    }
    return runs
  }

  private func shapes(of run: Run, row: Int) -> [String] {
    let style = run.style
    var (ink, ground) = (
      Self.color(style.foreground, appearance) ?? self.ink,
      Self.color(style.background, appearance)
    )
    if style.attributes.contains(.reverse) { (ink, ground) = (ground ?? self.ground, ink) }
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
    _ text: String, _ column: Int, _ y: Int, _ ink: String, _ style: CellStyle,
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
  private static func color(_ color: Color, _ appearance: Appearance) -> String? {
    if case .palette(let index) = color.form, index < 16 {
      return palettes[appearance == .dark ? 0 : 1][Int(index)]
    }
    return color.components.map { hex($0.0, $0.1, $0.2) }
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

extension Canvas {
  /// Draws the cells and the cursor as a picture in SVG.
  ///
  /// ```swift
  /// let canvas = Canvas(size: Size(columns: 40, rows: 12))
  /// view.show(on: canvas, in: ViewEnvironment(theme: .nord))
  /// let file = canvas.svg(title: "Orders", theme: .nord)
  /// ```
  ///
  /// Lines, blocks and dots are shapes, so that they meet at the edges of their cells in any font;
  /// other characters are text. See ``Rehearsal/svg(title:)`` for a whole program.
  ///
  /// - Parameters:
  ///   - title: The title for screen readers.
  ///   - theme: The theme whose text and background the cells without colours have.
  ///   - appearance: Whether the picture is that of a dark or of a light screen.
  /// - Returns: The text of the file.
  /// - Complexity: O(*n*) in the number of cells.
  public func svg(
    title: String, theme: Theme = .standard, appearance: Appearance = .dark
  ) -> String {
    CanvasPicture(self, theme, appearance).svg(title: title)
  }
}
