internal import SpinCore

/// What a frame shows: a value that knows its size and draws itself.
///
/// ```swift
/// struct Score: View {
///   let points: Int
///
///   var body: some View {
///     BigText("\(points)").foreground(.green)
///     Text("points").dim()
///   }
/// }
/// ```
///
/// A view is made for one frame and owns no state: what must be remembered, such as a cursor or a
/// selection, is a value in the state with a reducer of its own (``TextInput/Model``,
/// ``Selection``, ``Scroll``, ``Choice``, ``Focus``). A view is either composed, and then writes a
/// `body` and nothing else, or it draws itself, and then writes `measure` and `draw`.
///
/// Drawing is pure: the same view, surface and environment give the same cells. It never leaves its
/// surface and takes every size, even an empty one.
///
/// *Isolation*: views are made, measured and drawn by the thread that draws.
public protocol View {
  /// What the view is composed of; `Never` for one that draws itself.
  associatedtype Body = Never

  /// What the view is composed of; several views stand one below the other.
  @ViewBuilder var body: Body { get }

  /// The cells that the view takes of what it is offered.
  ///
  /// An answer beyond the proposal says that the view cannot do with less; it will be cut. It must
  /// depend on nothing but the view and the arguments.
  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size

  /// Draws the view into the whole of a surface, which may have any size.
  func draw(into surface: Surface, in environment: ViewEnvironment)

  /// How a stack along this axis gives room to the view; by default as it measures.
  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint

  /// Says the view in words for output without a screen; by default the lines that it draws.
  func describe(into text: inout PlainText, in environment: ViewEnvironment)

  /// The view that draws itself: this one, or what its body comes to. Not to be implemented.
  var resolved: any View { get }
}

extension View where Body == Never {
  /// Not to be asked: the view draws itself.
  public var body: Never {
    refuse("\(Self.self) draws itself and has no body; call measure and draw.")
  }
}

extension View {
  /// As it measures.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    .content
  }

  /// The lines that the view draws.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let wanted = measure(Proposal(columns: text.width, rows: nil), in: environment)
    let size = Size(columns: min(wanted.columns, text.width ?? 80), rows: min(wanted.rows, 1_000))
    let canvas = Canvas(size: size, widths: environment.widths)
    draw(into: canvas.surface, in: environment)
    for line in canvas.lines { text.append(line) }
  }

  /// The view itself.
  public var resolved: any View { self }
}

extension View where Body: View {
  /// As the body.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    resolved.measure(proposal, in: environment)
  }

  /// As the body.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    resolved.draw(into: surface, in: environment)
  }

  /// As the body.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    resolved.constraint(along: axis, in: environment)
  }

  /// As the body.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    resolved.describe(into: &text, in: environment)
  }

  /// What the body comes to.
  public var resolved: any View { body.resolved }
}
