import SpinTTY

/// The view of `levels --watch`: the levels as text and as bars and, if there is room, their
/// course.
struct WatchView: View {
  let convergence: Convergence
  let screen: Screen

  var body: some View {
    if screen.kind == .inline {
      content.frame(width: .fixed(columns))
    } else if isRoomy {
      content.padding(horizontal: 2, vertical: 1).border(.rounded, title: "levels")
    } else {
      content
    }
  }

  @ViewBuilder private var content: ViewList {
    let levels = convergence.levels
    VStack(spacing: isRoomy ? 1 : 0) {
      Text("\(levels.left)").foreground(colors.left).bold() + Text(" ")
        + Text("\(levels.right)").foreground(colors.right).bold()
      VStack {
        bar("left", levels.left, colors.left)
        bar("right", levels.right, colors.right)
      }
      if convergence.distance > 0, chartRows >= 4 {
        chart.frame(height: screen.kind == .inline ? .fixed(chartRows) : .fill)
      }
      if levels.areEqual {
        Text("met after \(steps(UInt(convergence.steps)))", wrapping: .none).dim()
      } else {
        Help()
      }
    }
  }

  @ViewBuilder private func bar(_ name: String, _ level: Int, _ color: Color) -> ViewList {
    HStack(spacing: 1) {
      Text(name).frame(width: .fixed("right".count))
      ProgressBar(convergence.part(below: level)).foreground(color)
      if margin > 0 { number(level) }
    }
  }

  /// A course of up to 240 steps is as wide as the chart; of a longer course the chart shows all
  /// steps so far.
  @ViewBuilder private var chart: ViewList {
    let end = min(convergence.distance, UInt(max(240, convergence.steps)))
    HStack(spacing: 1) {
      if margin > 0 {
        VStack(distribution: .between) {
          number(convergence.highest)
          number(convergence.lowest).padding(Insets(bottom: 1))
        }
        .dim()
      }
      VStack {
        LineChart(lines(to: end), in: 0...Double(convergence.distance), showsScale: false)
        HStack(spacing: 1, distribution: .between) {
          Text("0")
          Text(steps(end), wrapping: .none)
        }
        .dim()
      }
    }
  }

  /// A value for each column of dots; NaN for steps to come.
  private func lines(to end: UInt) -> [LineChart.Series] {
    let environment = screen.environment
    let isASCII = environment.isASCII || environment.widths.ambiguousIsWide
    let dots = max(0, columns - margin) * (isASCII ? 1 : 2)
    let heights = (0..<dots).map { dot in
      convergence.heights(after: Double(end) * Double(dot) / Double(max(1, dots - 1)))
    }
    return [
      LineChart.Series(heights.map { $0?.left ?? .nan }, color: colors.left),
      LineChart.Series(heights.map { $0?.right ?? .nan }, color: colors.right),
    ]
  }

  private func number(_ level: Int) -> some View {
    Text("\(level)").frame(width: .fixed(margin - 1), alignment: .topTrailing)
  }

  private func steps(_ count: UInt) -> String { count == 1 ? "1 step" : "\(count) steps" }

  /// Colours for a dark background, which are legible on a light one too, and for a light one.
  private var colors: (left: Color, right: Color) {
    screen.environment.appearance == .dark ? (.cyan, .magenta) : (.blue, .red)
  }

  /// The columns that numbers beside the bars and the chart take, if there is room for them.
  private var margin: Int {
    let digits = max("\(convergence.lowest)".count, "\(convergence.highest)".count)
    return columns >= digits + 16 ? digits + 1 : 0
  }

  /// Whether there is room for blank lines, and for a border on a full screen.
  private var isRoomy: Bool { screen.size.rows >= 18 && screen.size.columns >= 42 }

  /// The columns inside of the border.
  private var columns: Int {
    screen.kind == .inline ? min(72, screen.size.columns) : screen.size.columns - (isRoomy ? 6 : 0)
  }

  /// The rows that are left by the levels, the bars, the help and, below an inline view, the
  /// prompt.
  private var chartRows: Int {
    screen.kind == .inline ? min(screen.size.rows - 5, 9) : screen.size.rows - 4
  }
}
