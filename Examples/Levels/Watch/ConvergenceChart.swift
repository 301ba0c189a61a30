import SpinTTY

/// Both levels over the steps, with the ends of both scales.
///
/// A short way is as wide as the chart from the start, and the lines grow to the right until they
/// meet at its edge. Of a longer way the chart shows the first steps, and later all of them so far.
struct ConvergenceChart: View {
  let convergence: Convergence
  let palette: Palette

  /// The steps of a way that is not long.
  private static let shortWay = 240

  private var scale: Scale { Scale(of: convergence.start) }

  /// The steps that are as wide as the chart.
  private var span: UInt {
    min(scale.distance, UInt(max(ConvergenceChart.shortWay, convergence.history.steps)))
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: max(1, proposal.columns ?? 40), rows: max(2, proposal.rows ?? 8))
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    guard size.rows > 1 else { return }
    let margin = size.columns >= scale.columns + 16 ? scale.columns + 1 : 0
    let room = Size(columns: size.columns - margin, rows: size.rows - 1)
    LineChart(lines(in: dots(across: room.columns, environment)), in: heights, showsScale: false)
      .draw(
        into: surface.region(Rectangle(column: margin, columns: room.columns, rows: room.rows)),
        in: environment)
    let faint = Style(attributes: .dim)
    if margin > 0 {
      for (level, row) in [(scale.highest, 0), (scale.lowest, room.rows - 1)] {
        surface.put("\(level)", column: margin - 1 - "\(level)".count, row: row, style: faint)
      }
    }
    let end = span == 1 ? "1 step" : "\(span) steps"
    surface.put("0", column: margin, row: room.rows, style: faint)
    surface.put(
      end, column: max(margin + 2, size.columns - end.count), row: room.rows, style: faint)
  }

  private var heights: ClosedRange<Double> { 0...max(1, Double(scale.distance)) }

  /// The columns of dots that the chart has, two in a cell where there is Braille.
  private func dots(across columns: Int, _ environment: ViewEnvironment) -> Int {
    environment.isASCII || environment.widths.ambiguousIsWide ? columns : 2 * columns
  }

  /// A value for each column of dots; what is still to come is no number, and not drawn.
  private func lines(in dots: Int) -> [LineChart.Series] {
    let scale = scale
    let last = Double(max(1, dots - 1))
    let heights = (0..<max(0, dots)).map { dot in
      // Multiplied first, so that the last dot is exactly the last step.
      convergence.history.heights(after: Double(span) * Double(dot) / last, on: scale)
    }
    return [
      LineChart.Series(heights.map { $0?.left ?? .nan }, color: palette.left),
      LineChart.Series(heights.map { $0?.right ?? .nan }, color: palette.right),
    ]
  }
}
