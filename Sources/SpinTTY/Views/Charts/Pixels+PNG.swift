extension Pixels {
  /// The most pixels of a picture that is read.
  private static let mostPixels = 1 << 24

  /// Reads a picture in the format PNG; `nil` if the bytes are none, or have more than 16,777,216 pixels, or
  /// more than 1,048,576 in a row or a column.
  ///
  /// All kinds of pixels are read, also in the order of Adam7. Components of 16 bits become 8. Colour profiles and
  /// checksums are not used.
  ///
  /// - Complexity: O(*n*) in the bytes and the pixels, so call it in an effect.
  public init?(png bytes: [UInt8]) {
    guard let picture = try? PNG(bytes, upTo: Pixels.mostPixels) else { return nil }
    self.init(width: picture.width, height: picture.height, rgba: picture.rgba)
  }
}

/// A picture in the format of the W3C's Portable Network Graphics.
private struct PNG {
  private enum Kind: Int { case gray = 0, rgb = 2, palette = 3, grayAlpha = 4, rgba = 6 }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var rgba: [UInt8] = []
  private var kind = Kind.gray
  /// The bits of a component.
  private var depth = 8
  private var isInterlaced = false
  private var palette: [UInt8] = []
  /// The alphas of the palette, or the colour that is transparent.
  private var transparency: [UInt8] = []

  private var channels: Int {
    switch kind {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  init(_ bytes: [UInt8], upTo mostPixels: Int) throws(Inflate.Failure) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw Inflate.Failure()
    }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var deflated: [UInt8] = []
    var place = 8
    // A chunk has a length, a name, its content and a checksum.
    while place + 12 <= bytes.count {
      let start = place + 8
      let end = start + number(at: place)
      guard end + 4 <= bytes.count else { break }
      switch String(decoding: bytes[place + 4..<start], as: UTF8.self) {
      case "IHDR":
        // There is one method of compression, one of filters, and two orders.
        guard end - start == 13, let kind = Kind(rawValue: Int(bytes[start + 9])),
          bytes[start + 10] == 0, bytes[start + 11] == 0, bytes[start + 12] < 2
        else { throw Inflate.Failure() }
        (width, height, depth) = (number(at: start), number(at: start + 4), Int(bytes[start + 8]))
        (self.kind, isInterlaced) = (kind, bytes[start + 12] == 1)
      case "PLTE": palette = Array(bytes[start..<end])
      case "tRNS": transparency = Array(bytes[start..<end])
      case "IDAT": deflated += bytes[start..<end]
      default: break
      }
      place = end + 4
    }
    let depths = kind == .gray ? [1, 2, 4, 8, 16] : kind == .palette ? [1, 2, 4, 8] : [8, 16]
    guard depths.contains(depth), width > 0, height > 0, width <= mostPixels / height,
      max(width, height) <= Pixels.limit
    else { throw Inflate.Failure() }
    try read(deflated)
  }

  /// The pixels of a pass: every so many from a first one on, in both directions.
  private struct Pass {
    let columns: StrideTo<Int>
    let rows: StrideTo<Int>
    /// The pixels in a row.
    let count: Int
  }

  private var passes: [Pass] {
    let adam7 = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return (isInterlaced ? adam7 : [(0, 0, 1, 1)]).compactMap { column, row, columns, rows in
      guard column < width, row < height else { return nil }
      return Pass(
        columns: stride(from: column, to: width, by: columns),
        rows: stride(from: row, to: height, by: rows),
        count: (width - column + columns - 1) / columns)
    }
  }

  private func bytes(in pass: Pass) -> Int { (pass.count * channels * depth + 7) / 8 }

  private mutating func read(_ deflated: [UInt8]) throws(Inflate.Failure) {
    let total = passes.reduce(0) { $0 + (bytes(in: $1) + 1) * $1.rows.underestimatedCount }
    let filtered = try Inflate(deflated, upTo: total).output
    guard filtered.count >= total else { throw Inflate.Failure() }
    rgba = [UInt8](repeating: 0, count: 4 * width * height)
    var place = 0
    for pass in passes {
      let length = bytes(in: pass)
      var line = [UInt8](repeating: 0, count: length)
      for row in pass.rows {
        line = try unfiltered(filtered[(place + 1)...].prefix(length), by: filtered[place], line)
        place += length + 1
        for (number, column) in pass.columns.enumerated() {
          put(line, number, at: 4 * (row * width + column))
        }
      }
    }
  }

  /// Returns the bytes of a line, which are stored as differences.
  private func unfiltered(
    _ bytes: ArraySlice<UInt8>, by filter: UInt8, _ above: [UInt8]
  ) throws(Inflate.Failure) -> [UInt8] {
    var line = Array(bytes)
    let step = max(1, channels * depth / 8)
    guard filter < 5 else { throw Inflate.Failure() }
    for index in line.indices where filter > 0 {
      let left = index < step ? 0 : Int(line[index - step])
      let corner = index < step ? 0 : Int(above[index - step])
      let up = Int(above[index])
      let guess =
        switch filter {
        case 1: left
        case 2: up
        case 3: (left + up) / 2
        default: PNG.nearest(left, up, corner)
        }
      line[index] &+= UInt8(guess)
    }
    return line
  }

  /// The Paeth predictor: the neighbour that is nearest to `left + up - corner`.
  private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let (toLeft, toUp) = (abs(up - corner), abs(left - corner))
    let toCorner = abs(left + up - 2 * corner)
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }

  /// A component as it is stored.
  private func component(_ number: Int, of line: [UInt8]) -> Int {
    if depth == 8 { return Int(line[number]) }
    if depth == 16 { return Int(line[2 * number]) << 8 | Int(line[2 * number + 1]) }
    let bit = number * depth
    return Int(line[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
  }

  /// Writes a pixel of a line at an index of the picture.
  private mutating func put(_ line: [UInt8], _ number: Int, at index: Int) {
    func raw(_ part: Int) -> Int { component(number * channels + part, of: line) }
    func byte(_ part: Int) -> UInt8 {
      UInt8(depth == 16 ? raw(part) >> 8 : raw(part) * 255 / (1 << depth - 1))
    }
    /// Whether the components are those of the transparent colour.
    func isClear() -> Bool {
      transparency.count == 2 * channels
        && (0..<channels).allSatisfy {
          Int(transparency[2 * $0]) << 8 | Int(transparency[2 * $0 + 1]) == raw($0)
        }
    }
    func put(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) {
      (rgba[index], rgba[index + 1], rgba[index + 2], rgba[index + 3]) = (red, green, blue, alpha)
    }
    switch kind {
    case .gray: put(byte(0), byte(0), byte(0), isClear() ? 0 : 255)
    case .grayAlpha: put(byte(0), byte(0), byte(0), byte(1))
    case .rgb: put(byte(0), byte(1), byte(2), isClear() ? 0 : 255)
    case .rgba: put(byte(0), byte(1), byte(2), byte(3))
    case .palette:
      let entry = raw(0)
      guard 3 * entry + 2 < palette.count else { return }
      put(
        palette[3 * entry], palette[3 * entry + 1], palette[3 * entry + 2],
        entry < transparency.count ? transparency[entry] : 255)
    }
  }
}
