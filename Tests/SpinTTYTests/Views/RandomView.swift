import SpinTesting

@testable import SpinTTY

/// Makes views as programs do, and some as no program would.
struct RandomView {
  var generator: SeededGenerator

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

  private mutating func alignment() -> Alignment {
    Alignment(
      horizontal: generator.pick([.leading, .center, .trailing]),
      vertical: generator.pick([.top, .center, .bottom]))
  }

  private mutating func distribution() -> StackDistribution {
    generator.pick([.start, .start, .end, .center, .between, .around, .stretch])
  }

  mutating func environment() -> ViewEnvironment {
    ViewEnvironment(
      theme: generator.pick([.dark, .light]), isASCII: generator.once(in: 3),
      help: (0..<generator.number(0..<6)).map { _ in
        HelpItem(text(), text(), isLive: generator.once(in: 2))
      })
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
    switch generator.number(0..<16) {
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
    default: return modified(view(depth - 1))
    }
  }

  private mutating func modified(_ view: any View) -> any View {
    func open(_ view: some View, _ generator: inout RandomView) -> any View {
      switch generator.generator.number(0..<11) {
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
          title: generator.generator.once(in: 2) ? generator.text() : nil)
      case 5: view.background(.blue).bold().link(Link("https://example.com"))
      case 6, 7: view.id(generator.small())
      case 8: view.opaque()
      case 9: view.clickThrough()
      default: view.environment(\.isASCII, true)
      }
    }
    return open(view, &self)
  }

  private mutating func leaf() -> any View {
    switch generator.number(0..<12) {
    case 0: return BigText(text())
    case 1: return ProgressBar(number(), of: number())
    case 2: return ProgressBar(real(), of: real())
    case 3:
      return ActivityIndicator(
        at: .milliseconds(number() % 1_000_000), frames: generator.pick([.dots, .line, .pulse]))
    case 4:
      let values = reals()
      return BarChart(
        values.prefix(9).map { .init(text(), $0) }, upTo: generator.pick([nil, real()]),
        axis: generator.pick([.horizontal, .vertical]))
    case 5:
      let series = (0..<generator.number(0..<3)).map { _ in LineChart.Series(reals()) }
      return LineChart(series, marker: generator.pick([.braille, .halfBlock]))
    case 6: return Help(generator.pick([.short, .all]))
    case 7: return Divider(generator.pick([.horizontal, .vertical]))
    case 8: return Spacer(minLength: generator.once(in: 5) ? number() : small())
    case 9: return TextInput(TextInput.Model(text()), placeholder: text())
    default:
      return Text(
        (0..<generator.number(1..<4)).map { _ in
          Text.Run(text(), style: generator.once(in: 2) ? .plain : Style(foreground: .red))
        }, wrapping: generator.pick([.word, .cluster, .none]),
        truncation: generator.pick([.head, .middle, .tail]), alignment: alignment().horizontal)
    }
  }
}
