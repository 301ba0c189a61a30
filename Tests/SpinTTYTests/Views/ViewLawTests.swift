import SpinTesting
import Testing

@testable import SpinTTY

/// What holds for every view at every size, however they are nested.
///
/// A failure prints its seed; `SPIN_SEED` repeats it, `SPIN_ROUNDS` tries more.
@Suite struct ViewLawTests {
  private static let sizes = [
    Size.zero, Size(columns: 0, rows: 5), Size(columns: 5, rows: 0), Size(columns: 1, rows: 1),
    Size(columns: 2, rows: 1), Size(columns: 1, rows: 2), Size(columns: 3, rows: 3),
    Size(columns: 7, rows: 2), Size(columns: 20, rows: 6), Size(columns: 80, rows: 24),
  ]

  @Test(arguments: Seeds.series(200))
  func noViewDrawsOutsideOfItsSurfaceAndTheSameViewDrawsTheSame(seed: UInt64) {
    var random = RandomView(generator: SeededGenerator(seed: seed))
    let view = random.view(random.generator.number(0..<6))
    let size = random.generator.pick(ViewLawTests.sizes)
    let environment = random.focusedEnvironment()
    let widths = random.widths()
    let canvases = (0..<2).map { _ in
      draw(view, at: size, widths: widths, in: environment)
    }
    let inside = Rectangle(column: 2, row: 1, columns: size.columns, rows: size.rows)
    for row in 0..<canvases[0].size.rows {
      for column in 0..<canvases[0].size.columns {
        let cell = canvases[0].cell(column: column, row: row)
        let other = canvases[1].cell(column: column, row: row)
        #expect(cell.text == other.text && cell.style == other.style, "seed \(seed)")
        if !inside.contains(column: column, row: row) {
          #expect(cell.text == "." && cell.style == .plain, "seed \(seed) at \(column), \(row)")
        }
      }
    }
    #expect(canvases[0].cursor == canvases[1].cursor, "seed \(seed)")
    #expect(canvases[0].frame == canvases[1].frame, "seed \(seed)")
    if let cursor = canvases[0].cursor {
      #expect(inside.contains(column: cursor.column, row: cursor.row), "seed \(seed)")
    }
    if let anchor = canvases[0].frame.focus {
      #expect(inside.contains(column: anchor.column, row: anchor.row), "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(100))
  func everyViewAnswersEveryProposal(seed: UInt64) {
    var random = RandomView(generator: SeededGenerator(seed: seed))
    let view = random.view(random.generator.number(0..<6))
    let environment = random.focusedEnvironment()
    let lengths: [Int?] = [nil, 0, 1, 2, 80, 1 << 30, .max, .min]
    for columns in lengths {
      for rows in lengths {
        let proposal = Proposal(columns: columns, rows: rows)
        let size = view.measure(proposal, in: environment)
        #expect(size == view.measure(proposal, in: environment), "seed \(seed)")
      }
    }
  }

  /// A stack keeps the plan of a measurement for the drawing.
  @Test(arguments: Seeds.series(100))
  func aViewThatWasMeasuredDrawsWhatANewOneDraws(seed: UInt64) {
    var random = RandomView(generator: SeededGenerator(seed: seed))
    let depth = random.generator.number(1..<6)
    var again = random
    let (view, new) = (random.view(depth), again.view(depth))
    let environment = random.focusedEnvironment()
    let room = random.generator.pick([Size(columns: 80, rows: 24), Size(columns: 30, rows: 9)])
    let measured = view.measure(Proposal(room), in: environment)
    let size = Size(
      columns: min(measured.columns, room.columns), rows: min(measured.rows, room.rows))
    let canvases = [view, new].map { draw($0, at: size, widths: WidthRules(), in: environment) }
    #expect(canvases[0].lines == canvases[1].lines, "seed \(seed)")
    #expect(canvases[0].frame == canvases[1].frame, "seed \(seed)")
  }

  @Test(arguments: Seeds.series(100))
  func aTerminalShowsWhatViewsDraw(seed: UInt64) {
    var random = RandomView(generator: SeededGenerator(seed: seed))
    let size = Size(columns: 40, rows: 12)
    let capabilities = Capabilities(widths: random.widths(), hyperlinks: true)
    let canvas = Canvas(size: size, widths: capabilities.widths)
    var oracle = Oracle(size: size, capabilities: capabilities)
    var encoder = Encoder()
    var shown = TerminalImage(unknown: size)
    for _ in 0..<3 {
      canvas.clear(to: size)
      ViewList([random.view(4)]).show(on: canvas, in: random.focusedEnvironment())
      oracle.feed(encoder.bytes(&shown, to: canvas, for: capabilities))
      #expect(oracle.difference(from: canvas) == nil, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(100))
  func plainLinesHaveNoEscapesAndFitTheWidth(seed: UInt64) {
    var random = RandomView(generator: SeededGenerator(seed: seed))
    let view = ViewList([random.view(random.generator.number(0..<5))])
    let environment = random.focusedEnvironment()
    let width = random.generator.pick([1, 2, 20, 80])
    let lines = view.plainLines(width: width, in: environment)
    #expect(lines == view.plainLines(width: width, in: environment), "seed \(seed)")
    for line in lines {
      let isClean = line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      #expect(isClean, "seed \(seed)")
      #expect(environment.widths.width(of: line) <= max(width, 8), "seed \(seed): \(line)")
      #expect(line.last != " ", "seed \(seed)")
    }
    #expect(lines.first?.isEmpty != true && lines.last?.isEmpty != true, "seed \(seed)")
  }

  /// Draws into a part of a canvas full of dots.
  private func draw(
    _ view: any View, at size: Size, widths: WidthRules, in environment: ViewEnvironment
  ) -> Canvas {
    let canvas = Canvas(
      size: Size(columns: size.columns + 4, rows: size.rows + 2), widths: widths)
    canvas.surface.fill(".")
    var environment = environment
    environment.widths = widths
    let region = Rectangle(column: 2, row: 1, columns: size.columns, rows: size.rows)
    view.draw(into: canvas.surface.region(region), in: environment)
    return canvas
  }
}
