import SpinTTY

/// The colours of the two levels, as the ground wants them; those for a dark one, which is what is
/// taken for granted where the terminal does not tell, can be read on a light one too.
struct Palette {
  let left: Color
  let right: Color

  init(_ theme: ViewEnvironment.Theme) {
    (left, right) = theme == .dark ? (.cyan, .magenta) : (.blue, .red)
  }
}

/// What `levels --watch` shows: the levels as text and as bars and, where there is room, how they
/// came there.
struct WatchView: View {
  let convergence: Convergence
  let screen: Screen

  /// The rows that a chart needs, with its scale.
  private static let leastChart = 4
  private static let inlineChart = 9
  private static let inlineColumns = 72

  var body: some View {
    if screen.kind == .inline {
      content.frame(width: .fixed(min(WatchView.inlineColumns, screen.size.columns)))
    } else if isRoomy {
      content.padding(horizontal: 2, vertical: 1).border(.rounded, title: "levels")
    } else {
      content
    }
  }

  @ViewBuilder private var content: ViewList {
    VStack(spacing: isRoomy ? 1 : 0) {
      Text("\(levels.left)").foreground(palette.left).bold() + Text(" ")
        + Text("\(levels.right)").foreground(palette.right).bold()
      VStack {
        bar("left", levels.left, palette.left)
        bar("right", levels.right, palette.right)
      }
      if hasWay, chartRows >= WatchView.leastChart {
        ConvergenceChart(convergence: convergence, palette: palette)
          .frame(height: screen.kind == .inline ? .fixed(chartRows) : .fill)
      }
      if levels.areEqual {
        Text("met after \(steps)", wrapping: .none).dim()
      } else {
        Help()
      }
    }
  }

  @ViewBuilder private func bar(_ name: String, _ level: Int, _ color: Color) -> ViewList {
    let scale = Scale(of: convergence.start)
    HStack(spacing: 1) {
      Text(name).frame(width: .fixed("right".count))
      ProgressBar(scale.part(below: level)).foreground(color)
      if screen.size.columns >= scale.columns + 16 {
        Text("\(level)").frame(width: .fixed(scale.columns), alignment: .topTrailing)
      }
    }
  }

  private var levels: Levels { convergence.levels }

  private var palette: Palette { Palette(screen.environment.theme) }

  private var steps: String {
    convergence.history.steps == 1 ? "1 step" : "\(convergence.history.steps) steps"
  }

  /// Whether there is room for blank lines, and for a border on a screen of its own.
  private var isRoomy: Bool { screen.size.rows >= 18 && screen.size.columns >= 42 }

  /// Whether there is anything to draw a chart of.
  private var hasWay: Bool { !convergence.start.areEqual }

  /// The rows that are left for the chart: levels, bars and help take four, and the line of an
  /// inline view in which the prompt will be takes one.
  private var chartRows: Int {
    let rows = screen.size.rows - 4
    return screen.kind == .inline ? min(rows - 1, WatchView.inlineChart) : rows
  }
}
