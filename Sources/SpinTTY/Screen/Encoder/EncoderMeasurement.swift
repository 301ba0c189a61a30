/// Two frames and the encoder between them, for the benchmarks of this project.
@_spi(Benchmarks)
public final class EncoderMeasurement {
  private let frames: [Canvas]
  private var shown: Shown
  private var encoder = Encoder()
  private let capabilities = Capabilities(
    colors: .trueColor, synchronizedOutput: true, backgroundColorErase: true, scrolling: true)

  /// Creates two canvases of this size that differ in every cell, each with its own colours.
  public init(columns: Int, rows: Int) {
    let size = Size(columns: columns, rows: rows)
    let catalog = Catalog()
    frames = (0..<2).map { number in
      let canvas = Canvas(size: size, catalog: catalog)
      for row in 0..<rows {
        for column in stride(from: 0, to: columns, by: 10) {
          let hue = UInt8((row + column / 10 + number) % 16)
          let letter = Character(UnicodeScalar(UInt8(97 + (row + column / 10 + number) % 26)))
          let text = String(repeating: letter, count: min(10, columns - column))
          canvas.surface.put(
            text, column: column, row: row, style: Style(foreground: .palette(hue)))
        }
      }
      return canvas
    }
    shown = Shown(unknown: size)
    _ = encode(0)
  }

  /// The bytes of one canvas in memory.
  public var cellBytes: Int { frames[0].size.columns * frames[0].size.rows * 8 }

  /// Encodes the way to one of the frames; returns the number of bytes.
  public func encode(_ number: Int) -> Int {
    encoder.encode(&shown, to: frames[number & 1], for: capabilities) { $0.count }
  }

  /// Encodes one of the frames for a screen of which nothing is known.
  public func repaint(_ number: Int) -> Int {
    shown.invalidate()
    return encode(number)
  }
}
