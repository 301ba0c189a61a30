/// The view of an earlier state as a picture: its regions take no clicks, and its cursor, its title and its
/// progress are not those of the frame.
struct PastFrame: View {
  private let picture: FramePicture

  /// Creates the picture of a state; `nil` if the view has lost its owner.
  init?<State, Event>(
    of state: State, on screen: Screen, _ stack: LayerStack<State, Event>, _ view: UnseenView<State>
  ) {
    var screen = screen
    screen.environment.help = stack.help(in: state, [])
    screen.environment.isInTopLayer = false
    screen.environment.namesKeys = false
    let picture = FramePicture(
      of: ShownState(state, HostExtras()), on: screen, stack, view: view.render)
    guard let picture else { return nil }
    self.picture = picture
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? 80, rows: proposal.rows ?? 24)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let canvas = Canvas(size: surface.size, widths: surface.widths)
    picture.draw(on: canvas, number: 0)
    // The view has its own page, and not the background of a layer.
    let corner = surface.corner
    let target = surface.canvas.surface.region(
      Rectangle(
        column: corner.column, row: corner.row, columns: surface.size.columns,
        rows: surface.size.rows))
    target.fill()
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        let (text, style) = canvas.cell(column: column, row: row)
        if !text.isEmpty { target.put(text, column: column, row: row, style: style) }
      }
    }
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    for line in picture.plainLines() { text.append(line) }
  }
}
