import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

/// Bytes for the workloads of the fixtures: at most the target of each.
@Suite struct ByteBudgetTests {
  @Test func thereAreSevenWorkloadsAtTwoSizes() {
    #expect(FramePair.names.count == 14)
  }

  @Test(arguments: FramePair.names)
  func noMoreBytesThanTheTarget(name: String) throws {
    let pair = try FramePair(named: name)
    let capabilities = Capabilities(
      colors: .trueColor, backgroundColorErase: false, scrolling: true)
    let canvas = Canvas(size: pair.size)
    var encoder = Encoder()
    var shown = TerminalImage(unknown: pair.size)
    var oracle = Oracle(size: pair.size, capabilities: capabilities)
    pair.draw(pair.from, on: canvas)
    oracle.feed(encoder.bytes(&shown, to: canvas, for: capabilities))
    canvas.surface.placeCursor(column: pair.cursorBefore.column, row: pair.cursorBefore.row)
    oracle.feed(encoder.bytes(&shown, to: canvas, for: capabilities))
    canvas.hideCursor()
    oracle.feed(encoder.bytes(&shown, to: canvas, for: capabilities))
    shown.pen.style = .plain
    oracle.feed(Array("\u{1B}[m".utf8))

    pair.draw(pair.to, on: canvas)
    let bytes = encoder.bytes(&shown, to: canvas, for: capabilities)
    oracle.feed(bytes)
    #expect(oracle.difference(from: canvas) == nil)
    #expect(bytes.count <= pair.target, "\(VirtualTerminal.readable(bytes))")
  }

  /// A dialog dims the whole page below it: all of the page is written again, in as few colours as
  /// possible, and once more when the dialog closes.
  @Test(arguments: [(ColorProfile.trueColor, 2_876), (.ansi256, 2_876), (.ansi16, 2_100)])
  func aDialogThatOpensAndClosesWritesThePageTwice(_ colors: ColorProfile, _ budget: Int) {
    let size = Size(columns: 80, rows: 24)
    let capabilities = Capabilities(colors: colors, scrolling: true)
    let environment = ViewEnvironment(colors: colors, help: [HelpItem("q", "quit")])
    let canvas = Canvas(size: size)
    var encoder = Encoder()
    var shown = TerminalImage(unknown: size)
    var oracle = Oracle(size: size, capabilities: capabilities)
    func draw(isOpen: Bool) -> Int {
      canvas.clear(to: size)
      let names = ["search", "images", "checkout", "stock", "accounts", "payments", "reports"]
      let page = ViewList([
        VStack {
          List(names + names.map { $0 + " 2" }, Selection("images")) { name in
            Text("\(name) has \(name.count * 97) requests per second")
          }.border(title: "services").frame(height: .fixed(18))
          ProgressBar(1, of: 3)
          Text("of all requests").styled(.secondary)
          Help()
        }
      ])
      page.show(on: canvas, in: environment)
      if isOpen {
        canvas.dim(in: environment, sparingHelp: false)
        let place = Rectangle(column: 25, row: 9, columns: 30, rows: 5)
        let surface = canvas.surface.region(place).onTop.styled(environment.style(.surface))
        if colors >= .ansi256 { canvas.card = place }
        Dialog("stop") { Text("Stop the service?") }.draw(into: surface, in: environment)
        canvas.card = nil
      }
      let bytes = encoder.bytes(&shown, to: canvas, for: capabilities)
      oracle.feed(bytes)
      #expect(oracle.difference(from: canvas) == nil)
      return bytes.count
    }
    let first = draw(isOpen: false)
    let opened = draw(isOpen: true)
    let closed = draw(isOpen: false)
    #expect(opened <= budget && closed <= budget, "\(first), \(opened), \(closed)")
    #expect(closed <= first, "No more than the first frame.")
  }
}
