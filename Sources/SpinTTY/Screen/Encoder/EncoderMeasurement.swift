/// Two frames and an encoder, for the benchmarks of this project.
@_spi(Benchmarks)
public final class EncoderMeasurement {
  private let frames: [Canvas]
  private var image: TerminalImage
  private var encoder = Encoder()
  private let capabilities = Capabilities(
    colors: .trueColor, synchronizedOutput: true, backgroundColorErase: true, scrolling: true)

  /// Creates two canvases of a size, draws frames 0 and 1 on them, and shows frame 0.
  public init(columns: Int, rows: Int, draw: (Surface, _ frame: Int) -> Void) {
    let size = Size(columns: columns, rows: rows)
    let catalog = Catalog()
    frames = (0..<2).map { number in
      let canvas = Canvas(size: size, catalog: catalog)
      draw(canvas.surface, number)
      return canvas
    }
    image = TerminalImage(unknown: size)
    _ = encode(0)
  }

  /// Encodes the change to one of the frames and returns the number of bytes.
  public func encode(_ number: Int) -> Int {
    encoder.encode(&image, to: frames[number & 1], for: capabilities) { $0.count }
  }

  /// Encodes one of the frames for an unknown screen and returns the number of bytes.
  public func repaint(_ number: Int) -> Int {
    image.invalidate()
    return encode(number)
  }
}
