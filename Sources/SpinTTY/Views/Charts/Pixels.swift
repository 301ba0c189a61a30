internal import SpinCore

/// The pixels of a picture, for an ``Image``.
///
/// ```swift
/// let logo = Pixels(width: 64, height: 64, rgba: bytes)
/// let photo = Pixels(png: bytes)
/// let shade = Pixels(width: 16, height: 16) { column, row in
///   Pixels.Color(red: UInt8(column * 16), green: UInt8(row * 16), blue: 128)
/// }
/// ```
///
/// Copies share their bytes. Keep the pixels in the state or in a constant instead of creating them
/// for each frame: they cache the picture in the size last shown.
public struct Pixels: Hashable, Sendable {
  /// A colour and its opacity.
  public struct Color: Hashable, Sendable {
    /// The components, from 0 to 255.
    public var red, green, blue: UInt8
    /// The opacity, from 0 (transparent) to 255 (opaque).
    public var alpha: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// The number of pixels in a row, at most 1,048,576.
  public let width: Int
  /// The number of rows, at most 1,048,576.
  public let height: Int
  private let storage: Storage

  private final class Storage: Sendable {
    let rgba: [UInt8]
    /// The picture in the size last shown.
    let latest = Guarded<ScaledPixels?>(nil)

    init(_ rgba: [UInt8]) { self.rgba = rgba }
  }

  /// The largest width and height, so that the weights of an average do not overflow.
  static let limit = 1 << 20
  /// The most bytes that are reserved before the first pixel is known; two sides at their limits
  /// would ask for 4 TiB.
  private static let reserve = 1 << 24

  /// Creates pixels from bytes: red, green, blue and alpha of each, row by row from the top left.
  ///
  /// The colours are not premultiplied by alpha. Pixels without bytes are transparent, and bytes
  /// beyond the last pixel are ignored.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row; negative numbers become zero.
  ///   - height: The number of rows; negative numbers become zero.
  ///   - rgba: Four bytes for each pixel.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    self.width = min(max(width, 0), Pixels.limit)
    self.height = min(max(height, 0), Pixels.limit)
    let count = min(self.width * self.height, rgba.count / 4) * 4
    storage = Storage(count == rgba.count ? rgba : Array(rgba[..<count]))
  }

  /// Creates pixels with a closure that is called for each pixel, row by row.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row; negative numbers become zero.
  ///   - height: The number of rows; negative numbers become zero.
  ///   - color: A closure that returns the colour of the pixel in a column and a row.
  public init(width: Int, height: Int, color: (_ column: Int, _ row: Int) -> Color) {
    let (width, height) = (min(max(width, 0), Pixels.limit), min(max(height, 0), Pixels.limit))
    var rgba: [UInt8] = []
    rgba.reserveCapacity(min(width * height * 4, Pixels.reserve))
    for row in 0..<height {
      for column in 0..<width {
        let color = color(column, row)
        rgba.append(color.red)
        rgba.append(color.green)
        rgba.append(color.blue)
        rgba.append(color.alpha)
      }
    }
    self.init(width: width, height: height, rgba: rgba)
  }

  /// Returns whether two pictures have the same size and the same bytes.
  public static func == (left: Pixels, right: Pixels) -> Bool {
    left.width == right.width && left.height == right.height
      && (left.storage === right.storage || left.storage.rgba == right.storage.rgba)
  }

  /// Feeds the size and the bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(storage.rgba)
  }

  /// Returns the picture in another size.
  ///
  /// A smaller picture is cached. A pixel of a larger picture depends on only a few pixels of this
  /// one, so it is computed when it is drawn.
  ///
  /// - Complexity: O(*n*) in the bytes and the new pixels for a smaller picture in a new size,
  ///   otherwise O(1).
  func scaled(columns: Int, rows: Int) -> ScaledPixels {
    var scaled = ScaledPixels(
      columns: columns, rows: rows, of: (width, height, storage.rgba))
    if columns.multipliedReportingOverflow(by: rows).overflow
      || columns * rows > storage.rgba.count / 4
    {
      return scaled
    }
    return storage.latest.withLock { latest in
      if let latest, latest.columns == columns, latest.rows == rows { return latest }
      scaled.keepAll()
      latest = scaled
      return scaled
    }
  }
}
