/// A picture scaled to the size shown: each pixel is the average of the area that it covers.
struct ScaledPixels: Sendable {
  /// A colour premultiplied by its alpha, so that colours can be added.
  struct Color: Equatable {
    var red, green, blue, alpha: UInt8

    static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Returns the colour over a background.
    func over(_ background: (Int, Int, Int)) -> (Int, Int, Int) {
      func part(_ own: UInt8, _ behind: Int) -> Int {
        min(255, Int(own) + (behind * (255 - Int(alpha)) + 127) / 255)
      }
      return (
        part(red, background.0), part(green, background.1), part(blue, background.2)
      )
    }

    /// Returns the average of this colour and another one.
    func mixed(with other: Color) -> Color {
      func part(_ left: UInt8, _ right: UInt8) -> UInt8 { UInt8((Int(left) + Int(right) + 1) / 2) }
      return Color(
        red: part(red, other.red), green: part(green, other.green),
        blue: part(blue, other.blue), alpha: part(alpha, other.alpha))
    }
  }

  let columns: Int
  let rows: Int
  private let source: (width: Int, height: Int, rgba: [UInt8])
  /// All pixels, if they are cached.
  private var kept: [Color]?

  init(columns: Int, rows: Int, of source: (width: Int, height: Int, rgba: [UInt8])) {
    self.columns = columns
    self.rows = rows
    self.source = source
  }

  /// Computes and caches all pixels.
  mutating func keepAll() {
    kept = source.rgba.withView { rgba in
      (0..<columns * rows).map { average(column: $0 % columns, row: $0 / columns, rgba) }
    }
  }

  /// The pixel at a column and a row; transparent after the last row.
  subscript(column: Int, row: Int) -> Color {
    guard row < rows else { return .clear }
    if let kept { return kept[row * columns + column] }
    return source.rgba.withView { average(column: column, row: row, $0) }
  }

  /// Returns the average of the area that a pixel covers.
  ///
  /// The length of a source pixel is the number of this picture's pixels, and the length of this
  /// picture's pixel is the number of source pixels, so that all lengths are integers:
  ///
  /// ```
  ///   source   |––3––|––3––|––3––|––3––|–     5 pixels, of length 3
  ///   this     |––––5––––|––––5––––|––––      3 pixels, of length 5
  /// ```
  private func average(
    column: Int, row: Int, _ rgba: MemoryView<UInt8>
  ) -> Color {
    let (width, count) = (source.width, rgba.count / 4)
    let across = column * width..<(column + 1) * width
    let down = row * source.height..<(row + 1) * source.height
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    for y in down.lowerBound / rows...(down.upperBound - 1) / rows {
      let first = y * width
      if first >= count { break }
      let high = min((y + 1) * rows, down.upperBound) - max(y * rows, down.lowerBound)
      for x in across.lowerBound / columns...(across.upperBound - 1) / columns {
        if first + x >= count { break }
        let wide =
          min((x + 1) * columns, across.upperBound) - max(x * columns, across.lowerBound)
        let place = (first + x) * 4
        let weight = high * wide * Int(rgba[place + 3])
        red += weight * Int(rgba[place])
        green += weight * Int(rgba[place + 1])
        blue += weight * Int(rgba[place + 2])
        alpha += weight
      }
    }
    let area = width * source.height
    func part(_ sum: Int, of whole: Int) -> UInt8 { UInt8(min(255, (sum + whole / 2) / whole)) }
    return Color(
      red: part(red, of: area * 255), green: part(green, of: area * 255),
      blue: part(blue, of: area * 255), alpha: part(alpha, of: area))
  }
}
