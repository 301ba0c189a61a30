/// A picture of pixels, two in each cell.
///
/// ```swift
/// Image("the logo", logo).frame(width: .max(40))
/// ```
///
/// The picture keeps its proportions. It takes a column for each pixel of a row, or fewer if there
/// is less room. Each pixel shown is the average of the area that it covers, over the view's
/// background or, by ``ViewEnvironment/appearance``, over black or white. A cell whose pixels are
/// fully transparent stays as it is.
///
/// A terminal with fewer colours shows the nearest ones. Without colours, characters from blank to
/// `@` show the luminance; in ASCII, each cell has one colour. Output without a screen and screen
/// readers get the label.
///
/// - Complexity: O(*n*) in the number of visible cells for each frame. The first frame in a new
///   size also takes O(*n*) in the number of pixels if the picture is reduced; see ``Pixels``.
public struct Image: View {
  private let label: String
  private let pixels: Pixels
  private let isEnlarged: Bool

  /// Creates a view of a picture.
  ///
  /// - Parameters:
  ///   - label: A description of the picture in words.
  ///   - pixels: The picture.
  ///   - isEnlarged: Whether the picture is enlarged to the room offered.
  public init(_ label: String, _ pixels: Pixels, isEnlarged: Bool = false) {
    self.label = label
    self.pixels = pixels
    self.isEnlarged = isEnlarged
  }

  /// Returns the size of the picture, reduced to the room offered, or enlarged to it if the picture
  /// grows.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let grows = isEnlarged && proposal != .unlimited
    let own = (columns: pixels.width, rows: (pixels.height + 1) / 2)
    let limit = grows ? (columns: Rectangle.bound, rows: Rectangle.bound) : own
    let largest = pixelsFitting(
      columns: min(limit.columns, proposal.columns ?? limit.columns),
      rows: min(limit.rows, proposal.rows ?? limit.rows))
    // In as many rows, the picture may have fewer columns, because the rows were rounded up.
    let rows = (largest.rows + 1) / 2
    let (columns, height) = pixelsFitting(columns: largest.columns, rows: rows)
    return Size(columns: columns, rows: (height + 1) / 2)
  }

  /// Draws the picture, from the top left corner.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let (columns, height) = pixelsFitting(columns: size.columns, rows: size.rows)
    let visible = surface.visible.intersection(
      Rectangle(columns: columns, rows: (height + 1) / 2))
    guard !visible.size.isEmpty else { return }
    let scaled = pixels.scaled(columns: columns, rows: height)
    var painter = PixelPainter(on: surface, environment)
    for row in visible.row..<visible.endRow {
      for column in visible.column..<visible.endColumn {
        painter.paint(
          scaled[column, 2 * row], scaled[column, 2 * row + 1], column: column, row: row)
      }
    }
  }

  /// Returns the size in pixels of the largest picture with these proportions that fits the cells.
  private func pixelsFitting(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
    let (width, height) = (pixels.width, pixels.height)
    guard columns > 0, rows > 0, width > 0, height > 0 else { return (0, 0) }
    let half = 2 * rows
    if columns * height <= half * width {
      return (columns, min(half, max(1, (columns * height + width / 2) / width)))
    }
    return (min(columns, max(1, (half * width + height / 2) / height)), half)
  }

  /// Adds the label.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if !label.isEmpty { text.append(label) }
  }
}

/// Draws two pixels into a cell with the colours and characters that the terminal can show.
private struct PixelPainter {
  private let surface: Surface
  private let environment: ViewEnvironment
  private let background: (Int, Int, Int)
  private var reducer: ColorReducer

  /// Characters from little to much ink.
  private static let ramp = Array(" .:-=+*#%@").map(String.init)

  init(on surface: Surface, _ environment: ViewEnvironment) {
    self.surface = surface
    self.environment = environment
    reducer = ColorReducer(profile: environment.colors)
    let plain = environment.appearance == .light ? 255 : 0
    let ground = environment.colors == .none ? nil : surface.base.background
    background = ground?.components ?? (plain, plain, plain)
  }

  mutating func paint(
    _ upper: ScaledPixels.Color, _ lower: ScaledPixels.Color, column: Int, row: Int
  ) {
    if upper.alpha == 0, lower.alpha == 0 { return }
    if environment.colors == .none {
      let (red, green, blue) = upper.mixed(with: lower).over(background)
      let luma = (299 * red + 587 * green + 114 * blue) / 1000
      let ink = environment.appearance == .light ? 255 - luma : luma
      surface.put(PixelPainter.ramp[(ink * 9 + 127) / 255], column: column, row: row)
    } else if environment.drawsASCII {
      let style = Style(background: color(upper.mixed(with: lower)))
      surface.put(" ", column: column, row: row, style: style)
    } else if upper.alpha == 0 {
      surface.put("▄", column: column, row: row, style: Style(foreground: color(lower)))
    } else if lower.alpha == 0 {
      surface.put("▀", column: column, row: row, style: Style(foreground: color(upper)))
    } else {
      let (above, below) = (color(upper), color(lower))
      surface.put(
        above == below ? " " : "▀", column: column, row: row,
        style: above == below
          ? Style(background: above) : Style(foreground: above, background: below))
    }
  }

  private mutating func color(_ pixel: ScaledPixels.Color) -> Color {
    let (red, green, blue) = pixel.over(background)
    return reducer.reduce(.rgb(UInt8(red), UInt8(green), UInt8(blue)))
  }
}
