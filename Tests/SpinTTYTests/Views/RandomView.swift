import SpinMarkdown
import SpinTesting

@testable import SpinTTY

/// Makes views as programs do, and some as no program would.
struct RandomView {
  var generator: SeededGenerator

  /// A theme with backgrounds.
  private static let theme = Theme(
    Theme.Styles(
      text: Style(foreground: .white, background: .blue),
      accent: Style(foreground: .rgb(255, 200, 0), background: .rgb(20, 0, 20)),
      selection: Style(background: .rgb(90, 90, 90)), border: Style(foreground: .cyan)))

  private static let texts = [
    "", " ", "x", "value: 10 fixed", "the quick brown fox", "漢字かな。", "e\u{301}e\u{301}", "👩‍👩‍👧 🇫🇷 👍🏽",
    "one\ntwo\n\nfour\n", "a\tb", "\u{1B}[2J", "नमस्ते", "\u{301}", "\u{200B}", "10:42", "-3",
    String(repeating: "long ", count: 40),
  ]

  private mutating func text() -> String { generator.pick(RandomView.texts) }

  private mutating func number() -> Int {
    generator.pick([0, 1, 2, 3, 5, 9, 40, 1 << 20, .max, -1, .min])
  }

  private mutating func small() -> Int { generator.pick([0, 0, 1, 1, 2, 3, 7]) }

  private mutating func real() -> Double {
    generator.pick([0, 1, 2.5, -3, 1e300, -1e300, .nan, .infinity, -.infinity, 1e-300, 0.1])
  }

  private mutating func reals() -> [Double] { (0..<generator.number(0..<40)).map { _ in real() } }

  private mutating func constraint() -> Constraint {
    var constraint = length()
    if generator.once(in: 6) { constraint = constraint.atLeast(small()) }
    if generator.once(in: 6) { constraint = constraint.atMost(small()) }
    if generator.once(in: 6) { constraint = constraint.priority(number()) }
    return constraint
  }

  private mutating func length() -> Constraint {
    switch generator.number(0..<9) {
    case 0: .fixed(generator.once(in: 3) ? number() : small())
    case 1: .min(generator.once(in: 3) ? number() : small())
    case 2: .max(generator.once(in: 3) ? number() : small())
    case 3: .ratio(number(), number())
    case 4: .ratio(1, generator.number(1..<4))
    case 5: .fill(number())
    case 6: .fill
    default: .content
    }
  }

  private mutating func grid(_ depth: Int) -> any View {
    var views: [any View] = []
    for _ in 0..<generator.number(0..<4) {
      let cells = list(depth)
      let wide = generator.once(in: 4) ? number() : small()
      views.append(
        generator.once(in: 4)
          ? view(depth - 1)
          : GridRow {
            cells
            if generator.once(in: 3) { Text(text()).gridColumns(wide) }
          })
    }
    let columns = (0..<generator.number(0..<3)).map { _ in alignment().horizontal }
    return Grid(
      alignment: alignment().vertical, spacing: generator.once(in: 6) ? number() : small(),
      rowSpacing: small(), columns: columns
    ) { for view in views { view } }
  }

  private mutating func alignment() -> Alignment {
    Alignment(
      horizontal: generator.pick([.leading, .center, .trailing]),
      vertical: generator.pick([.top, .center, .bottom]))
  }

  private mutating func distribution() -> StackDistribution {
    generator.pick([.start, .start, .end, .center, .between, .around, .stretch])
  }

  mutating func environment() -> ViewEnvironment {
    var environment = ViewEnvironment(
      appearance: generator.pick([.dark, .light]),
      theme: generator.pick([.standard, RandomView.theme]), isASCII: generator.once(in: 3),
      help: (0..<generator.number(0..<6)).map { _ in
        HelpItem(text(), text(), isLive: generator.once(in: 2))
      })
    environment.density = generator.pick([.compact, .regular])
    return environment
  }

  /// An environment that may name a region with the focus.
  mutating func focusedEnvironment() -> ViewEnvironment {
    var environment = environment()
    environment.focus = generator.pick([nil, RegionKey(1), RegionKey(2)])
    return environment
  }

  mutating func widths() -> WidthRules {
    WidthRules(
      profile: generator.pick([.grapheme, .wcwidth]), ambiguousIsWide: generator.once(in: 4))
  }

  private mutating func list(_ depth: Int) -> ViewList {
    ViewList((0..<generator.number(0..<5)).map { _ in view(depth - 1) })
  }

  /// A view with views in it down to a depth.
  mutating func view(_ depth: Int) -> any View {
    if depth <= 0 { return leaf() }
    switch generator.number(0..<20) {
    case 16: return table()
    case 17: return tree(view(depth - 1))
    case 18: return grid(depth)
    case 19:
      let (first, second) = (view(depth - 1), view(depth - 1))
      return Split(Split.Model(real()), axis: generator.pick([.horizontal, .vertical])) {
        first
      } second: {
        second
      }
      .hint(text())
    case 0, 1:
      let content = list(depth)
      return VStack(
        alignment: alignment().horizontal, spacing: generator.once(in: 6) ? number() : small(),
        distribution: distribution()
      ) { content }
    case 2, 3:
      let content = list(depth)
      return HStack(
        alignment: alignment().vertical, spacing: generator.once(in: 6) ? number() : small(),
        distribution: distribution()
      ) { content }
    case 4:
      let content = list(depth)
      return ZStack(alignment: alignment()) { content }
    case 5:
      let content = list(depth)
      return Viewport(
        Scroll(row: number(), column: number()),
        axes: generator.pick([.vertical, .horizontal, [.vertical, .horizontal], []])
      ) { content }
    case 6:
      let row = view(depth - 1)
      return List(
        count: number(),
        Selection(
          generator.pick([nil, number()]), index: generator.pick([nil, 0, 3, .max]),
          offset: number()),
        rowHeight: generator.once(in: 4) ? number() : 1
      ) { _ in row }
    case 7:
      let content = list(depth)
      return EnvironmentReader { _ in content }
    case 8:
      let (fields, others) = (list(depth), list(depth))
      return Form(spacing: generator.once(in: 6) ? number() : small()) {
        for field in fields.views {
          Field(text(), error: generator.pick([nil, text()])) { field }
        }
        others
      }
    default: return modified(view(depth - 1))
    }
  }

  private mutating func modified(_ view: any View) -> any View {
    func open(_ view: some View, _ generator: inout RandomView) -> any View {
      switch generator.generator.number(0..<16) {
      case 0, 1:
        view.frame(
          width: generator.constraint(), height: generator.constraint(),
          alignment: generator.alignment())
      case 2:
        view.padding(
          Insets(
            top: generator.small(), leading: generator.small(), bottom: generator.small(),
            trailing: generator.generator.once(in: 5) ? generator.number() : generator.small()))
      case 3, 4:
        view.border(
          generator.generator.pick(BorderStyle.allCases),
          title: generator.generator.once(in: 2) ? generator.text() : nil,
          padding: generator.generator.once(in: 5) ? generator.number() : generator.small())
      case 5: view.background(.blue).bold().link(Link("https://example.com"))
      case 6, 7: view.id(generator.small())
      case 8: view.opaque()
      case 9: view.clickThrough()
      case 10: view.scrollbar()
      case 11: view.windowProgress(.value(generator.real(), of: generator.real()))
      case 12: view.theme(generator.generator.pick([.standard, RandomView.theme]))
      case 13: view.styled(generator.generator.pick(Theme.Token.allCases))
      case 14: view.disabled(generator.generator.once(in: 2))
      default: view.environment(\.isASCII, true)
      }
    }
    return open(view, &self)
  }

  private mutating func log() -> LogView {
    var lines = LogView.Lines(capacity: generator.pick([1, 3, 40]))
    for _ in 0..<generator.number(0..<20) {
      let run = Text.Run(
        text(), style: Style(background: .red), look: generator.pick([nil, .accent]))
      if generator.once(in: 3) {
        lines.append([run, Text.Run(text())])
      } else {
        lines.append(text())
      }
    }
    var model = LogView.Model(
      wraps: generator.once(in: 2), search: generator.pick(["", "o", "e", " ", "か"]))
    for _ in 0..<generator.number(0..<4) {
      let page = TextPage(columns: number(), rows: number(), widths: widths())
      let action: LogView.Model.Action = generator.pick([
        .scroll(number(), of: page), .scrollColumns(number(), limit: number()),
        .nextMatch(of: page), .previousMatch(of: page),
      ])
      model.reduce(action, in: lines)
      if generator.once(in: 4) { model.show(number()) }
    }
    return LogView(lines, model)
  }

  private struct Item: Identifiable {
    let id: Int
    let text: String
  }

  private mutating func table() -> any View {
    let items = (0..<generator.number(0..<40)).map { Item(id: $0, text: text()) }
    let columns = (0..<generator.number(0..<5)).map { number in
      let width: Table<Item>.Width =
        switch generator.number(0..<4) {
        case 0: .fixed(self.number())
        case 1: .fixed(small())
        case 2: .fill(self.number(), atLeast: generator.pick([nil, small(), self.number()]))
        default: .fill
        }
      return number % 3 == 2
        ? Table<Item>.Column(text(), width) { Text($0.text).bold() }
        : Table<Item>.Column(text(), \.text, width, alignment().horizontal)
    }
    var model = Table<Item>.Model(
      Selection(
        generator.pick([nil, self.number()]), index: generator.pick([nil, 0, 3, .max]),
        offset: self.number()),
      sort: columns.first?.title, descending: generator.once(in: 2), columnOffset: self.number())
    if generator.once(in: 3) { model.selection.marked = [1, 3] }
    return Table(items, model, columns)
  }

  private struct Node: Identifiable {
    let id: Int
    var children: [Node] = []
  }

  private mutating func tree(_ row: any View) -> any View {
    func nodes(_ depth: Int, _ random: inout RandomView) -> [Node] {
      (0..<random.generator.number(0..<4)).map { _ in
        // Some of them twice.
        let id = random.generator.number(0..<30)
        return Node(id: id, children: depth > 0 ? nodes(depth - 1, &random) : [])
      }
    }
    let model = Tree<Node>.Model(
      Selection(
        generator.pick([nil, number()]), index: generator.pick([nil, 0, 3, .max]),
        offset: number()),
      open: Set((0..<generator.number(0..<30)).map { _ in generator.number(0..<30) }))
    let roots = nodes(4, &self)
    let isLazy = generator.once(in: 2)
    return Tree(roots, model) {
      isLazy && $0.id % 5 == 0 ? nil : $0.children
    } row: { _ in
      row
    }
  }

  /// A text with its cursor, selection and scroll somewhere.
  private mutating func area() -> TextArea.Model {
    var model = TextArea.Model((0..<generator.number(0..<4)).map { _ in text() }.joined())
    if generator.once(in: 3) {
      let line = TextArea.Position(line: number(), offset: number())
      model.reduce(.place(line, extends: generator.once(in: 2)))
    }
    if generator.once(in: 3) {
      let room = TextPage(columns: number(), rows: number(), widths: widths())
      model.reduce(.move(.pageUp, extends: generator.once(in: 2), in: room))
      model.reduce(.scroll(number(), in: generator.once(in: 2) ? room : nil))
    }
    return model
  }

  /// A picture that may lack bytes, or have none.
  private mutating func image() -> Image {
    let bytes = (0..<generator.number(0..<60)).map { _ in UInt8(generator.number(0..<256)) }
    let isOdd = generator.once(in: 3)
    return Image(
      text(),
      Pixels(
        width: isOdd ? number() : small(), height: isOdd ? number() : small(), rgba: bytes),
      isEnlarged: generator.once(in: 2))
  }

  private mutating func leaf() -> any View {
    switch generator.number(0..<20) {
    case 16: return image()
    case 17:
      var random = RandomMarkdown(generator: generator)
      let document = random.text() + generator.pick(["", "\n\na | b\n-|-:\nc | " + text()])
      generator = random.generator
      return Markdown(document)
    case 0: return BigText(text())
    case 1: return ProgressBar(number(), of: number())
    case 2: return ProgressBar(real(), of: real())
    case 3:
      return ActivityIndicator(
        at: .milliseconds(number() % 1_000_000), frames: generator.pick([.dots, .line, .pulse]))
    case 4:
      let values = reals()
      let chart = BarChart(
        values.prefix(9).map { .init(text(), $0) }, upTo: generator.pick([nil, real()]),
        axis: generator.pick([.horizontal, .vertical]))
      return generator.once(in: 2) ? chart : chart.axes()
    case 5:
      let series = (0..<generator.number(0..<3)).map { _ in LineChart.Series(reals(), label: text())
      }
      var chart = LineChart(series, marker: generator.pick([.braille, .halfBlock]))
      if generator.once(in: 2) { chart = chart.legend() }
      if generator.once(in: 2) { chart = chart.filled() }
      return generator.once(in: 2)
        ? chart
        : chart.axes(
          (0..<generator.number(0..<5)).map { _ in text() }, over: generator.pick([nil, number()]))
    case 6: return Help(generator.pick([.short, .all]))
    case 7: return Divider(generator.pick([.horizontal, .vertical]))
    case 8: return Spacer(minLength: generator.once(in: 5) ? number() : small())
    case 10: return log()
    case 11: return Sparkline(reals(), in: generator.pick([nil, -1...2.5, 0...0]))
    case 12:
      return Gauge(
        text(), real(), in: generator.pick([0...1, -1e300...1e300, 3...3]),
        thresholds: [.init(real(), Style(foreground: .red), text())],
        text: generator.pick([nil, text()]))
    case 9: return TextInput(TextInput.Model(text()), placeholder: text())
    case 13: return TextArea(area(), placeholder: text())
    case 14: return Checkbox(text(), generator.once(in: 2), id: number())
    case 15:
      let titles = (0..<generator.number(0..<7)).map { _ in text() }
      let choice = Choice(Array(titles.indices), current: number())
      return generator.pick(
        [
          Tabs(choice) { titles[$0] }, Radio(choice) { titles[$0] },
          Choices(choice) { titles[$0] }, Choices(choice, axis: .vertical) { titles[$0] },
          Select(choice) { titles[$0] },
          Button(text(), id: number(), isDefault: generator.once(in: 2)),
        ] as [any View])
    default:
      return Text(
        (0..<generator.number(1..<4)).map { _ in
          Text.Run(text(), style: generator.once(in: 2) ? .plain : Style(foreground: .red))
        }, wrapping: generator.pick([.word, .cluster, .none]),
        truncation: generator.pick([.head, .middle, .tail]), alignment: alignment().horizontal)
    }
  }
}
