internal import SpinCore

/// The list of transitions, and the state after the chosen one; or the view of that state.
struct InspectorView: View {
  private let panel: InspectorPanel
  /// The numbers of the kept transitions.
  private let kept: Range<Int>
  private let selection: Selection<Int>
  private let run: any InspectedRun
  private let screen: Screen
  private let size: InspectorSize

  init(of panel: InspectorPanel, in run: any InspectedRun, on screen: Screen) {
    kept = run.kept
    selection = panel.selection(in: kept)
    self.panel = panel
    self.run = run
    self.screen = screen
    size = InspectorSize(on: screen.size)
  }

  /// The number of the chosen transition.
  private var chosen: Int { selection.id ?? 0 }
  private var words: Words { screen.environment.words }

  @ViewBuilder var body: ViewList {
    if panel.showsFrame { frame } else { box }
  }

  // MARK: The view of a state

  private var frame: some View {
    ZStack(alignment: .bottomLeading) {
      if let picture = run.picture(of: chosen, on: screen) {
        picture
      } else {
        Text(words.noFrame).styled(.secondary).alignment(.center)
      }
      EnvironmentReader { environment in
        HStack(spacing: 2) {
          Text(" \(chosen)", wrapping: .none).styled(.accent)
          Text("\(words.frame), \(words.withoutLayers)", wrapping: .none).frame(width: .fill)
          Text(
            [Text.Run("esc", look: .accent), Text.Run(" \(words.transitions) ")], wrapping: .none)
        }
        .styled(environment.trackStyle ?? environment.style(.selection))
        .frame(width: .fill, height: .fixed(1))
        .opaque()
      }
    }
    .frame(width: .fixed(screen.size.columns), height: .fixed(screen.size.rows))
  }

  // MARK: The list and the state

  private var box: some View {
    let content = HStack {
      if size.showsBoth(.horizontal) {
        list.frame(width: .fixed(size.inner.columns * 9 / 20))
        Text(" ")
        Divider(.vertical)
        Text(" ")
        state.frame(width: .fill)
      } else if size.showsBoth(.vertical) {
        VStack {
          list.frame(height: .fixed(size.inner.rows / 2))
          Divider()
          state.frame(height: .fill)
        }
      } else if panel.showsState {
        state
      } else {
        list
      }
    }
    .frame(width: .fill, height: .fixed(size.inner.rows))
    .border(title: title, isOfDialog: true)
    return DialogBox(content: content.resolved, keys: keys)
      .frame(width: .fixed(size.outer.columns), height: .fixed(size.outer.rows))
  }

  private var title: String {
    let place = "\(chosen)/\(kept.last ?? 0)"
    return size.inner.columns < 24 ? place : "\(words.inspector) \(place)"
  }

  private var keys: [HelpItem] {
    let panes =
      size.showsBoth(.horizontal) || size.showsBoth(.vertical)
      ? [] : [HelpItem([.tab], panel.showsState ? words.transitions : words.state)]
    return panes + [
      HelpItem([.enter], words.frame),
      HelpItem(["a"], panel.showsAllLines ? words.changes : words.allLines),
      HelpItem([.escape], words.close),
    ]
  }

  private var list: some View {
    VStack {
      if size.inner.rows >= 8 || kept.lowerBound > 0 {
        HStack(spacing: 1) {
          Text(
            kept.lowerBound > 0 ? words.forgotten.with("count", "\(kept.lowerBound)") : "",
            wrapping: .none
          )
          .styled(.warning).frame(width: .fill)
          if panel.isFollowing, size.inner.columns >= 30 {
            Text(words.following, wrapping: .none).styled(.success)
          }
        }
        .frame(height: .fixed(1))
      }
      List(Rows.numbers(kept.upperBound), selection) { number in ViewList([row(number).resolved]) }
        .scrollbar().id(HostLayers.Area.transitions)
    }
    .frame(width: .fill, height: .fill)
  }

  private func row(_ number: Int) -> some View {
    let width = "\(kept.last ?? 0)".count
    let name = "\(number)"
    let transition = run.transition(number)
    return HStack(spacing: 1) {
      Text(String(repeating: " ", count: max(0, width - name.count)) + name, wrapping: .none)
        .styled(.secondary)
      if let transition {
        Text(transition.event, wrapping: .none).frame(width: .fill)
        if size.listColumns >= 24, !transition.cause.isEmpty {
          Text(transition.cause, wrapping: .none).styled(.secondary)
            .frame(width: .max(size.listColumns / 3))
        }
      } else {
        EnvironmentReader { Text($0.ellipsis).styled(.secondary) }
      }
    }
    .frame(width: .fill)
  }

  private var state: some View {
    VStack {
      if let transition = run.transition(chosen) {
        Text(transition.event).styled(.accent).frame(height: .max(2))
        if !transition.cause.isEmpty, size.inner.rows >= 8 {
          Text(transition.cause, wrapping: .none, truncation: .middle).styled(.secondary)
        }
      }
      Viewport(panel.scroll) {
        EnvironmentReader { environment in Text(runs(in: environment), wrapping: .none) }
      }
      .scrollbar().id(HostLayers.Area.stateLines)
    }
    .frame(width: .fill, height: .fill)
  }

  private func runs(in environment: ViewEnvironment) -> [Text.Run] {
    let lines = run.stateLines(after: chosen, all: panel.showsAllLines)
    if lines.isEmpty { return [Text.Run(words.unchanged, look: .secondary)] }
    let isPlain = lines.allSatisfy { $0.change == .none }
    return lines.enumerated().map { index, line in
      let end = index == lines.count - 1 ? "" : "\n"
      return switch line.change {
      case .added: Text.Run("+ \(line.text)\(end)", look: .success)
      case .removed: Text.Run("- \(line.text)\(end)", look: .error)
      case .none: Text.Run("  \(line.text)\(end)", look: isPlain ? .text : .secondary)
      case .gap: Text.Run("  \(line.text)\(environment.ellipsis)\(end)", look: .secondary)
      }
    }
  }
}

/// The room of the inspector: the whole screen, its right half or its lower part.
private struct InspectorSize {
  let outer: Size

  init(on screen: Size) {
    outer = Size(
      columns: screen.columns >= 120 ? screen.columns / 2 : screen.columns,
      rows: screen.columns < 120 && screen.rows >= 36 ? screen.rows * 3 / 5 : screen.rows)
  }

  /// The room within the border and its padding, which has blank rows where rows are many.
  var inner: Size {
    Size(columns: max(1, outer.columns - 4), rows: max(1, outer.rows - (outer.rows < 16 ? 2 : 4)))
  }

  /// Whether the list and the state have room beside each other, or else one above the other.
  func showsBoth(_ axis: Axis) -> Bool {
    switch axis {
    case .horizontal: inner.columns >= 64
    case .vertical: inner.columns < 64 && inner.rows >= 12
    }
  }

  var listColumns: Int { showsBoth(.horizontal) ? inner.columns * 9 / 20 : inner.columns }
}
