/// Rows in rows, of which some are open and one is selected.
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
/// ``Tree/Model`` shows the reducer. `Control("folders") { .folders($0) }` makes the actions: the right
/// arrow opens a row or goes into it, the left arrow closes it or goes to its parent, enter, space and
/// a click on the mark open and close, and `*` opens all rows beside the selected one.
///
/// The tree looks as a ``List``: the selected row is one bar, and in a region, see ``View/id(_:)``, a
/// click selects the row that was seen. A row is one line. The ids of all nodes differ.
///
/// - Complexity: A frame lists the roots and the children of open rows once, and makes views only of
///   the rows that can be seen. A closed row is asked for its children only if it can be seen, for its
///   mark.
public struct Tree<Node: Identifiable & SendableMetatype>: View where Node.ID: Sendable {
  private let model: Model
  private let children: (Node) -> [Node]
  private let row: (Node) -> ViewList
  private let outline: Outline
  /// How the selected row looks; nil for the theme's looks.
  private var styles: (focused: Style, unfocused: Style?)?

  /// The rows, made when they are asked for first: a view is measured and drawn.
  private final class Outline {
    private let make: () -> TreeOutline<Node>
    private(set) lazy var value = make()

    init(_ make: @escaping () -> TreeOutline<Node>) { self.make = make }
  }

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - roots: The nodes at the top.
  ///   - model: Which row is selected, which rows are open, and how far the tree is scrolled.
  ///   - children: The nodes in a node; none for a leaf.
  ///   - row: Makes a row of a node.
  public init(
    _ roots: [Node], _ model: Model, children: @escaping (Node) -> [Node],
    @ViewBuilder row: @escaping (Node) -> ViewList
  ) {
    self.model = model
    self.children = children
    self.row = row
    outline = Outline { TreeOutline(roots, open: model.open, children) }
  }

  /// Chooses how the selected row looks, as ``List/selectionStyle(_:unfocused:)`` does.
  ///
  /// - Parameters:
  ///   - focused: The style while the tree has the focus, or nothing is said about the focus.
  ///   - unfocused: The style while something else has the focus; nil for the theme's accent.
  /// - Returns: The tree with these styles.
  public func selectionStyle(
    _ focused: Style, unfocused: Style? = nil
  ) -> Tree {
    var tree = self
    tree.styles = (focused, unfocused)
    return tree
  }

  private var list: List {
    let outline = outline.value
    let list = List(outline.ids, model.selection) { number in
      let shown = outline.rows[number]
      let isOpen = shown.isOpen ? true : children(shown.node).isEmpty ? nil : false
      return ViewList([
        TreeRow(
          id: shown.node.id, content: row(shown.node).resolved, lines: outline.lines(number),
          isOpen: isOpen)
      ])
    }
    return styles.map { list.selectionStyle($0.focused, unfocused: $0.unfocused) } ?? list
  }

  /// The width offered, and as much of the height as the rows need; at least one row.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    list.measure(proposal, in: environment)
  }

  /// Draws the rows that can be seen.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.visible.size.isEmpty else { return }
    if outline.value.rows.isEmpty {
      surface.declareFocusable()
      surface.declareContent(Size(columns: surface.size.columns, rows: 0), page: surface.size)
    }
    list.draw(into: surface, in: environment)
  }

  /// Fills both ways.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Says the rows around the selected one, indented, with `+` before closed and `-` before open ones.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    list.describe(into: &text, in: environment)
  }
}
