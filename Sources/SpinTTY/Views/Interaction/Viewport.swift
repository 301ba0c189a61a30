/// A window on a view that may be larger.
///
/// ```swift
/// Viewport(state.scroll) {
///   Text(state.manual)
/// }
/// ```
///
/// The content has the viewport's width and all the height it wants; with `.horizontal` among the
/// axes also all the width. However far the model is scrolled, the window does not leave the
/// content.
///
/// - Complexity: the content is measured whole in each frame: a ``Text`` is read through once. For a
///   log of many lines use ``List/init(count:_:rowHeight:row:)``, which makes only the rows that are
///   seen.
public struct Viewport: View {
  /// The directions in which a viewport scrolls.
  public struct Axes: OptionSet, Hashable, Sendable {
    /// One bit for each direction.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Up and down.
    public static let vertical = Axes(rawValue: 1)
    /// Left and right.
    public static let horizontal = Axes(rawValue: 2)
  }

  private let model: Model
  private let axes: Axes
  private let content: any View

  /// Creates a window on `content`.
  public init(
    _ model: Model, axes: Axes = .vertical, @ViewBuilder content: () -> ViewList
  ) {
    self.model = model
    self.axes = axes
    self.content = content().resolved
  }

  private func offer(_ proposal: Proposal) -> Proposal {
    Proposal(
      columns: axes.contains(.horizontal) ? nil : proposal.columns,
      rows: axes.contains(.vertical) ? nil : proposal.rows)
  }

  /// The size that the content has in a viewport of this size, for
  /// ``Model/reduce(_:content:page:)``.
  public func contentSize(
    _ page: Size, in environment: ViewEnvironment = ViewEnvironment()
  ) -> Size {
    content.measure(offer(Proposal(page)), in: environment)
  }

  /// The size of the content, or what is offered of it; at least one cell.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let wanted = content.measure(offer(proposal), in: environment)
    func length(_ axis: Axis) -> Int {
      let room = axis.main(proposal)
      let isRatio = content.constraint(along: axis, in: environment).isRatio
      return max(1, isRatio ? room ?? axis.main(wanted) : min(axis.main(wanted), room ?? .max))
    }
    return Size(columns: length(.horizontal), rows: length(.vertical))
  }

  /// Draws the part of the content that is in the window.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty else { return }
    let wanted = contentSize(surface.size, in: environment)
    let place = model.bounded(content: wanted, page: surface.size)
    // Content that is smaller has the whole window, unless it asked for a part of it.
    func length(_ axis: Axis) -> Int {
      let isRatio = content.constraint(along: axis, in: environment).isRatio
      return isRatio ? axis.main(wanted) : max(axis.main(wanted), axis.main(surface.size))
    }
    let size = Size(columns: length(.horizontal), rows: length(.vertical))
    content.draw(
      into: surface.region(
        Rectangle(
          column: -place.column, row: -place.row, columns: size.columns, rows: size.rows)),
      in: environment)
  }

  /// Fills both ways.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Says all of the content.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}

extension Viewport {
  /// How far a viewport is scrolled: a value in the state.
  public struct Model: Hashable, Sendable {
    /// The first column that is shown.
    public var column: Int
    /// The first row that is shown.
    public var row: Int

    /// Creates a model, at the top left unless it says otherwise.
    public init(column: Int = 0, row: Int = 0) {
      self.column = column
      self.row = row
    }

    /// Scrolls: arrows, page up and down, home and end, the wheel.
    ///
    /// - Parameters:
    ///   - input: What came in.
    ///   - content: The size of what is shown; see ``Viewport/contentSize(_:in:)``.
    ///   - page: The size of the window, as ``UserInput/size(of:)`` tells while it has the focus or
    ///     the mouse is over it.
    /// - Returns: Whether the input was one of these.
    @discardableResult
    public mutating func reduce(_ input: InputEvent, content: Size, page: Size) -> Bool {
      var steps: [(columns: Int, rows: Int)] = []
      if case .mouse(let mouse) = input, case .scroll(let direction) = mouse.action {
        switch direction {
        case .up: steps = [(0, -3)]
        case .down: steps = [(0, 3)]
        case .left: steps = [(-3, 0)]
        case .right: steps = [(3, 0)]
        }
      } else {
        steps = input.presses.compactMap { Model.step(of: $0, content: content, page: page) }
      }
      for step in steps {
        self = bounded(content: content, page: page)
        column += step.columns
        row += step.rows
        self = bounded(content: content, page: page)
      }
      return !steps.isEmpty
    }

    private static func step(
      of press: KeyPress, content: Size, page: Size
    ) -> (columns: Int, rows: Int)? {
      let jump = max(1, page.rows - 1)
      let far = content.rows.inCells
      let steps: [(KeyChord, (Int, Int))] = [
        (.up, (0, -1)), (.down, (0, 1)), (.left, (-1, 0)), (.right, (1, 0)),
        (.pageUp, (0, -jump)), (.pageDown, (0, jump)), (.home, (0, -far)), (.end, (0, far)),
      ]
      return steps.first { $0.0.matches(press) }.map { (columns: $0.1.0, rows: $0.1.1) }
    }

    /// The same within the content.
    func bounded(content: Size, page: Size) -> Model {
      Model(
        column: min(max(column, 0), max(0, content.columns - page.columns)),
        row: min(max(row, 0), max(0, content.rows - page.rows)))
    }
  }
}
