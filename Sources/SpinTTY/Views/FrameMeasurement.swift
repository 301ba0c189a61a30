/// A screen that shows one view after another, for the benchmarks of this project.
///
/// A frame is all the work between a view and the bytes for the terminal.
@_spi(Benchmarks)
public final class FrameMeasurement {
  private let canvas: Canvas
  private var image: TerminalImage
  private var encoder = Encoder()
  private let capabilities: Capabilities

  /// Creates a blank screen.
  ///
  /// - Parameters:
  ///   - columns: The width of the screen, in cells.
  ///   - rows: The height of the screen, in cells.
  ///   - measuresClusters: Whether the terminal has confirmed that it measures text by cluster.
  public init(columns: Int, rows: Int, measuresClusters: Bool) {
    let size = Size(columns: columns, rows: rows)
    let widths = WidthRules(
      profile: measuresClusters ? .grapheme : .wcwidth, isConfirmed: measuresClusters)
    capabilities = Capabilities(
      colors: .trueColor, widths: widths, synchronizedOutput: true, backgroundColorErase: true,
      scrolling: true)
    canvas = Canvas(size: size, widths: widths)
    image = TerminalImage(unknown: size)
  }

  /// Shows a view and returns the number of bytes that it takes.
  public func show(_ view: some View) -> Int {
    canvas.clear(to: canvas.size)
    view.show(on: canvas)
    return encoder.encode(&image, to: canvas, for: capabilities) { $0.count }
  }
}
