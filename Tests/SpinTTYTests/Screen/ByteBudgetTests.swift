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
}
