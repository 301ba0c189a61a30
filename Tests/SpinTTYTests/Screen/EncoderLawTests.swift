import SpinTesting
import Testing

@testable import SpinTTY

/// The laws of the encoder, on random frames.
///
/// A failure names its seed; `SPIN_SEED=<seed>` runs that one alone.
@Suite struct EncoderLawTests {
  /// Frames one after the other on one terminal, checked by `check` after each.
  private func run(
    seed: UInt64, frames: Int = 12,
    _ check: (Oracle, Canvas, _ bytes: [UInt8], _ repaint: [UInt8]) -> Void
  ) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    random.isContested = !random.generator.once(in: 2)
    let size = random.size()
    let capabilities = random.capabilities()
    let canvas = Canvas(size: size, widths: capabilities.widths)
    var oracle = Oracle(size: size, capabilities: capabilities)
    var encoder = Encoder()
    var shown = TerminalImage(unknown: size)
    for number in 0..<frames {
      if number == 0 || random.generator.once(in: 5) {
        random.fill(canvas)
      } else {
        random.change(canvas)
      }
      var unknown = shown
      unknown.invalidate()
      let repaint = encoder.bytes(&unknown, to: canvas, for: capabilities)
      let bytes = encoder.bytes(&shown, to: canvas, for: capabilities)
      oracle.feed(bytes)
      check(oracle, canvas, bytes, repaint)
    }
  }

  @Test(arguments: Seeds.series(50))
  func replayingTheBytesOnWhatWasShownGivesWhatWasWanted(seed: UInt64) {
    run(seed: seed) { oracle, canvas, bytes, _ in
      let difference = oracle.difference(from: canvas)
      #expect(
        difference == nil,
        "seed \(seed), \(canvas.size): \(difference ?? "") after \(VirtualTerminal.readable(bytes))"
      )
    }
  }

  // 110 and 281: the shorter encoding left the pen further from the cursor's place.
  @Test(arguments: Seeds.series(30) + [110, 281])
  func neverMoreBytesThanAFullRepaint(seed: UInt64) {
    run(seed: seed) { _, _, bytes, repaint in
      #expect(bytes.count <= repaint.count, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(30))
  func whatIsShownAlreadyCostsNothing(seed: UInt64) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    let size = random.size()
    let capabilities = random.capabilities()
    let canvas = Canvas(size: size, widths: capabilities.widths)
    var encoder = Encoder()
    var shown = TerminalImage(unknown: size)
    for _ in 0..<4 {
      random.fill(canvas)
      _ = encoder.bytes(&shown, to: canvas, for: capabilities)
      #expect(encoder.bytes(&shown, to: canvas, for: capabilities).isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(30))
  func theBytesDependOnNothingButWhatIsShownWantedAndPossible(seed: UInt64) {
    var random = RandomCanvas(generator: SeededGenerator(seed: seed))
    let size = random.size()
    let capabilities = random.capabilities()
    let canvas = Canvas(size: size, widths: capabilities.widths)
    var used = Encoder()
    var shown = TerminalImage(unknown: size)
    for _ in 0..<6 {
      random.change(canvas)
      var copy = shown
      var fresh = Encoder()
      let bytes = used.bytes(&shown, to: canvas, for: capabilities)
      #expect(fresh.bytes(&copy, to: canvas, for: capabilities) == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(30))
  func theBytesDoNotDependOnTheOrderInWhichStylesWereMet(seed: UInt64) {
    func bytes(meetingFirst isOtherOrder: Bool) -> [UInt8] {
      var random = RandomCanvas(generator: SeededGenerator(seed: seed))
      let size = random.size()
      let capabilities = random.capabilities()
      let canvas = Canvas(size: size, widths: capabilities.widths)
      if isOtherOrder {
        var other = RandomCanvas(generator: SeededGenerator(seed: seed &+ 1))
        other.fill(canvas)
      }
      var encoder = Encoder()
      var shown = TerminalImage(unknown: size)
      var all: [UInt8] = []
      for number in 0..<6 {
        if number == 0 { random.fill(canvas) } else { random.change(canvas) }
        all += encoder.bytes(&shown, to: canvas, for: capabilities)
      }
      return all
    }
    #expect(bytes(meetingFirst: true) == bytes(meetingFirst: false), "seed \(seed)")
  }
}
