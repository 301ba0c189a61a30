/// The format and the size of a picture, as the first bytes of its file say them.
struct PictureHeader {
  let format: String
  let width: Int
  let height: Int

  /// Reads the beginning of a PNG, GIF, BMP, WebP or JPEG file; `nil` for other files.
  init?(_ bytes: [UInt8]) {
    /// A number of some bytes, of which the first is the lowest or the highest.
    func low(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func high(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func has(_ name: String, at place: Int = 0) -> Bool {
      bytes[place...].starts(with: Array(name.utf8))
    }
    guard bytes.count >= 30 else { return nil }
    if has("PNG", at: 1) {
      (format, width, height) = ("PNG", high(16, 4), high(20, 4))
    } else if has("GIF8") {
      (format, width, height) = ("GIF", low(6, 2), low(8, 2))
    } else if has("BM") {
      // A negative height has the rows from the top.
      let rows = Int(Int32(truncatingIfNeeded: low(22, 4)))
      (format, width, height) = ("BMP", low(18, 4), abs(rows))
    } else if has("RIFF"), has("WEBPVP8X", at: 8) {
      (format, width, height) = ("WebP", low(24, 3) + 1, low(27, 3) + 1)
    } else if has("RIFF"), has("WEBPVP8L", at: 8) {
      let size = low(21, 4)
      (format, width, height) = ("WebP", size & 0x3FFF + 1, size >> 14 & 0x3FFF + 1)
    } else if has("RIFF"), has("WEBPVP8 ", at: 8) {
      (format, width, height) = ("WebP", low(26, 2) & 0x3FFF, low(28, 2) & 0x3FFF)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      var place = 2
      // The size is in the first segment of a frame: SOF0 to SOF15, which are not DHT, JPG and DAC.
      while place + 9 < bytes.count, bytes[place] == 0xFF {
        let marker = bytes[place + 1]
        if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) { break }
        place += marker == 0xFF ? 1 : 2 + high(place + 2, 2)
      }
      guard place + 9 < bytes.count, bytes[place] == 0xFF else { return nil }
      (format, width, height) = ("JPEG", high(place + 7, 2), high(place + 5, 2))
    } else {
      return nil
    }
  }
}
