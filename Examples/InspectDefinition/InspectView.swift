import SpinRecording
import SpinTTY

/// The entries on the left; on the right the selected one, the state after it, and the effects that are alive.
struct InspectView: View {
  let inspect: Inspect
  let screen: Screen

  private var isWide: Bool { screen.size.columns >= 64 }
  private var isHigh: Bool { screen.size.rows >= 20 }

  var body: some View {
    VStack {
      header
      if let sentence { Text(sentence).styled(.warning).frame(height: .max(4)) }
      Group(isWide: isWide, inspect: inspect) {
        entries
      } second: {
        details
      }
      footer
      Help()
    }
    .title("inspect: \(inspect.runs.map(\.name).joined(separator: ", "))")
  }

  // MARK: The first and the last lines

  private var header: some View {
    HStack(spacing: 2) {
      Text(
        inspect.runs.map(\.name).joined(separator: " and "), wrapping: .none, truncation: .middle
      )
      .bold().styled(.accent)
      Text(summary, wrapping: .none).styled(.secondary).frame(width: .fill)
      if let run = inspect.runs.first(where: { $0.reading.problem == nil && !$0.reading.isAtEnd }) {
        ProgressBar(run.reading.bytes, of: max(1, run.reading.size)).frame(width: .fixed(12))
        Text("reading").styled(.secondary)
      } else {
        Text(status.words, wrapping: .none).styled(status.look)
      }
    }
    .frame(height: .fixed(1))
  }

  private var summary: String {
    if inspect.runs.count > 1 {
      let counts = inspect.runs.map { $0.count.of("entry", "entries") }
      return counts.joined(separator: " and ")
    }
    let run = inspect.runs[0]
    let header = run.log.header
    let name = header.name ?? header.stateType.split(separator: ".").last.map(String.init) ?? ""
    return "\(name), \(run.count.of("entry", "entries")), began \(header.began.words)"
  }

  private var status: (words: String, look: Theme.Token) {
    if inspect.runs.contains(where: { $0.reading.problem != nil }) { return ("damaged", .error) }
    if inspect.runs.contains(where: { $0.reading.isWithinLine }) {
      return ("following, a line is cut", .warning)
    }
    if inspect.runs.contains(where: { $0.reading.isGone }) { return ("the file is gone", .warning) }
    return inspect.atEnd ? ("following", .success) : ("watching", .secondary)
  }

  private var sentence: String? {
    inspect.comparison.map {
      $0.sentence(inspect.runs[0].log, inspect.runs[1].log, inspect.names)
    }
  }

  @ViewBuilder private var footer: ViewList {
    if let prompt = inspect.prompt {
      HStack(spacing: 1) {
        Text("\(prompt.kind.rawValue):").styled(.secondary)
        TextInput(
          prompt.input, placeholder: prompt.kind == .number ? "the number of a transition" : "words"
        )
        .id(Inspect.Area.prompt)
      }
    } else if let problem = inspect.problem {
      Text(problem).styled(.error)
    } else if !inspect.note.isEmpty {
      Text(inspect.note, wrapping: .none).styled(.warning)
    } else if let search = inspect.search {
      Text(words(search, "search"), wrapping: .none).styled(.secondary)
    }
  }

  private func words(_ hunt: Hunt, _ name: String) -> String {
    let isComplete = hunt.checked >= inspect.rows.runs.map(\.count).max() ?? 0
    let found = hunt.found.count.of("match", "matches")
    return "\(name) “\(hunt.text)”: \(found)\(isComplete ? "" : " until now")"
  }

  // MARK: The panes

  private var entries: some View {
    VStack {
      if let filter = inspect.filter { Heading(words(filter, "filter")) }
      Table(inspect.rows, inspect.table, Row.columns(inspect.runs))
        .scrollbar().id(Inspect.Area.entries)
        .frame(width: .fill, height: .fill)
    }
    .frame(width: .fill, height: .fill)
  }

  private var details: some View {
    VStack {
      if let entry, isHigh { EntryView(entry: entry) }
      Heading(inspect.moment?.title ?? "state")
      if let caveat = inspect.moment?.caveat { Text(caveat).styled(.warning) }
      EnvironmentReader { environment in
        Tree(inspect.moment?.roots ?? [], inspect.tree) {
          $0.children
        } row: { node in
          NodeView(
            node: node, isOpen: inspect.tree.open.contains(node.id),
            comparesRuns: inspect.runs.count > 1)
        }
        // A bar would look like a title.
        .selectionStyle(environment.style(.selection), unfocused: Style(attributes: .bold))
        .scrollbar().id(Inspect.Area.state)
      }
      .frame(width: .fill, height: .fill)
      effects
    }
    .frame(width: .fill, height: .fill)
  }

  private var entry: Log.Entry? {
    guard let index = inspect.index, inspect.runs.count == 1 else { return nil }
    return inspect.runs[0].log.entries[index]
  }

  /// At most a fifth of the screen.
  @ViewBuilder private var effects: ViewList {
    let effects = inspect.effects
    Heading(
      effects.isEmpty ? "no effect is alive, as far as the log tells" : "effects that are alive")
    if !effects.isEmpty {
      EnvironmentReader { environment in
        List(effects, inspect.alive) {
          EffectView(effect: $0, index: inspect.index ?? 0, runs: inspect.runs)
        }
        .selectionStyle(environment.style(.selection), unfocused: Style(attributes: .bold))
        .scrollbar().id(Inspect.Area.effects)
      }
      .frame(width: .fill, height: .fixed(min(effects.count, max(1, screen.size.rows / 5))))
    }
  }
}

/// A title on a bar, like the titles of a table.
struct Heading: View {
  let title: String

  init(_ title: String) { self.title = title }

  var body: some View {
    EnvironmentReader { environment in
      HStack {
        Text(title, wrapping: .none).styled(.accent)
        Spacer()
      }
      .styled(Style(background: environment.style(.track).foreground))
      .frame(height: .fixed(1))
    }
  }
}

/// Two panes, or the one with the focus if there is no room for both.
private struct Group: View {
  let isWide: Bool
  let inspect: Inspect
  @ViewBuilder let first: () -> ViewList
  @ViewBuilder let second: () -> ViewList

  var body: some View {
    VStack {
      if isWide {
        Split(inspect.panes, axis: inspect.runs.count == 1 ? .horizontal : .vertical) {
          first()
        } second: {
          second()
        }
        .id(Inspect.Area.panes)
      } else if inspect.focus.isOn(.state) || inspect.focus.isOn(.effects) {
        second()
      } else {
        first()
      }
    }
    .frame(height: .fill)
  }
}
