internal import SpinCore

/// The pixels of a picture, for an ``Image``.
///
/// ```swift
/// let logo = Pixels(width: 64, height: 64, rgba: bytes)
/// let shade = Pixels(width: 16, height: 16) { column, row in
///   Pixels.Color(red: UInt8(column * 16), green: UInt8(row * 16), blue: 128)
/// }
/// ```
///
/// It is a value that shares its bytes with its copies. Keep it in the state or in a constant instead of
/// making it for each frame: it remembers the picture in the size in which it was shown last.
public struct Pixels: Hashable, Sendable {
  /// A colour, and how much of it covers what lies behind.
  public struct Color: Hashable, Sendable {
    /// The parts, from 0 to 255.
    public var red, green, blue: UInt8
    /// From 0, where nothing is seen of it, to 255.
    public var alpha: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// The pixels in a row, at most 1,048,576.
  public let width: Int
  /// The rows, at most 1,048,576.
  public let height: Int
  private let storage: Storage

  private final class Storage: Sendable {
    let rgba: [UInt8]
    /// The picture in the size in which it was shown last.
    let latest = Guarded<ScaledPixels?>(nil)

    init(_ rgba: [UInt8]) { self.rgba = rgba }
  }

  /// So that the weights of an average can be added up.
  private static let limit = 1 << 20

  /// Creates pixels of bytes: red, green, blue and alpha of each, row by row from the top left.
  ///
  /// The colours are not multiplied by alpha. Nothing is seen of pixels that have no bytes, and bytes
  /// beyond the last pixel do not count.
  ///
  /// - Parameters:
  ///   - width: The pixels in a row; numbers below zero count as zero.
  ///   - height: The rows; numbers below zero count as zero.
  ///   - rgba: Four bytes for each pixel.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    self.width = min(max(width, 0), Pixels.limit)
    self.height = min(max(height, 0), Pixels.limit)
    let count = min(self.width * self.height, rgba.count / 4) * 4
    storage = Storage(count == rgba.count ? rgba : Array(rgba[..<count]))
  }

  /// Creates pixels of a closure, which is called for each of them, row by row.
  ///
  /// - Parameters:
  ///   - width: The pixels in a row; numbers below zero count as zero.
  ///   - height: The rows; numbers below zero count as zero.
  ///   - color: The colour of a pixel, by its column and its row.
  public init(width: Int, height: Int, color: (_ column: Int, _ row: Int) -> Color) {
    let (width, height) = (min(max(width, 0), Pixels.limit), min(max(height, 0), Pixels.limit))
    var rgba: [UInt8] = []
    rgba.reserveCapacity(width * height * 4)
    for row in 0..<height {
      for column in 0..<width {
        let color = color(column, row)
        rgba += [color.red, color.green, color.blue, color.alpha]
      }
    }
    self.init(width: width, height: height, rgba: rgba)
  }

  /// Whether two pictures have the same size and the same bytes.
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

  /// The picture in another size.
  ///
  /// A smaller picture is remembered. Of a larger one each pixel comes of few pixels of this one, so it
  /// is made where it is seen.
  ///
  /// - Complexity: O(the bytes and the new pixels) for a smaller picture in a new size, else O(1).
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
