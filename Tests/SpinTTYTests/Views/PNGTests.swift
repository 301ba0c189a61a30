import Foundation
import SpinTTY
import Testing

/// Pictures of five by three pixels in each kind of PNG, with each filter; zlib has deflated them.
@Suite struct PNGTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let kind: Int
    let depth: Int
    let isInterlaced: Bool
    let bytes: [UInt8]

    init(kind: Int, depth: Int, isInterlaced: Bool, _ text: String) {
      (self.kind, self.depth, self.isInterlaced) = (kind, depth, isInterlaced)
      bytes = PNGTests.bytes(text)
    }

    var testDescription: String { "kind \(kind), \(depth) bits\(isInterlaced ? ", Adam7" : "")" }

    /// The components of a pixel, as the sample has been made.
    func components(_ column: Int, _ row: Int) -> [Int] {
      let most = 1 << depth - 1
      if kind == 3 { return [(column + row) % min(4, most + 1)] }
      let first = depth < 8 ? (column * 7 + row * 5) % (most + 1) : column * 50 + row * 13
      let count = [0: 1, 2: 3, 4: 2, 6: 4][kind] ?? 0
      return (0..<count).map { part in
        let value = first + 31 * part
        return depth < 8 ? first : (depth == 16 ? (value * 257) >> 8 : value) & 255
      }
    }

    func color(_ column: Int, _ row: Int) -> Pixels.Color {
      let parts = components(column, row)
      if kind == 3 {
        return [
          Pixels.Color(red: 255, green: 0, blue: 0), .init(red: 0, green: 255, blue: 0),
          .init(red: 0, green: 0, blue: 255), .init(red: 9, green: 8, blue: 7),
        ][parts[0]]
      }
      let bytes = parts.map { UInt8(depth < 8 ? $0 * 255 / (1 << depth - 1) : $0) }
      let alpha = [4, 6].contains(kind) ? bytes.last ?? 0 : 255
      return kind == 0 || kind == 4
        ? .init(red: bytes[0], green: bytes[0], blue: bytes[0], alpha: alpha)
        : .init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: alpha)
    }
  }

  private static func bytes(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { Array($0) } ?? []
  }

  static let samples = [
    Sample(
      kind: 0, depth: 1, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAQAAAABzTfhVAAAAB0lEQVR42mMIYFzBjOh0DQAAAAdJREFUtAIA"
        + "BD4BpLmTGOEAAAAASUVORK5CYII="),
    Sample(
      kind: 0, depth: 1, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAQAAAAEESsjDAAAAB0lEQVR42mNgYGRgxDSEZAAAAA9JREFUYmBm"
        + "YDnAcIBxBQAHCAI0zFuvVQAAAABJRU5ErkJggg=="),
    Sample(
      kind: 0, depth: 2, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAgAAAAA07YKFAAAAB0lEQVR42mOwZGD0dmcHeAAAAApJREFU+8Tk"
        + "6gAAB/UCAn/sorYAAAAASUVORK5CYII="),
    Sample(
      kind: 0, depth: 2, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAgAAAAFD6rITAAAAB0lEQVR42mNgYGRgxDSEZAAAABBJREFUamDu"
        + "YLnAUMDo9wkAEdoDlGQRkvMAAAAASUVORK5CYII="),
    Sample(
      kind: 0, depth: 4, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADBAAAAAC7rXclAAAAB0lEQVR42mNgf3qApwW9jgAAAA1JREFUMebe"
        + "NSbX0AAAHcoEqtaXwtYAAAAASUVORK5CYII="),
    Sample(
      kind: 0, depth: 4, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADBAAAAAHMqkezAAAAB0lEQVR42mNgYDzAYIDw0AAAABJJREFU9IB5"
        + "BQ9LKYM8Y8y9awAj7wUEPsVmGAAAAABJRU5ErkJggg=="),
    Sample(
      kind: 0, depth: 8, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAAAAAB+XZokAAAAB0lEQVR42mNgMEqZZ+7pQAAAAA9JREFUdoKR"
        + "1wgImHhBAAAjeAMO+OpkEQAAAABJRU5ErkJggg=="),
    Sample(
      kind: 0, depth: 8, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAAAAAEJWqqyAAAAB0lEQVR4AQEWAOn/tyEQFgAAABpJREFUAAAB"
        + "yAJkAxpxowQyZABMsAENMjIyMjWeBM226+JWAAAAAElFTkSuQmCC"),
    Sample(
      kind: 0, depth: 16, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAAAAAAuzUZnAAAAB0lEQVR42mNgYDAyn4Ys7AAAABVJREFUSkmZ"
        + "Nu3ECUZeXiMoYOKFAwCBAQYY4ICe+wAAAABJRU5ErkJggg=="),
    Sample(
      kind: 0, depth: 16, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAAAAAFZynbxAAAAB0lEQVR42mNgYGA8woVcvwAAACFJREFUcYIp"
        + "JYVZSqqwcPFiFiOjlBQGH58NGxh5eY2gAAC5ywmOvtJCgAAAAABJRU5ErkJggg=="),
    Sample(
      kind: 2, depth: 8, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAIAAADUVFKvAAAAB0lEQVR42mNgkLczKYdhJgAAABxJREFUCixI"
        + "aV40beuVE8/ZGHl1vI2QABMvKgAAScsKUIqG3KoAAAAASUVORK5CYII="),
    Sample(
      kind: 2, depth: 8, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAIAAAGjU2I5AAAAB0lEQVR4AQE0AMv/GqgxgwAAADhJREFUAAAf"
        + "PgHI5wYCZIOiAxo5WHGBkKOzwgQyUXBkZGQATGuKsM/uAQ0sSzIyMjIyMjIyMjIyMsdCEJViO/69AAAAAElF"
        + "TkSuQmCC"),
    Sample(
      kind: 2, depth: 16, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAIAAACExI7sAAAAB0lEQVR42mNgYJCXlz3HYgAAADNJREFUt7Mz"
        + "MgoMLChISWluXrRo2rStW69cOXHi+XN2NkZeXh0db28jrMDYiIkXJ+ADYgD78hSfQy8B4gAAAABJRU5ErkJg"
        + "gg=="),
    Sample(
      kind: 2, depth: 16, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAIAAAHzw756AAAAB0lEQVR42mNgYJCXlz3HYgAAAE1JREFUt7Nj"
        + "PHHi+XN2NqaUlObmRYuYpaQsLSMiCgsbGydMWLx4y+bDh1iMjAIDCwpSwIDBxyc7u6trw4bz59+9Y+Tl1dHx"
        + "9jbCCoyNAL6YISLQEsOfAAAAAElFTkSuQmCC"),
    Sample(
      kind: 3, depth: 1, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAQMAAABh+Fe7AAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mMIYFzBjOh0DQAAAAdJREFUtAIABD4BpLmTGOEAAAAASUVORK5CYII="),
    Sample(
      kind: 3, depth: 1, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAQMAAAEW/2ctAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mNgYGRgxDSEZAAAAA9JREFUYmBmYDnAcIBxBQAHCAI0zFuvVQAAAABJRU5ErkJggg=="),
    Sample(
      kind: 3, depth: 2, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAgMAAAAmWC1rAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mOQZmDM/dPEtgAAAApJREFUucLk6gAAByMB5H35Ua0AAAAASUVORK5CYII="),
    Sample(
      kind: 3, depth: 2, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAgMAAAFRXx39AAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mNgYGRgxDSEZAAAABBJREFUamDuYClguMCYcwUAETgDlNArfOYAAAAASUVORK5CYII="),
    Sample(
      kind: 3, depth: 4, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADBAMAAACpGNjLAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mNgVGZg1WCrqgAAAA1JREFUFJJ7wCR4UQAACPwCKqb896UAAAAASUVORK5CYII="),
    Sample(
      kind: 3, depth: 4, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADBAMAAAHeH+hdAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mNgYGRgxDSEZAAAABJJREFUUmBWEGARZjBkFJJ7AAAGmwGwVuiOrwAAAABJRU5ErkJggg=="),
    Sample(
      kind: 3, depth: 8, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAMAAABs6DXKAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR42mNgYGRiKjrlSAAAAA9JREFUZmAEgr+MTCCCEQALkgIMqj2uJQAAAABJRU5ErkJggg=="),
    Sample(
      kind: 3, depth: 8, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAMAAAEb7wVcAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
        + "QVR4AQEWAOn/tyEQFgAAABpJREFUAAABAAICAwL/AgQBAgADAQEBAQH9ARFFAhntqaRtAAAAAElFTkSuQmCC"),
    Sample(
      kind: 4, depth: 8, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAQAAADxPw1zAAAAB0lEQVR42mNgkDcKTQFxZQAAABVJREFUTGme"
        + "tvXEc0ZeHSMoYOKFAwCTxgbSKrqG2gAAAABJRU5ErkJggg=="),
    Sample(
      kind: 4, depth: 8, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAQAAAGGOD3lAAAAB0lEQVR4AQElANr/odQiaQAAAClJREFUAAAf"
        + "AcjnAmSDAxo5cYGjswQyUWRkAExrsM8BDSwyMjIyMjIyMtH7CqaOBw3LAAAAAElFTkSuQmCC"),
    Sample(
      kind: 4, depth: 16, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAQAAAChr9EwAAAAB0lEQVR42mNgYJCXlz3HYgAAACRJREFUNzIK"
        + "DExJaW6eNm3r1hMnnj9n5OXV0TFCA0y8GICPFwAyKw2hd429ngAAAABJRU5ErkJggg=="),
    Sample(
      kind: 4, depth: 16, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAQAAAHWqOGmAAAAB0lEQVR42mNgYJCXlz3HYgAAADZJREFUZzxx"
        + "4vlzppSU5mZmKSlLy8LCxsbFi7dsZjEyCgxMAQIGH5/s7A0bzp9n5OXV0TFCAwAITBVBsExC9wAAAABJRU5E"
        + "rkJggg=="),
    Sample(
      kind: 6, depth: 8, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAYAAABbNsX4AAAAB0lEQVR42mNgkLeL7D1amAAAACJJREFUNQos"
        + "6E9pXnRw2tYrn088Z1Nl5NXxzjJCA0y8WAAAa0MOiCAbCAIAAAAASUVORK5CYII="),
    Sample(
      kind: 6, depth: 8, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAYAAAEsMfVuAAAAB0lEQVR4AQFDALz/jD5GlwAAAEdJREFUAAAf"
        + "Pl0ByOcGJQJkg6LBAxo5WHdxgZCgo7PC0gQyUXCPZGRkZABMa4qpsM/uDQENLEtqMjIyMjIyMjIyMjIyMjIy"
        + "MjC5FpwgkY2OAAAAAElFTkSuQmCC"),
    Sample(
      kind: 6, depth: 16, isInterlaced: false,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAYAAAALphm7AAAAB0lEQVR42mNgYJCXlz3HYgAAAEBJREFUt7OL"
        + "jTUyCgwsKOjvT0lpbl606ODBadO2br1y5fPnEyeeP2dnU1Nl5OXV0fH2zsoywgqM4SQTL0HAByYBcJYdETW4"
        + "jOIAAAAASUVORK5CYII="),
    Sample(
      kind: 6, depth: 16, isInterlaced: true,
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAYAAAF8oSktAAAAB0lEQVR42mNgYJCXlz3HYgAAAGNJREFUt7OL"
        + "jWU8ceL5c3Y2NVWmlJTm5kWLDh5klpKytIyIKC8vLGxsnDBhwYLFi7dsPnzo8iUWI6PAwIKC/v4UKGDw8cnO"
        + "7upauXLDhvPn373j42Xk5dXR8fbOyjLCCozhJABB+i00LD22rwAAAABJRU5ErkJggg=="),
  ]

  @Test(arguments: samples) func eachKindOfPixelsIsRead(_ sample: Sample) {
    #expect(Pixels(png: sample.bytes) == Pixels(width: 5, height: 3, color: sample.color))
  }

  /// A block with codes of its own, and one with the fixed codes; both repeat what they have.
  @Test(arguments: [
    "iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAAAAADFHGIkAAABLUlEQVR42iXQERcFIRAF4PE8z/M8z/M8z/M8"
      + "X8/z9fV8/f2Cd++OznfOzNwrImKsC6m0uY8JZdwS2pbIubEe0Od+AfOWCEjf3PmYar/u14Y6HxP7NgnzD7JC"
      + "VLg/wDwAxnp+gOvYBMhiLQG3CS41wngswfEEnlqPANaxGVDEOd2Ep4743Nfr8jyO4LGJtxEDsF9XAFU4x6Y6"
      + "8JQJeeyfL9fxVbxCUygK7weYZ33KaiMV0CQEAm5rjElYv0CIPIGnEIPB0SGgS4y6CU8xxoVGWC4hYRNvIwaD"
      + "s0OJQzjHprHwlM8MjqokDUkKU6ErmA8wb/pU0EYGYErOBNzWGJuAcgmFJ/AUYjA4OgRcUopuwlOMcaMRlkuo"
      + "2MTbiMHg7NCVJZxj03rwVGoMjqpcXX++a/KxDx1+1gAAAABJRU5ErkJggg==",
    "iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAAAAADFHGIkAAABpUlEQVR4AWNgYGDgFlM0902unLX7Drd5cv8x"
      + "BvPK3QxOIHFuMR2gRMus3c+BErOOMTgBJXzB4oo6Tr55LUuPPRczz5t1kdupZTe3L1AcLBEBkXCCSBwDSwDF"
      + "zYES/RsufgJKLL0j5guUiGAQEwNJAO0GSSj6VoIk+i+KgSQUQVYAHbXhIgNQYsMdsQigRDKDoiLEJKCj7jDo"
      + "RLRseK4YMeuOIkhCB2gSyG6gN4ASu58rJgMl8hhA4kCT8vqBjuI2j+jf/UkneekdnTwGHYhEJUQiGSLxHCwB"
      + "FI+AOEoMEiJ5QIlKBnNzkATQbog3ZoEkNnwyB0k4gawAOgroDZDHgWEIlGhhcHKCmAR0FMgbS4EhAgpckIQv"
      + "0CSQ3UBvgDwOCkMGp34GkDjQpP4NQEfpRIA8DgwqBt9+Bl+IxCyIRAtEghssARSvhDjKHBIi/UCJWQwRESAJ"
      + "oN0Qb+wGSQADFySRDLIC6CigN0AeB4YhUGIpQ3IyxCSgo0DeOAYMEVDggiTygCaB7AZ6A+RxUBgqJm9gAIkD"
      + "TdpwEego30qQx4FBpZi3AQC+a/KxnZG9NwAAAABJRU5ErkJggg==",
  ])
  func repeatedBytesAreRead(_ text: String) {
    let expected = Pixels(width: 24, height: 24) { column, row in
      let gray = UInt8((column * column + row * 3) / 7 % 23 * 11)
      return .init(red: gray, green: gray, blue: gray)
    }
    #expect(Pixels(png: PNGTests.bytes(text)) == expected)
  }

  @Test func aColourAndAPaletteMayBeTransparent() {
    let clear =
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAIAAADUVFKvAAAABnRSTlMAPwBeAH0FQSb9AAAAB0lEQVR42mNg"
      + "kLczKYdhJgAAABxJREFUCixIaV40beuVE8/ZGHl1vI2QABMvKgAAScsKUIqG3KoAAAAASUVORK5CYII="
    let sample = Sample(kind: 2, depth: 8, isInterlaced: false, clear)
    let expected = Pixels(width: 5, height: 3) { column, row in
      var color = sample.color(column, row)
      if (column, row) == (1, 1) { color.alpha = 0 }
      return color
    }
    #expect(Pixels(png: sample.bytes) == expected)
    let palette =
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADBAMAAACpGNjLAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAAnRS"
      + "TlMKFJam8c8AAAAHSURBVHjaY2BUZmDVYKuqAAAADUlEQVQUknvAJHhRAAAI/AIqpvz3pQAAAABJRU5ErkJg"
      + "gg=="
    let other = Sample(kind: 3, depth: 4, isInterlaced: false, palette)
    let half = Pixels(width: 5, height: 3) { column, row in
      var color = other.color(column, row)
      color.alpha = [10, 20, 255, 255][other.components(column, row)[0]]
      return color
    }
    #expect(Pixels(png: other.bytes) == half)
  }

  @Test func aSideHasALimitAndEachMethodIsKnown() {
    /// A chunk, whose checksum is not read.
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    /// A row of white pixels of a bit each, which are stored without being deflated.
    func row(_ width: Int, methods: [UInt8] = [0, 0, 0]) -> Pixels? {
      let line = [0] + [UInt8](repeating: 255, count: (width + 7) / 8)
      var data: [UInt8] = [0x78, 0x01]
      for start in stride(from: 0, to: line.count, by: 65_535) {
        let part = line[start...].prefix(65_535)
        let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
        data += [start + part.count == line.count ? 1 : 0, low, high, ~low, ~high] + part
      }
      return Pixels(
        png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
          + chunk("IHDR", number(width) + number(1) + [1, 0] + methods)
          + chunk("IDAT", data + [0, 0, 0, 0]))
    }
    #expect(row(1 << 20)?.width == 1 << 20)
    #expect(row(1 << 20 + 1) == nil && row(1 << 21) == nil)
    for methods: [UInt8] in [[1, 0, 0], [0, 1, 0], [0, 0, 2]] {
      #expect(row(9, methods: methods) == nil)
    }
    #expect(row(1, methods: [0, 0, 1])?.width == 1)
  }

  @Test(arguments: samples) func damagedBytesAreNoPictureOrAnotherOne(_ sample: Sample) {
    let bytes = sample.bytes
    let data = bytes.indices.dropFirst(3).first { bytes[$0 - 3...$0].elementsEqual("IDAT".utf8) }
    for end in 0..<(data ?? 0) + 9 { #expect(Pixels(png: Array(bytes[..<end])) == nil) }
    for place in bytes.indices {
      for bit in [0, 3, 7] {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        if let pixels = Pixels(png: damaged) { #expect(pixels.width * pixels.height <= 1 << 24) }
      }
    }
  }
}
