import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct StyleTests {
  @Test(arguments: Seeds.series(300))
  func theBytesBetweenTwoStylesTurnOneIntoTheOther(seed: UInt64) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    let first = CellStyle(random.style())
    let second = CellStyle(random.style())
    var terminal = VirtualTerminal(columns: 4, rows: 1)
    terminal.feed(Rendition.bytes(from: .plain, to: first))
    #expect(terminal.pen == VirtualTerminal.Style(first), "seed \(seed)")
    terminal.feed(Rendition.bytes(from: first, to: second))
    #expect(terminal.pen == VirtualTerminal.Style(second), "seed \(seed)")
    #expect(terminal.violations.isEmpty)
  }

  @Test func theShorterOfChangeAndResetIsTaken() {
    let bold = Style(attributes: .bold)
    let all = Style(foreground: .red, background: .blue, attributes: [.bold, .italic])
    #expect(Rendition.bytes(from: CellStyle(bold), to: .plain) == Array("\u{1B}[m".utf8))
    #expect(
      Rendition.bytes(from: CellStyle(all), to: CellStyle(bold)) == Array("\u{1B}[;1m".utf8))
    #expect(
      Rendition.bytes(from: .plain, to: CellStyle(Style(foreground: .red.bright)))
        == Array("\u{1B}[91m".utf8))
    #expect(Rendition.bytes(from: CellStyle(all), to: CellStyle(all)).isEmpty)
  }

  @Test func aStyleTakesWhatItLeavesOpenFromItsBase() {
    let base = Style(foreground: .red, background: .blue, attributes: .bold)
    let style = Style(foreground: .default, attributes: .italic).over(base)
    #expect(style.foreground == .default)
    #expect(style.background == .blue)
    #expect(style.attributes == [.bold, .italic])
  }

  @Test func aBarHasOneBackgroundAlsoOnFaintCells() {
    let faint = Style(foreground: .red, attributes: [.dim, .bold])
    let base = Style(foreground: .cyan)
    let reverse = Style(attributes: .reverse).laid(over: faint, on: base)
    #expect(reverse == Style(foreground: .cyan, attributes: [.reverse, .bold]))
    let ground = Style(background: .blue).laid(over: faint, on: base)
    #expect(ground == Style(foreground: .red, background: .blue, attributes: .bold))
    let mark = Style(underline: .single).laid(over: faint, on: base)
    #expect(mark == Style(foreground: .red, attributes: [.dim, .bold], underline: .single))
    let own = Style(background: .blue, attributes: .dim).laid(over: faint, on: base)
    #expect(own.attributes == [.dim, .bold])
  }

  @Test func withoutColoursAGroundIsReversedAndBrightTextIsBold() {
    var reducer = ColorReducer(profile: .none)
    let style = CellStyle(Style(foreground: .white.bright, background: .blue))
      .reduced(by: &reducer, for: Capabilities(colors: .none))
    #expect(style.foreground == .default && style.background == .default)
    #expect(style.attributes == [.reverse, .bold])
  }

  @Test(arguments: [
    (Color.rgb(255, 0, 0), Color.palette(196)), (.rgb(0, 0, 0), .palette(16)),
    (.rgb(255, 255, 255), .palette(231)), (.rgb(128, 128, 128), .palette(244)),
    (.rgb(95, 135, 175), .palette(67)), (.rgb(8, 8, 8), .palette(232)),
    (.rgb(238, 238, 238), .palette(255)), (.palette(3), .palette(3)), (.default, .default),
  ])
  func twentyFourBitsBecomeTheNearestOfTheCubeAndTheGreys(color: Color, expected: Color) {
    var reducer = ColorReducer(profile: .ansi256)
    #expect(reducer.reduce(color) == expected)
    #expect(reducer.reduce(color) == expected)
  }

  @Test func noOtherCubeOrGreyEntryIsMuchNearer() {
    // The two candidates are the best per axis and the best grey: exact entries map to themselves.
    var reducer = ColorReducer(profile: .ansi256)
    for index in UInt8(16)...255 {
      let (red, green, blue) = Palette.components(of: index)
      let reduced = reducer.reduce(.rgb(UInt8(red), UInt8(green), UInt8(blue)))
      guard case .palette(let found) = reduced.form else {
        Issue.record("\(reduced)")
        continue
      }
      #expect(Palette.components(of: found) == (red, green, blue))
    }
  }

  @Test func ofSixteenTheNearestIsTaken() {
    var reducer = ColorReducer(profile: .ansi16)
    #expect(reducer.reduce(.rgb(250, 5, 5)) == .palette(9))
    #expect(reducer.reduce(.palette(196)) == .palette(9))
    #expect(reducer.reduce(.palette(16)) == .palette(0))
    #expect(reducer.reduce(.rgb(200, 10, 10)) == .palette(1))
    #expect(reducer.reduce(.palette(12)) == .palette(12))
  }

  @Test(arguments: [
    "javascript:alert(1)", "http://a b", "https://a\u{1B}\\", "https://é", "HTTPS", "",
    "data:text/html,x",
  ])
  func whatIsNotAnAddressToOpenIsNoLink(address: String) {
    #expect(Link(address) == nil)
  }

  @Test func aLinkIsFilteredNotRepaired() {
    #expect(Link("https://example.com/a?b=c#d")?.address == "https://example.com/a?b=c#d")
    #expect(Link("MAILTO:a@b.example") != nil)
    #expect(Link("https://example.com", id: "a;b") == nil)
    #expect(Link("https://" + String(repeating: "a", count: 2075)) != nil)
    #expect(Link("https://" + String(repeating: "a", count: 2076)) == nil)
  }
}
