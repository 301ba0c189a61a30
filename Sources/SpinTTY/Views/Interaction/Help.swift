/// An entry of the help: keys, and their action.
public struct HelpItem: Hashable, Sendable {
  /// The keys, such as `space` or `+/up`.
  public var keys: String
  /// The action.
  public var text: String
  /// Whether the keys are live now.
  public var isLive: Bool

  /// Creates an item.
  public init(_ keys: String, _ text: String, isLive: Bool = true) {
    self.keys = keys
    self.text = text
    self.isLive = isLive
  }

  /// Creates an item for the chords of a binding.
  public init(_ chords: [KeyChord], _ text: String, isLive: Bool = true) {
    self.init(chords.map(\.description).joined(separator: "/"), text, isLive: isLive)
  }
}

/// The keys that are live now, or all keys of the bindings in a table.
///
/// ``ViewEnvironment/showsAllHelp`` chooses between the two; ``Key/help(_:help:when:)`` binds a key
/// that switches it. The short form continues in further lines if there is room.
public struct Help: View {
  private static let gap = 2

  /// Creates the help of the environment.
  public init() {}

  /// The lines of the keys, cut to the room.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let lines = lines(proposal, in: environment)
    let width = lines.reduce(0) { max($0, $1.width(by: environment.widths)) }
    return Size(columns: min(width, proposal.columns ?? .max), rows: lines.count)
  }

  /// Draws the keys, what they do in a fainter style.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    for (row, line) in lines(Proposal(surface.size), in: environment).enumerated() {
      line.draw(into: surface, row: row, in: environment)
    }
  }

  /// Says the keys in lines: `q quit`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let items = environment.help.filter { $0.isLive || environment.showsAllHelp }
    text.append(items.map { "\($0.keys) \($0.text)" }.joined(separator: ", "))
  }

  private func lines(_ proposal: Proposal, in environment: ViewEnvironment) -> [HelpLine] {
    let lines = environment.showsAllHelp ? table(in: environment) : flow(proposal, in: environment)
    let room = max(1, proposal.rows ?? .max)
    guard lines.count > room else { return lines }
    var kept = Array(lines.prefix(room))
    kept[room - 1].isCut = true
    return kept
  }

  private func table(in environment: ViewEnvironment) -> [HelpLine] {
    let widths = environment.help.map { environment.widths.width(of: $0.keys) }
    let column = (widths.max() ?? 0) + Help.gap
    return zip(environment.help, widths).map { item, width in
      HelpLine(items: [item], gapAfterKeys: column - width)
    }
  }

  private func flow(_ proposal: Proposal, in environment: ViewEnvironment) -> [HelpLine] {
    let room = proposal.columns ?? .max
    var lines: [HelpLine] = []
    var line = HelpLine(items: [])
    for item in environment.help where item.isLive {
      var longer = line
      longer.items.append(item)
      if !line.items.isEmpty, longer.width(by: environment.widths) > room {
        lines.append(line)
        line = HelpLine(items: [item])
      } else {
        line = longer
      }
    }
    return line.items.isEmpty ? lines : lines + [line]
  }
}

/// Some keys and what they do, in one row.
private struct HelpLine {
  var items: [HelpItem]
  var gapAfterKeys = 1
  /// Whether more follows for which there is no room.
  var isCut = false

  func width(by widths: WidthRules) -> Int {
    items.reduce(2 * max(0, items.count - 1)) {
      $0 + widths.width(of: $1.keys) + gapAfterKeys + widths.width(of: $1.text)
    }
  }

  func draw(into surface: Surface, row: Int, in environment: ViewEnvironment) {
    var runs: [Text.Run] = []
    for (index, item) in items.enumerated() {
      if index > 0 { runs.append(Text.Run("  ")) }
      let style = item.isLive ? Style.plain : Style(attributes: .dim)
      let gap = String(repeating: " ", count: gapAfterKeys)
      runs.append(Text.Run(item.keys + gap, style: Style(attributes: .bold).over(style)))
      runs.append(Text.Run(item.text, style: Style(attributes: .dim)))
    }
    if isCut { runs.append(Text.Run(" " + environment.ellipsis, style: Style(attributes: .dim))) }
    Text(runs, wrapping: .none).draw(
      into: surface.region(Rectangle(row: row, columns: surface.size.columns, rows: 1)),
      in: environment)
  }
}
