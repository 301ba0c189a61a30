/// A tree of rows that open and close, with a selected row.
///
/// ```swift
/// struct Folder: Identifiable, Sendable {
///   let id: String
///   var children: [Folder] = []
/// }
///
/// let folders = [Folder(id: "Sources", children: [Folder(id: "Loop")]), Folder(id: "Tests")]
/// let model = Tree<Folder>.Model(open: ["Sources"])
/// let view = Tree(folders, model) { $0.children } row: { Text($0.id) }
///   .scrollbar().id("folders")
/// ```
///
/// ``Tree/Model`` shows the reducer. `Control("folders") { .folders($0) }` makes the actions: the
/// right arrow key opens a row or moves to its first child, and the left arrow key closes it or
/// moves to its parent. Enter, space and a click on the mark open and close, and `*` opens the
/// selected row and its siblings.
///
/// The tree looks like a ``List``: the selected row is one bar, and in a region (see
/// ``View/id(_:)``) a click selects the row that the user saw. A row is one line. The ids of all
/// nodes must be unique. Where the guide lines of a deep row would leave no room for its content,
/// those of the outer levels are left out.
///
/// The children of a node may be loaded when the user opens it; see ``Tree/Model``. Meanwhile the row says
/// that it loads, or why it could not.
///
/// - Complexity: A frame lists the roots and the children of open rows once, and makes views only
///   of the visible rows. `children` is called for a closed row only if the row is visible, to draw
///   its mark.
public struct Tree<Node: Identifiable & SendableMetatype>: View where Node.ID: Sendable {
  private let model: Model
  private let children: (Node) -> [Node]?
  private let row: (Node) -> ViewList
  private let outline: Outline
  private var styles = RowStyles()

  /// The rows, made on first use and shared by measuring and drawing.
  private final class Outline {
    private let make: () -> TreeOutline<Node>
    private(set) lazy var value = make()

    init(_ make: @escaping () -> TreeOutline<Node>) { self.make = make }
  }

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - roots: The nodes at the top.
  ///   - model: The selected row, the open rows and the scroll position.
  ///   - children: A closure that returns the children of a node; empty for a leaf, and `nil` if they are
  ///     not loaded.
  ///   - row: A closure that returns the row of a node.
  public init(
    _ roots: [Node], _ model: Model, children: @escaping (Node) -> [Node]?,
    @ViewBuilder row: @escaping (Node) -> ViewList
  ) {
    self.init(TreeOutline(roots, open: model.open, children), model, children: children, row: row)
  }

  /// Creates a tree of rows, which are made when they are needed.
  init(
    _ outline: @autoclosure @escaping () -> TreeOutline<Node>, _ model: Model,
    children: @escaping (Node) -> [Node]?, row: @escaping (Node) -> ViewList
  ) {
    self.model = model
    self.children = children
    self.row = row
    self.outline = Outline(outline)
  }

  /// Chooses the style of the selected row, like ``List/selectionStyle(_:unfocused:)``.
  ///
  /// - Parameters:
  ///   - focused: The style while the tree has the focus, or no focus is set.
  ///   - unfocused: The style while another view has the focus; `nil` for a quieter bar.
  /// - Returns: The tree with these styles.
  public func selectionStyle(
    _ focused: Style, unfocused: Style? = nil
  ) -> Tree {
    var tree = self
    tree.styles = RowStyles(focused: focused, unfocused: unfocused)
    return tree
  }

  private var list: List {
    let outline = outline.value
    var list = List(outline.ids, model.selection) { number in
      let shown = outline.rows[number]
      let isLeaf = !shown.isOpen && !shown.awaitsChildren && children(shown.node)?.isEmpty == true
      let isOpen = isLeaf ? nil : shown.isOpen || shown.awaitsChildren
      var content = row(shown.node).resolved
      if shown.awaitsChildren {
        let failure = model.failures[shown.node.id]
        content = waiting(content, failure.map { "\($0); enter tries again" })
      }
      return ViewList([
        TreeRow(
          id: shown.node.id, content: content, lines: outline.lines(number),
          isOpen: isOpen)
      ])
    }
    list.styles = styles
    return list
  }

  /// Returns the content of a row that waits for its children, and says so.
  private func waiting(_ content: any View, _ failure: String?) -> any View {
    HStack(spacing: 1) {
      ViewList([content])
      Text(failure ?? "loading", wrapping: .none).styled(failure == nil ? .secondary : .error)
    }
    .resolved
  }

  /// Returns the width offered and the height that the rows need, up to the height offered.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    list.measure(proposal, in: environment)
  }

  /// Draws the visible rows.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.visible.size.isEmpty else { return }
    if outline.value.rows.isEmpty { surface.declareFocusable() }
    list.draw(into: surface, in: environment)
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes the rows around the selected one, indented, with `+` before closed and `-` before
  /// open rows.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    list.describe(into: &text, in: environment)
  }
}
