import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct ImageTests {
  private static let red = Pixels.Color(red: 255, green: 0, blue: 0)
  private static let blue = Pixels.Color(red: 0, green: 0, blue: 255)
  private static let clear = Pixels.Color(red: 9, green: 9, blue: 9, alpha: 0)

  /// Pixels of rows of letters.
  private func pixels(_ rows: String...) -> Pixels {
    let rows = rows.map(Array.init)
    return Pixels(width: rows[0].count, height: rows.count) { column, row in
      switch rows[row][column] {
      case "r": Self.red
      case "b": Self.blue
      case "w": Pixels.Color(red: 255, green: 255, blue: 255)
      case "k": Pixels.Color(red: 0, green: 0, blue: 0)
      case "h": Pixels.Color(red: 255, green: 255, blue: 255, alpha: 128)
      default: Self.clear
      }
    }
  }

  private func colors(_ shown: Picture, _ column: Int, _ row: Int) -> [Color?] {
    let style = shown.canvas.cell(column: column, row: row).style
    return [style.foreground, style.background]
  }

  @Test func aCellShowsTwoPixels() {
    let image = Image("", pixels("rbr.", "brr."))
    let shown = Picture(4, 1, in: ViewEnvironment()) { image }
    #expect(shown.text == "▀▀")
    #expect(colors(shown, 0, 0) == [.rgb(255, 0, 0), .rgb(0, 0, 255)])
    #expect(colors(shown, 1, 0) == [.rgb(0, 0, 255), .rgb(255, 0, 0)])
    #expect(colors(shown, 2, 0)[1] == .rgb(255, 0, 0), "Two equal ones are a blank.")
    #expect(colors(shown, 3, 0)[1] != .rgb(9, 9, 9))
  }

  @Test func whereNothingIsSeenOfThePictureTheCellStaysAsItIs() {
    let shown = Picture(4, 2, in: ViewEnvironment()) {
      ZStack(alignment: .topLeading) {
        Text("abcd\nefgh")
        Image("", pixels("r..b", ".r..", "....", "...."))
      }
    }
    #expect(shown.text == "▀▄c▀\nefgh")
  }

  @Test func theLastRowMayBeHalfARow() {
    let image = Image("", pixels("r", "b", "r"))
    #expect(image.measure(.unlimited, in: ViewEnvironment()) == Size(columns: 1, rows: 2))
    #expect(picture(1, 2) { image } == "▀\n▀")
  }

  @Test(arguments: [
    (100, 50, 10, 10, 10, 3), (100, 50, 200, 2, 8, 2), (50, 100, 10, 10, 10, 10),
    (50, 100, 50, 3, 3, 3), (100, 1, 10, 10, 10, 1), (1, 100, 10, 10, 1, 10), (8, 8, 40, 40, 8, 4),
    (8, 8, 0, 4, 0, 0), (0, 8, 4, 4, 0, 0), (3, 3, 1, 1, 1, 1),
  ])
  func itKeepsItsProportions(
    _ width: Int, _ height: Int, _ columns: Int, _ rows: Int, _ wide: Int, _ high: Int
  ) {
    let image = Image("", Pixels(width: width, height: height, rgba: []))
    #expect(
      image.measure(Proposal(columns: columns, rows: rows), in: ViewEnvironment())
        == Size(columns: wide, rows: high))
  }

  /// A stack relies on it.
  @Test(arguments: [(80, 24), (23, 11), (7, 40)])
  func itTakesItsOwnSizeAgain(_ columns: Int, _ rows: Int) {
    for width in 1..<120 {
      for height in 1..<40 {
        let image = Image("", Pixels(width: width, height: height, rgba: []))
        let room = Proposal(columns: columns, rows: rows)
        let size = image.measure(room, in: ViewEnvironment())
        let again = image.measure(Proposal(size), in: ViewEnvironment())
        if size != again { Issue.record("\(width) by \(height): \(size), then \(again)") }
      }
    }
  }

  @Test func anEnlargedPictureFillsItsFrame() {
    let small = Image("", pixels("rb", "br"))
    #expect(picture(6, 3) { small.frame(width: .fixed(6), height: .fixed(3)) }.count < 9)
    let image = Image("", pixels("rb", "br"), isEnlarged: true)
    let shown = Picture(8, 4, in: ViewEnvironment()) {
      image.frame(width: .fixed(6), height: .fixed(3))
    }
    #expect(shown.canvas.lines == ["", "▀▀▀▀▀▀", "", ""])
    #expect(
      (0..<6).map { colors(shown, $0, 0)[1] == .rgb(255, 0, 0) } == [
        true, true, true, false, false, false,
      ])
    #expect(
      (0..<6).map { colors(shown, $0, 2)[1] == .rgb(0, 0, 255) } == [
        true, true, true, false, false, false,
      ])
    let environment = ViewEnvironment()
    #expect(image.measure(.unlimited, in: environment) == Size(columns: 2, rows: 1))
    #expect(
      image.measure(Proposal(columns: 10, rows: nil), in: environment)
        == Size(columns: 10, rows: 5))
    #expect(
      image.measure(Proposal(columns: nil, rows: 4), in: environment) == Size(columns: 8, rows: 4))
  }

  /// Compared with sums of reals.
  @Test(arguments: 0..<40) func eachPixelIsTheAverageOfItsArea(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (
      Int.random(in: 1...9, using: &generator), Int.random(in: 1...9, using: &generator)
    )
    let (columns, rows) = (
      Int.random(in: 1...12, using: &generator), Int.random(in: 1...12, using: &generator)
    )
    let bytes = (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let scaled = Pixels(width: width, height: height, rgba: bytes)
      .scaled(columns: columns, rows: rows)
    var worst = 0.0
    func overlap(_ place: Int, _ index: Int, _ count: Int, _ length: Int) -> Double {
      let start = Double(index * length) / Double(count)
      let end = Double((index + 1) * length) / Double(count)
      return max(0, min(end, Double(place + 1)) - max(start, Double(place)))
    }
    for row in 0..<rows {
      for column in 0..<columns {
        var sums = [0.0, 0, 0, 0]
        for y in 0..<height {
          for x in 0..<width {
            let area = overlap(x, column, columns, width) * overlap(y, row, rows, height)
            let place = (y * width + x) * 4
            let alpha = Double(bytes[place + 3])
            for part in 0..<3 { sums[part] += area * Double(bytes[place + part]) * alpha / 255 }
            sums[3] += area * alpha
          }
        }
        let whole = Double(width * height) / Double(columns * rows)
        let color = scaled[column, row]
        let parts = [color.red, color.green, color.blue, color.alpha]
        for (sum, part) in zip(sums, parts) { worst = max(worst, abs(sum / whole - Double(part))) }
      }
    }
    #expect(worst <= 0.51)
  }

  @Test func theSamePictureIsShownInOneSizeAfterAnother() {
    let pixels = Pixels(width: 8, height: 8) { column, _ in
      Pixels.Color(red: UInt8(column * 30), green: 0, blue: 0)
    }
    for columns in [4, 2, 4, 8, 2] {
      let fresh = Pixels(width: 8, height: 8) { column, _ in
        Pixels.Color(red: UInt8(column * 30), green: 0, blue: 0)
      }
      #expect(pixels == fresh && pixels.hashValue == fresh.hashValue)
      let all = [pixels, fresh].map { pixels in
        Picture(columns, columns / 2) { Image("", pixels) }.canvas
      }
      for column in 0..<columns {
        #expect(
          all[0].cell(column: column, row: 0).style == all[1].cell(column: column, row: 0).style)
      }
    }
  }

  @Test(arguments: [
    (Appearance.dark, Color.rgb(128, 128, 128)), (.light, .rgb(255, 255, 255)),
  ])
  func whatShinesThroughIsTheBackground(_ appearance: Appearance, _ mixed: Color) {
    let environment = ViewEnvironment(appearance: appearance)
    let image = Image("", pixels("h", "h"))
    #expect(
      colors(Picture(1, 1, in: environment) { image }, 0, 0)[1] == mixed)
    let onRed = Picture(1, 1, in: environment) { image.background(.rgb(200, 0, 0)) }
    #expect(colors(onRed, 0, 0)[1] == .rgb(228, 128, 128))
    let onPalette = Picture(1, 1, in: environment) { image.background(.palette(16)) }
    #expect(colors(onPalette, 0, 0)[1] == .rgb(128, 128, 128))
  }

  @Test func fewerColoursAreTheNearestOnes() {
    let image = Image("", pixels("rbw", "rbh"))
    for (colors, expected) in [
      (ColorProfile.ansi256, [Color.palette(196), .palette(21), .palette(231)]),
      (.ansi16, [.palette(9), .palette(4), .palette(15)]),
    ] {
      let shown = Picture(3, 1, in: ViewEnvironment(colors: colors)) { image }
      #expect((0..<2).map { self.colors(shown, $0, 0)[1] } == Array(expected[..<2]))
      #expect(self.colors(shown, 2, 0)[0] == expected[2])
    }
  }

  @Test func withoutColoursCharactersShowTheLuminance() {
    let ramp = Pixels(width: 10, height: 2) { column, _ in
      let grey = UInt8(column * 255 / 9)
      return Pixels.Color(red: grey, green: grey, blue: grey)
    }
    let dark = ViewEnvironment(appearance: .dark, colors: .none)
    let light = ViewEnvironment(appearance: .light, colors: .none)
    #expect(picture(10, 1, in: dark) { Image("", ramp) } == " .:-=+*#%@")
    #expect(picture(10, 1, in: light) { Image("", ramp) } == "@%#*+=-:.")
    let shown = Picture(3, 1, in: dark) { Image("", pixels("rw.", "bw.")) }
    #expect(shown.text == ":@")
    #expect(colors(shown, 1, 0) == colors(shown, 2, 0), "No colour of its own.")
  }

  @Test func inASCIIEachCellHasOneColour() {
    let shown = Picture(2, 1, in: ViewEnvironment(isASCII: true)) { Image("", pixels("rw", "bk")) }
    #expect(shown.text == "")
    #expect(colors(shown, 0, 0)[1] == .rgb(128, 0, 128))
    #expect(colors(shown, 1, 0)[1] == .rgb(128, 128, 128))
  }

  @Test func pixelsWithoutBytesAreClear() {
    let image = Image("", Pixels(width: 2, height: 2, rgba: [255, 0, 0, 255, 1, 2]))
    #expect(picture(2, 1) { image } == "▀")
    for (width, height) in [(-1, 5), (5, -1), (.max, .max), (.min, .max), (1 << 20, 1 << 20)] {
      let pixels = Pixels(width: width, height: height, rgba: [255, 0, 0, 255])
      #expect(picture(3, 2) { Image("", pixels) }.count <= 1)
    }
  }

  #if os(Linux) || os(macOS)
    /// All of them would be 4 TiB.
    @Test func onlyPixelsThatAreMadeTakeMemory() async {
      await #expect(processExitsWith: .success) {
        _ = Pixels(width: .max, height: .max) { _, _ in exit(0) }
      }
    }
  #endif

  /// All of it would be 10^18 pixels.
  @Test func whatIsNotSeenIsNotMade() {
    let canvas = Canvas(size: Size(columns: 3, rows: 2))
    let all = Rectangle(column: -1_000_000, columns: 1_000_000_000, rows: 1_000_000_000)
    Image("", pixels("rb", "br")).draw(into: canvas.surface.region(all), in: ViewEnvironment())
    #expect(canvas.cell(column: 2, row: 1).style.background == .rgb(255, 0, 0))
  }

  @Test func inWordsItIsItsLabel() {
    let lines = VStack {
      Image("a cat", pixels("r"))
      Image("", pixels("r"))
    }.plainLines()
    #expect(lines == ["a cat"])
  }
}
