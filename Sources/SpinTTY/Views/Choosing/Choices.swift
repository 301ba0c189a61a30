/// The options of a ``Choice``, in a row or in a column.
///
/// ```swift
/// Choices(state.answer) { $0 ? "Yes" : "No" }.id(Area.answer)
/// ```
///
/// The current option has the style of the theme's selection while the view has the focus, otherwise
/// the accent. On terminals with enough colours, options side by side lie on one track, and a line
/// divides two neighbours unless one of them is current.
///
/// - Complexity: O(*n*) in the options for each frame; ``List`` and ``Select`` suit thousands.
public struct Choices: View {
  private let titles: [String]
  private let current: Int?
  private let disabled: Set<Int>
  private let declare: (Surface, Int) -> Surface
  private let noteDuplicate: (Surface) -> Void
  private let axis: Axis
  private let look: Look

  /// The look of the current option.
  enum Look {
    case button, radio, tab
  }

  /// Creates the view of a choice.
  ///
  /// - Parameters:
  ///   - choice: The options.
  ///   - axis: The direction of the options: side by side like buttons, or stacked as in a menu.
  ///   - title: A closure that returns the title of an option.
  public init<Option>(
    _ choice: Choice<Option>, axis: Axis = .horizontal, title: (Option) -> String
  ) {
    self.init(choice, axis: axis, look: .button, title: title)
  }

  init<Option>(
    _ choice: Choice<Option>, axis: Axis, look: Look, title: (Option) -> String
  ) {
    titles = choice.options.map { title($0).asName }
    current = choice.current.flatMap { choice.options.firstIndex(of: $0) }
    let disabled: Set<Int> =
      choice.disabled.isEmpty
      ? [] : Set(choice.options.indices.filter { choice.disabled.contains(choice.options[$0]) })
    declare = { surface, number in
      let row = disabled.contains(number) ? surface.enabled(false) : surface
      return row.declare(RowID(id: choice.options[number]))
    }
    self.disabled = disabled
    noteDuplicate = { surface in surface.noteDuplicate(in: choice.options) }
    self.axis = axis
    self.look = look
  }

  private func texts(in environment: ViewEnvironment) -> [Text] {
    titles.indices.map { text($0, in: environment) }
  }

  /// Returns an option; `isLow` if there is no line under the titles of tabs, which shows the current one.
  private func text(
    _ number: Int, truncation: Text.Truncation = .tail, isLow: Bool = false,
    in environment: ViewEnvironment
  ) -> Text {
    let isCurrent = number == current
    let isDisabled = disabled.contains(number)
    var style = isDisabled ? environment.style(.secondary) : .plain
    if isCurrent, !isDisabled || environment.isFocused {
      let token = isSegmented ? Theme.Token.primary : .accent
      style = environment.style(environment.isFocused ? .selection : token)
      if look == .tab { style.attributes.insert(.bold) }
      if isLow { style.underline = .single }
    }
    if look == .radio {
      // Without a blank on the left, like a checkbox.
      var dot = environment.dot(isCurrent)
      let hasFocus = isCurrent && environment.isFocused
      if hasFocus || isDisabled { dot.style = style }
      return Text(
        [dot, Text.Run(" \(titles[number]) ", style: hasFocus || isDisabled ? style : .plain)],
        wrapping: .none, truncation: truncation)
    }
    // Without a track, brackets tell the current option from the others without the focus.
    let isBare = (isSegmented || isLow) && environment.trackGround == nil
    let hasEnds = isBare && isCurrent && (isLow || !environment.isFocused)
    let title = hasEnds ? "[\(titles[number])]" : " \(titles[number]) "
    return Text([Text.Run(title, style: style)], wrapping: .none, truncation: truncation)
  }

  /// Whether the options are segments of one track.
  private var isSegmented: Bool { look == .button && axis == .horizontal }

  /// The columns of the line before the first tab, and of the one behind the last.
  private var edge: Int { look == .tab && !titles.isEmpty ? 1 : 0 }

  /// Returns the size of all options in a row or a column.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let sizes = texts(in: environment).map { $0.measure(.unlimited, in: environment) }
    let main = sizes.reduce(0) { $0 + axis.main($1) }
    let gaps = axis == .horizontal ? max(0, sizes.count - 1 + 2 * edge) : 0
    var cross = sizes.reduce(0) { max($0, axis.cross($1)) }
    if look == .tab, !titles.isEmpty, proposal.rows.map({ $0 > 1 }) ?? true { cross = 2 }
    return axis.size(main: main + gaps, cross: cross)
  }

  /// Draws the options, or those around the current one if they do not all fit; a column of them
  /// then has a bar on its right.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.declareFocusable()
    if axis == .vertical, look == .button { surface.update { $0.isMenu = true } }
    noteDuplicate(surface)
    let gap = axis == .horizontal ? 1 : 0
    let isLow = look == .tab && surface.size.rows < 2
    let texts = titles.indices.map { text($0, isLow: isLow, in: environment) }
    let sizes = texts.map { $0.measure(.unlimited, in: environment) }
    let plain = surface
    var surface = surface
    var places: [Int] = []
    var end = edge - gap
    for size in sizes {
      places.append(end + gap)
      end += gap + axis.main(size)
    }
    end += edge
    var skipped = 0
    let room = axis.main(surface.size)
    if let current, end > room {
      // In the middle, unless that would leave room at an end.
      let middle = places[current] + axis.main(sizes[current]) / 2
      skipped = min(max(0, middle - room / 2), end - room)
    }
    if look == .tab, !titles.isEmpty {
      let edges = (places + [end]).map { $0 - 1 - skipped }
      surface.drawEdges(ofTabs: edges, in: environment)
      if !isLow { surface.drawLine(underTabs: edges, current: current, in: environment) }
    }
    if isSegmented || look == .tab, let style = environment.trackStyle {
      surface = surface.styled(style)
    }
    if isSegmented {
      let track = Rectangle(columns: min(max(0, end), room), rows: 1)
      if environment.trackStyle != nil { surface.fill(in: track) }
      for number in titles.indices.dropFirst() where ![number, number - 1].contains(current) {
        surface.region(track).put(
          environment.drawsASCII ? "|" : "│", column: places[number] - 1 - skipped,
          style: environment.style(.border))
      }
    }
    let marked =
      axis == .vertical && look == .button ? environment.chosen?.index(in: titles) : nil
    for (number, text) in texts.enumerated() {
      let length = axis.main(sizes[number])
      let cross = axis == .vertical ? surface.size.columns : sizes[number].rows
      var text = text
      var place = axis.rectangle(
        at: places[number] - skipped, cross: 0, size: axis.size(main: length, cross: cross))
      if axis == .horizontal, place.column < 0 || place.endColumn > room {
        // An option cut by an edge has an ellipsis at that edge.
        if place.endColumn <= room {
          text = self.text(number, truncation: .head, isLow: isLow, in: environment)
        }
        place = place.intersection(Rectangle(columns: room, rows: cross))
      }
      // The current tab has no ground of its own, so it belongs to the view below it.
      var region = (look == .tab && number == current ? plain : surface).region(place)
      if surface.isInRegion { region = declare(region, number) }
      if number == current {
        if environment.isFocused { region.anchorFocus() }
        if axis == .vertical, environment.isFocused {
          region.bar.fill(style: environment.style(.selection))
        }
      }
      text.draw(into: region, in: environment)
      if number == marked {
        let mark = region.region(
          Rectangle(column: surface.size.columns - 2, columns: 1, rows: 1))
        let isBar = number == current && environment.isFocused
        if axis.cross(sizes[number]) + 2 <= surface.size.columns {
          mark.put(
            environment.drawsASCII ? "*" : "✓",
            style: environment.style(isBar ? .selection : .accent))
        }
      }
    }
    if axis == .vertical, end > room {
      drawBar(of: end, from: skipped, into: surface, in: environment)
    }
  }

  /// Draws a bar that shows which of the rows are visible, and declares them for the wheel.
  private func drawBar(
    of rows: Int, from firstRow: Int, into surface: Surface, in environment: ViewEnvironment
  ) {
    let size = surface.size
    surface.update {
      $0.content = Size(columns: size.columns, rows: rows)
      $0.page = size
    }
    guard size.columns > 1 else { return }
    var bar = surface.lastColumn
    // A click on the bar chooses no option.
    if let key = surface.regionKey { bar = bar.declare(ScrollbarID(region: key)) }
    bar.drawBar(rows: rows, firstRow: firstRow, in: environment)
  }

  /// Describes the options on one line, the current one in brackets: `[Yes] No`; options that cannot be
  /// chosen say so.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if look == .radio {
      for (number, title) in titles.enumerated() {
        let option = "(\(number == current ? "*" : " ")) \(title)"
        text.append(environment.described(option, isDisabled: disabled.contains(number)))
      }
      return
    }
    let options = titles.enumerated().map { number, title in
      let option = number == current ? "[\(title)]" : title
      let isDisabled = environment.isEnabled && disabled.contains(number)
      return isDisabled ? environment.described(option, isDisabled: true) : option
    }
    text.append(environment.described(options.joined(separator: " ")))
  }
}
