/// The drawing of a state: the program's view with its live layers on top.
final class FramePicture {
  private struct Part {
    let level: Int
    let view: any View
    let environment: ViewEnvironment
    let place: LayerPlace
    let dims: Bool
  }

  private let bottom: any View
  private let environment: ViewEnvironment
  private var parts: [Part] = []
  private let lives: [Int]
  private let inputs: Int
  private let lowest: Int
  /// The layer of the inspector; `nil` if it is closed.
  let inspector: Int?
  /// The topmost modal layer below the inspector.
  let lowestOfProgram: Int

  /// Creates the drawing of a state, with the view from the program's renderer; `nil` if there is no
  /// view any more.
  init?<State, Event>(
    of shown: ShownState<State>, on screen: Screen, _ stack: LayerStack<State, Event>,
    view: (State, Screen) -> ViewList?
  ) {
    let live = shown.extras.lives.liveLevels
    // Layers below a modal layer have no focus.
    let lowest =
      live.first { stack.rules(of: $0).isModal } ?? 0
    self.lowest = lowest
    inspector = stack.inspectorLevel(shown.extras)
    lowestOfProgram =
      lowest == inspector
      ? live.dropFirst().first { stack.rules(of: $0).isModal } ?? 0 : lowest
    var screen = screen
    if let theme = stack.theme?(shown.state) { screen.environment.theme = theme }
    func surroundings(_ level: Int) -> Screen {
      var inner = screen
      let isSuspended = level < lowest
      let rules = stack.rules(of: level)
      let focus = rules.focus(shown.state)
      if let focus { inner.environment.focus = focus }
      if let origin = rules.focusOrigin(shown.state) { inner.environment.focusOrigin = origin }
      inner.environment.suspendsFocus = isSuspended
      inner.environment.followsFocus = shown.extras.followsFocus
      inner.environment.isFocused = !isSuspended && focus == nil
      return inner
    }
    let own = surroundings(0)
    guard let view = view(shown.state, own) else { return nil }
    environment = own.environment
    bottom = view.resolved
    lives = shown.extras.lives.map(\.number)
    inputs = shown.extras.inputs
    for level in live.reversed() where level > 0 {
      let rules = stack.rules(of: level)
      var screen = surroundings(level)
      screen.environment.isFitted = false
      screen.environment.isInTopLayer = level == lowest
      screen.environment.namesKeys = level == lowest && level < stack.declared
      guard let view = rules.content(shown.state, shown.extras.layers, screen) else { continue }
      let place = rules.place.resolved(
        shown.extras.lives[level - 1].pointer,
        focus: live.lazy.filter { $0 < level }.compactMap { stack.rules(of: $0).focus(shown.state) }
          .first)
      parts.append(
        Part(
          level: level, view: view.resolved, environment: screen.environment, place: place,
          dims: rules.dims))
    }
  }

  /// The number of rows that the drawing needs.
  func rows(fitting size: Size) -> Int {
    let rows = bottom.measure(Proposal(columns: size.columns, rows: nil), in: environment).rows
    let highest = parts.reduce(rows) {
      max($0, $1.view.measure(Proposal(size), in: $1.environment).rows)
    }
    return parts.contains { $0.place.isBelow } ? rowsWithMenus(highest, size) : highest
  }

  /// Returns the number of rows, at least `rows`, that leave room for layers below regions.
  ///
  /// Only a drawing tells the place of a region. More rows may move it, so there are two drawings.
  private func rowsWithMenus(_ rows: Int, _ size: Size) -> Int {
    (0..<2).reduce(rows) { rows, _ in
      let canvas = Canvas(
        size: Size(columns: size.columns, rows: min(rows, size.rows)), widths: environment.widths)
      draw(on: canvas, number: 0)
      return parts.reduce(rows) { rows, part in
        let wanted = part.view.measure(Proposal(size), in: part.environment)
        return max(rows, min(part.place.rowsNeeded(for: wanted, on: canvas.frame), size.rows))
      }
    }
  }

  /// Draws on a clear canvas.
  ///
  /// Only a drawing tells which controls are disabled. If the help names their keys, there is another one.
  func draw(on canvas: Canvas, number: Int) {
    drawOnce(on: canvas, number: number)
    let disabled = canvas.frame.disabledRegions
    guard !disabled.isEmpty, environment.help.contains(where: { $0.isDisabled(with: disabled) })
    else { return }
    canvas.clear(to: canvas.size)
    drawOnce(on: canvas, number: number, without: disabled)
  }

  /// Draws on a clear canvas; the help leaves out the keys of disabled regions.
  private func drawOnce(on canvas: Canvas, number: Int, without disabled: Set<RegionKey> = []) {
    func helping(_ environment: ViewEnvironment) -> ViewEnvironment {
      if disabled.isEmpty { return environment }
      var inner = environment
      inner.help.removeAll { $0.isDisabled(with: disabled) }
      return inner
    }
    canvas.frame.number = number
    canvas.frame.inputs = inputs
    canvas.frame.lives = lives
    canvas.frame.lowestLayer = lowest
    bottom.show(on: canvas, in: helping(environment))
    let dimming = parts.lastIndex(where: \.dims)
    for (number, part) in parts.enumerated() {
      var environment = helping(part.environment)
      environment.widths = canvas.widths
      environment.chosen = part.place.anchor(on: canvas.frame)?.chosen
      let namesKeys = environment.namesKeys
      environment.hasHelpRow = canvas.helpRow != nil
      func placed() -> Rectangle {
        part.place.rectangle(
          of: part.view.measure(Proposal(canvas.size), in: environment), on: canvas)
      }
      var place = placed()
      let hidesHelp = canvas.helpRow.map { !$0.intersection(place).size.isEmpty } ?? false
      if namesKeys, hidesHelp {
        environment.hasHelpRow = false
        place = placed()
      }
      canvas.frame.layer = part.level
      if number == dimming { canvas.dim(in: environment, sparingHelp: namesKeys) }
      var surface = canvas.surface.region(place).onTop.styled(environment.page)
      if !(part.view is ClickThrough) {
        // The shadow of a message would cover as much as the message.
        let casts = place.size.rows > (part.place.isBelow ? 1 : 3)
        if casts, environment.knowsGround, environment.colors >= .ansi256 {
          canvas.card = place
          canvas.castShadow(of: place, in: environment)
        }
        surface = surface.styled(environment.layerStyle(isMenu: part.place.isBelow))
        surface.fill()
        surface.catchClicks()
      }
      part.view.draw(into: surface, in: environment)
      canvas.card = nil
      if namesKeys, environment.hasHelpRow { nameEnter(on: canvas, in: environment) }
    }
    canvas.frame.layer = 0
  }

  /// Draws the row of help again if the default button of the layer above it takes enter.
  private func nameEnter(on canvas: Canvas, in environment: ViewEnvironment) {
    var helped = environment
    helped.addEnter(of: canvas.frame)
    guard var row = canvas.helpRow, helped.help != environment.help else { return }
    let ground = canvas.cell(column: row.column, row: row.row).style.background
    // Enter makes the row longer.
    let whole = Rectangle(
      column: row.column, row: row.row, columns: canvas.size.columns - row.column, rows: 1)
    let rest = whole.moved(columns: row.size.columns, rows: 0)
    if canvas.isBlank(in: rest) { row = whole }
    let surface = canvas.surface.region(row).styled(
      Style(background: ground).over(environment.page))
    surface.fill()
    Help().draw(into: surface, in: helped)
  }

  /// Whether a layer has a region, in sight or scrolled out of it.
  func has(_ key: RegionKey, in level: Int) -> Bool {
    if level == 0 { return bottom.describedRegions(in: environment).contains(key) }
    return parts.contains {
      $0.level == level && $0.view.describedRegions(in: $0.environment).contains(key)
    }
  }

  /// Returns the drawing as text, the program's view first and then its layers, with all rows of lists or
  /// with a page of each.
  func plainLines(isWhole: Bool = false) -> [String] {
    func lines(_ view: any View, _ environment: ViewEnvironment) -> [String] {
      isWhole ? view.wholeLines(in: environment) : view.plainLines(in: environment)
    }
    return parts.reduce(lines(bottom, environment)) { $0 + lines($1.view, $1.environment) }
  }
}
