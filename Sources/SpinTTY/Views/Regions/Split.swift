/// Two views with a divider between them that the user moves.
///
/// ```swift
/// Split(state.panes) { Files(state) } second: { Preview(state) }.id(Area.panes)  // the view
/// Control(Area.panes) { .panes($0) }                                             // its input
/// case .panes(let action): panes.reduce(action)                                  // the reducer
/// ```
///
/// The mouse drags the divider if ``UIOptions/mouse`` reports drags. While the focus is on the region of
/// the split, the divider has the look of the focus, and the arrow keys along the axis move it by a cell,
/// with shift by a tenth of the room. Each view keeps at least one cell; a split of fewer than three cells
/// along its axis shows the first view alone.
///
/// If both views have a ``View/border(_:title:truncation:padding:style:)`` and fill their room, their borders meet in
/// one line, which is the divider. The lines of splits inside each other are joined too:
///
/// ```swift
/// Split(state.panes) {
///   List(state.files, state.selection) { Text($0.name) }.id(Area.files).border(title: "files")
/// } second: {
///   Viewport(state.scroll) { Text(state.manual) }.id(Area.manual).border(title: "manual")
/// }
/// ```
public struct Split: View {
  private let model: Model
  private let axis: Axis
  private let first: any View
  private let second: any View

  /// Creates a split.
  ///
  /// - Parameters:
  ///   - model: The position of the divider.
  ///   - axis: The direction in which the views follow each other.
  ///   - first: The view on the left or at the top.
  ///   - second: The view on the right or at the bottom.
  public init(
    _ model: Model, axis: Axis = .horizontal, @ViewBuilder first: () -> ViewList,
    @ViewBuilder second: () -> ViewList
  ) {
    self.model = model
    self.axis = axis
    // Views that do not fill keep their size.
    (self.first, self.second) = (
      Frame(width: .fill, height: .fill, content: first),
      Frame(width: .fill, height: .fill, content: second)
    )
  }

  /// The position of a divider: a value in the state.
  public struct Model: Hashable, Sendable, Codable {
    /// The part of the first view, from 0 to 1.
    public private(set) var share: Double

    /// Creates a position; `share` is clamped to 0…1, and NaN is one half.
    public init(_ share: Double = 0.5) { self.share = share.isNaN ? 0.5 : min(max(share, 0), 1) }

    /// Decodes a position, and clamps it.
    public init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(Double.self))
    }

    /// Encodes the part of the first view.
    public func encode(to encoder: any Swift.Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(share)
    }

    /// Moves the divider.
    ///
    /// - Returns: Whether the position changed.
    @discardableResult
    public mutating func reduce(_ action: Action) -> Bool {
      let before = self
      switch action {
      case .place(let cells, let length):
        self = Model(length > 0 ? Double(cells) / Double(length) : share)
      case .step(let cells, let length):
        let moved = self.cells(of: length).advanced(within: cells)
        reduce(.place(min(max(moved, 1), max(1, length.advanced(within: -1))), of: length))
      }
      return self != before
    }

    /// Returns the cells of the first view, of `length` cells for both.
    func cells(of length: Int) -> Int {
      min(max(Int((share * Double(length.inCells)).rounded()), 1), max(1, length.inCells - 1))
    }
  }

  /// An action of the user on a divider.
  public enum Action: Hashable, Sendable, Codable {
    /// Gives the first view a number of cells, of the cells of both.
    case place(Int, of: Int)
    /// Gives the first view more cells, or fewer if negative, of the cells of both.
    case step(Int, of: Int)
  }

  /// Fills the room, or takes what both views need.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let sizes = [first, second].map {
      $0.measure(axis.proposal(main: nil, cross: axis.cross(proposal)), in: environment)
    }
    let line = sharesBorder(in: nil, environment) ? -1 : 1
    let main = axis.main(proposal) ?? sizes.reduce(line) { min($0 + axis.main($1), .max / 4) }
    return axis.size(
      main: max(1, main), cross: max(1, axis.cross(proposal) ?? sizes.map(axis.cross).max() ?? 1))
  }

  /// Draws both views and the divider.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let (main, cross) = (axis.main(surface.size), axis.cross(surface.size))
    func part(_ start: Int, _ length: Int) -> Surface {
      surface.region(
        axis.rectangle(at: start, cross: 0, size: axis.size(main: length, cross: cross)))
    }
    guard main > 2 else { return first.draw(into: surface, in: environment) }
    surface.declareFocusable()
    let cells = model.cells(of: main - 1)
    var divider = part(cells, 1)
    // The cells of the line that belong to both views.
    let shared = sharesBorder(in: surface.size, environment) ? 1 : 0
    // A region belongs to its outermost split: one inside it has an id of its own, or does not move.
    var key = surface.regionKey
    surface.update { region in
      if region.isSplit { key = nil }
      region.isSplit = true
    }
    part(0, cells + shared).drawPane { first.draw(into: $0, in: environment) }
    let before = shared > 0 ? divider.drawn : []
    part(cells + 1 - shared, main - cells - 1 + shared).drawPane {
      second.draw(into: $0, in: environment)
    }
    if key != nil { surface.update { $0.isSplit = false } }
    let hasFocus = environment.hasFocus && key != nil && key == environment.focus
    if let key {
      divider = divider.declare(DividerID(split: key, axis: axis))
      divider.update {
        $0.content = axis.size(main: main - 1, cross: cross)
        $0.firstRow = cells
      }
    }
    if shared > 0 {
      return divider.joinLines(
        with: before, focused: hasFocus ? axis.across : nil, in: environment)
    }
    let lines = (hasFocus ? BorderStyle.heavy : .light).lines(in: environment)
    divider.fill(
      Character(axis == .horizontal ? lines.vertical : lines.horizontal),
      style: divider.style(hasFocus ? .focus : .border, in: environment))
  }

  /// Whether the borders of both views meet in one line, in a room of a size or in a large one.
  private func sharesBorder(in size: Size?, _ environment: ViewEnvironment) -> Bool {
    var sizes: (first: Size?, second: Size?)
    if let size {
      let (main, cross) = (axis.main(size), axis.cross(size))
      guard main > 2 else { return false }
      let cells = model.cells(of: main - 1)
      sizes.first = axis.size(main: cells + 1, cross: cross)
      sizes.second = axis.size(main: main - cells, cross: cross)
    }
    return Split.isOutlined(first, in: sizes.first, environment)
      && Split.isOutlined(second, in: sizes.second, environment)
  }

  /// Whether a view draws lines along all of its edges, in a room of a size or in a large one.
  private static func isOutlined(
    _ view: any View, in size: Size?, _ environment: ViewEnvironment
  ) -> Bool {
    func fills(_ axis: Axis) -> Bool {
      let constraint = view.constraint(along: axis, in: environment)
      return constraint.isFill && constraint.maximum >= Rectangle.bound
    }
    guard fills(.horizontal), fills(.vertical) else { return false }
    switch view {
    case let split as Split: return split.sharesBorder(in: size, environment)
    case let frame as Frame: return isOutlined(frame.content, in: size, environment)
    case is Bordered: return size.map { $0.columns > 2 && $0.rows > 2 } ?? true
    case is Padded, is Scrollbar: return false
    case let view as any ContentView:
      return isOutlined(view.content, in: size, view.inner(environment))
    default: return false
    }
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes both views.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    first.describe(into: &text, in: environment)
    second.describe(into: &text, in: environment)
  }
}

/// The id of the region of a divider.
struct DividerID: Hashable, Sendable {
  /// The region around the split.
  let split: RegionKey
  let axis: Axis
}

extension Split.Action: ControlAction {
  /// Creates an action from a drag of the divider, or from an arrow key along the axis.
  public init?(_ input: ControlInput) {
    guard let key = input.region?.key else { return nil }
    func isDivider(_ region: FrameMap.Region) -> Bool {
      region.id(as: DividerID.self)?.split == key
    }
    let divider =
      input.mouse == nil
      ? input.frame.regions.last(where: isDivider)
      : input.inside.first(where: isDivider)
    guard let divider, let axis = divider.id(as: DividerID.self)?.axis,
      let cells = divider.firstRow
    else { return nil }
    let length = axis.main(divider.content)
    if let mouse = input.mouse {
      guard mouse.action == .press(.left) || mouse.action == .drag(.left) else { return nil }
      let start =
        axis == .horizontal ? divider.rectangle.column : divider.rectangle.row
      let place = cells + (axis == .horizontal ? mouse.column : mouse.row) - start
      self = .place(min(max(place, 1), max(1, length - 1)), of: length)
      return
    }
    let keys: (back: KeyChord, forth: KeyChord) =
      axis == .horizontal ? (.left, .right) : (.up, .down)
    let far = max(1, length / 10)
    let steps: [(chord: KeyChord, action: Int)] = [
      (keys.back, -1), (keys.forth, 1), (.shift(keys.back), -far), (.shift(keys.forth), far),
    ]
    guard let step = input.action(of: steps) else { return nil }
    self = .step(step, of: length)
  }
}
