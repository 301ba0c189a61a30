/// The keys that do something now, in one row or in a table.
///
/// It names bindings and, of a ``Control`` that has a help text, the arrow keys, tab, and space if that marks
/// the rows of a ``Table``. While a text control has the focus, it names no letters, because the control takes
/// them. The row names one key of an action, besides enter and escape, and the table all of them. Bindings with the
/// same help text are one entry. In a modal layer, the help says what enter does: enter chooses what a ``Control``
/// has moved to, or clicks the default ``Button``.
///
/// ``Key/help(_:help:when:)`` binds a key that shows the table on top of the program. A row that is too short
/// names fewer actions, those declared first, and ends with an ellipsis if that costs no action. The last to
/// be left out are those that lead to the help, out of the program or to the next region, and those with
/// enter or escape. An action that only a click triggers appears only in the table, which does not name the
/// place to click. On the focused region, enter and space have the effect of a click.
///
/// If nothing else stands in the row, it has the theme's surface across the whole screen.
public struct Help: View {
  /// The form of the help.
  public enum Form: Hashable, Sendable {
    /// The keys that do something now, in one row.
    case short
    /// The keys that do something now, and the actions of clicks, in a column.
    case all
  }

  private static let gap = 2
  private let form: Form

  /// Creates a view of the environment's help.
  public init(_ form: Form = .short) { self.form = form }

  /// Returns one row, or a row for each item, cut to the room.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let lines = lines(proposal.columns, in: environment)
    let width = lines.reduce(0) { max($0, $1.width(by: environment.widths)) }
    let rows = min(lines.count, max(1, proposal.rows ?? .max))
    return Size(columns: min(width, proposal.columns ?? .max), rows: rows)
  }

  /// Draws the keys, with their actions in a secondary style.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    var lines = lines(surface.size.columns, in: environment)
    let room = max(1, surface.size.rows)
    if lines.count > room {
      lines = Array(lines.prefix(room))
      lines[room - 1].rest = " " + environment.ellipsis
    }
    if form == .short, !lines.isEmpty { surface.declareHelpRow() }
    for (row, line) in lines.enumerated() {
      line.draw(into: surface, row: row, in: environment)
    }
  }

  /// Describes the keys and their actions: `q quit`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let items = items(in: environment)
    text.append(items.map { "\($0.keys) \($0.text)" }.joined(separator: ", "))
  }

  private func items(in environment: ViewEnvironment) -> [HelpItem] {
    var items: [HelpItem] = []
    items.reserveCapacity(environment.help.count)
    for var item in environment.help where item.isLive && (form == .all || !item.isOfMouse) {
      switch item.word {
      case .choose: item.text = environment.words.choose
      case .mark: item.text = environment.words.mark
      case nil: break
      }
      // Two bindings of one action are one item.
      let same = item.isOfMouse ? nil : items.firstIndex { $0.text == item.text }
      if let same { items[same].add(item) } else { items.append(item) }
    }
    return items
  }

  /// The keys of a layer that catches everything else but ctrl-C and ctrl-Z.
  private static func keys(in environment: ViewEnvironment) -> HelpLine {
    let items = Help().items(in: environment).filter { !["ctrl+c", "ctrl+z"].contains($0.keys) }
    return HelpLine(items, in: environment)
  }

  /// Returns the columns of a border that names all keys that do something now, up to a limit.
  static func columnsOfKeys(in environment: ViewEnvironment) -> Int {
    let line = keys(in: environment)
    if line.items.isEmpty { return 0 }
    return min(line.width(by: environment.widths) + 6, 50)
  }

  /// Draws the keys that do something now into the line of a border, at its end.
  static func drawKeys(into surface: Surface, in environment: ViewEnvironment) {
    let widths = environment.widths
    let line = keys(in: environment).fitting(surface.size.columns - 4, in: environment)
    guard !line.items.isEmpty, line.width(by: widths) + 4 <= surface.size.columns else { return }
    let columns = line.width(by: widths) + 2
    let place = surface.region(
      Rectangle(column: surface.size.columns - 1 - columns, columns: columns, rows: 1))
    place.fill()
    line.draw(
      into: place.region(Rectangle(column: 1, columns: columns - 1, rows: 1)), row: 0,
      in: environment)
  }

  private func lines(_ room: Int?, in environment: ViewEnvironment) -> [HelpLine] {
    let items = items(in: environment)
    switch form {
    case .short:
      if items.isEmpty { return [] }
      var line = HelpLine(items, in: environment)
      // A row with a ground of its own begins within it.
      if environment.colors >= .ansi256 { line.start = " " }
      return [room.map { line.fitting($0, in: environment) } ?? line]
    case .all:
      let lines = items.map { HelpLine([$0], all: true, in: environment) }
      let widths = lines.map { environment.widths.width(of: $0.items[0].keys) }
      let column = (widths.max() ?? 0) + Help.gap
      return zip(lines, widths).map { line, width in
        var line = line
        line.gapAfterKeys = column - width
        return line
      }
    }
  }
}

/// A row of keys and their actions.
private struct HelpLine {
  /// The items, with the names of their keys.
  var items: [HelpItem]
  /// What stands before the items.
  var start = ""
  var gapAfterKeys = 1
  /// What stands behind the items if more of them, or more lines, have no room.
  var rest = ""

  init(_ items: consuming [HelpItem], all: Bool = false, in environment: ViewEnvironment) {
    self.items = items
    for index in self.items.indices {
      self.items[index].keys = self.items[index].names(all: all, inASCII: environment.drawsASCII)
    }
  }

  func width(by widths: WidthRules) -> Int {
    // As many blanks stand behind the items as before them.
    items.reduce(
      2 * start.utf8.count + 2 * max(0, items.count - 1) + widths.width(of: rest)
    ) {
      $0 + widths.width(of: $1.keys) + gapAfterKeys + widths.width(of: $1.text)
    }
  }

  /// Returns the line without its last items that have no room, those that are not pinned first, and with an
  /// ellipsis if that has room; one item stays.
  func fitting(_ room: Int, in environment: ViewEnvironment) -> HelpLine {
    let widths = environment.widths
    // The blank behind the items gives way to them.
    let room = room + start.utf8.count
    if width(by: widths) <= room { return self }
    var line = self
    while line.items.count > 1, line.width(by: widths) > room {
      line.items.remove(at: line.items.lastIndex { !$0.isPinned } ?? line.items.count - 1)
    }
    // An action says more than an ellipsis.
    line.rest = " " + environment.ellipsis
    if line.width(by: widths) > room { line.rest = "" }
    return line
  }

  func draw(into surface: Surface, row: Int, in environment: ViewEnvironment) {
    text(in: environment).draw(
      into: surface.region(Rectangle(row: row, columns: surface.size.columns, rows: 1)),
      in: environment)
  }

  private func text(in environment: ViewEnvironment) -> Text {
    let (accent, secondary) = (environment.style(.accent), environment.style(.secondary))
    let gap = String(repeating: " ", count: gapAfterKeys)
    var runs = start.isEmpty ? [] : [Text.Run(start)]
    for (index, item) in items.enumerated() {
      if index > 0 { runs.append(Text.Run("  ")) }
      runs.append(Text.Run(item.keys + gap, style: accent))
      runs.append(Text.Run(item.text, style: secondary))
    }
    if !rest.isEmpty { runs.append(Text.Run(rest, style: secondary)) }
    return Text(runs, wrapping: .none)
  }
}
