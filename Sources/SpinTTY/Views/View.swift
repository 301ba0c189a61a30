internal import SpinCore

/// A part of a frame: a value that knows its size and draws itself.
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
/// A view is made for one frame and owns no state. A cursor, a selection and the like are values in
/// the state, each with a reducer of its own (``TextInput/Model``, ``Selection``, ``Scroll``,
/// ``Choice``, ``Focus``). A composed view implements `body` and nothing else; a view that draws
/// itself implements `measure` and `draw`.
///
/// Drawing is pure: the same view, surface and environment give the same cells. A view never draws
/// outside its surface and accepts every size, even an empty one.
///
/// *Isolation*: the thread that draws makes, measures and draws views.
public protocol View {
  /// The type of the body; `Never` for a view that draws itself.
  associatedtype Body = Never

  /// The views that this view is composed of; several are stacked vertically.
  @ViewBuilder var body: Body { get }

  /// Returns the size that the view takes, in cells, for the room it is offered.
  ///
  /// A size larger than the proposal means that the view needs more room; the view is then cut. The
  /// result must depend only on the view and the arguments. If the view is offered the size that it
  /// took in a larger room, it should take the same size, because a stack may draw it by the first
  /// measurement.
  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size

  /// Draws the view into a whole surface, which may have any size.
  func draw(into surface: Surface, in environment: ViewEnvironment)

  /// Returns how a stack along an axis gives room to the view; by default, as much as `measure`
  /// returns.
  ///
  /// A view that fills gets all the room in a ``Frame`` and across a stack as well.
  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint

  /// Describes the view in words for output without a screen; by default, as the lines that it
  /// draws.
  func describe(into text: inout PlainText, in environment: ViewEnvironment)

  /// The view that draws itself: this view or, in the end, its body. Do not implement this
  /// property.
  var resolved: any View { get }
}

extension View where Body == Never {
  /// Traps, because the view draws itself.
  public var body: Never {
    refuse("\(Self.self) draws itself and has no body; call measure and draw.")
  }
}

extension View {
  /// Gives the view the room that it measures.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    .content
  }

  /// Appends the lines that the view draws.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let wanted = measure(Proposal(columns: text.width, rows: nil), in: environment)
    let size = Size(columns: min(wanted.columns, text.width ?? 80), rows: min(wanted.rows, 1_000))
    let canvas = Canvas(size: size, widths: environment.widths)
    draw(into: canvas.surface, in: environment)
    text.note(canvas.frame)
    if !text.isWithoutLines { for line in canvas.lines { text.append(line: line) } }
  }

  /// The view itself.
  public var resolved: any View { self }
}

extension View where Body: View {
  /// Measures the body.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    resolved.measure(proposal, in: environment)
  }

  /// Draws the body.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    resolved.draw(into: surface, in: environment)
  }

  /// Returns the body's constraint.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    resolved.constraint(along: axis, in: environment)
  }

  /// Describes the body.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    resolved.describe(into: &text, in: environment)
  }

  /// The view of the body that draws itself.
  public var resolved: any View { body.resolved }
}
