import SpinTesting

@testable import SpinTTY

/// A virtual terminal that was started as the library starts one, and what it is compared with.
struct Oracle {
  private(set) var terminal: VirtualTerminal
  let capabilities: Capabilities

  init(size: Size, capabilities: Capabilities) {
    self.capabilities = capabilities
    let rules = capabilities.widths
    var features = VirtualTerminal.Features.all
    if !capabilities.backgroundColorErase { features.remove(.backgroundErase) }
    terminal = VirtualTerminal(
      columns: size.columns, rows: size.rows, features: features,
      segmentation: rules.profile == .grapheme ? .graphemes : .scalars,
      width: { rules.widthOnTerminal(of: $0) })
    terminal.feed("\u{1B}[?25l\u{1B}[?7l")
  }

  mutating func feed(_ bytes: [UInt8]) {
    terminal.feed(bytes)
  }

  /// The first place where the terminal does not show the canvas; nil if there is none.
  func difference(from canvas: Canvas) -> String? {
    if let violation = terminal.violations.first { return violation.description }
    var reducer = ColorReducer(profile: capabilities.colors)
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        let cell = canvas.grid[column: column, row: row]
        let style = canvas.catalog.styles[Int(cell.style.value)]
          .reduced(by: &reducer, for: capabilities)
        let wanted = Look(
          text: canvas.catalog.text(of: cell.glyph), style: .init(style))
        let shown = Look(
          text: terminal[row, column].text, style: terminal[row, column].style)
        if wanted.normalized != shown.normalized {
          return "row \(row), column \(column): wanted \(wanted), shown \(shown)"
        }
      }
    }
    return cursorDifference(from: canvas)
  }

  private func cursorDifference(from canvas: Canvas) -> String? {
    let shown = terminal.cursor
    guard let wanted = canvas.cursor else { return shown.isVisible ? "visible cursor" : nil }
    return shown.isVisible && shown.row == wanted.row && shown.column == wanted.column
      ? nil : "wanted \(wanted), shown \(shown)"
  }
}

/// What is seen of a cell.
private struct Look: Equatable {
  var text: String
  var style: VirtualTerminal.Style

  /// Nothing is seen of a bare blank but its background, nor of a right half but its glyph, nor of a
  /// joiner at the end.
  var normalized: Look {
    if text.isEmpty { return Look(text: "", style: .init()) }
    let shows = style.attributes.isDisjoint(with: [.reverse, .strike]) && style.underline == .none
    if text.unicodeScalars.last == "\u{200D}" {
      let rest = String.UnicodeScalarView(text.unicodeScalars.dropLast())
      return Look(text: String(rest), style: style)
    }
    guard text == " ", shows, style.link == nil else { return self }
    var bare = VirtualTerminal.Style()
    bare.background = style.background
    return Look(text: text, style: bare)
  }

  static func == (left: Look, right: Look) -> Bool {
    left.style == right.style && left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension VirtualTerminal.Style {
  init(_ style: CellStyle) {
    self.init()
    foreground = VirtualTerminal.Color(style.foreground)
    background = VirtualTerminal.Color(style.background)
    underlineColor = VirtualTerminal.Color(style.underlineColor)
    underline = VirtualTerminal.Underline(rawValue: Int(style.underline.rawValue)) ?? .none
    if style.attributes.contains(.bold) { attributes.insert(.bold) }
    if style.attributes.contains(.dim) { attributes.insert(.dim) }
    if style.attributes.contains(.italic) { attributes.insert(.italic) }
    if style.attributes.contains(.reverse) { attributes.insert(.reverse) }
    if style.attributes.contains(.strike) { attributes.insert(.strike) }
    link = style.link.map { .init(target: $0.address, id: $0.id.isEmpty ? nil : $0.id) }
  }
}

extension VirtualTerminal.Color {
  init(_ color: Color) {
    switch color.form {
    case .terminal: self = .default
    case .palette(let index): self = .palette(index)
    case .rgb(let red, let green, let blue): self = .rgb(red, green, blue)
    }
  }
}

extension Encoder {
  /// The bytes as an array.
  mutating func bytes(
    _ shown: inout TerminalImage, to canvas: Canvas, for capabilities: Capabilities
  ) -> [UInt8] {
    encode(&shown, to: canvas, for: capabilities) { Array($0) }
  }
}

extension WidthRules {
  /// The width of a character on a terminal, which shows no mark alone on a dotted circle.
  func widthOnTerminal(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let isMark = scalars.count == 1 && scalars.allSatisfy { ScalarTraits($0).width == 0 }
    return isMark ? 0 : width(of: character)
  }
}
