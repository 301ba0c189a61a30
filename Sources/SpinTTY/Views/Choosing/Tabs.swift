/// The options of a ``Choice`` as tabs: the titles of pages, one of which is shown.
///
/// ```swift
/// Tabs(state.page) { $0.title }.id(Area.tabs)  // the view
/// if state.page.current == .orders { … }       // the page
/// Control(Area.tabs) { .page($0) }             // its input
/// case .page(let action): page.reduce(action)  // the reducer
/// ```
///
/// Lines divide the titles, and a line runs under them, heavy under the current one. On terminals with
/// enough colours, the other titles lie on tracks. In a single row, the current title is underlined,
/// and stands in brackets where there is no track. It has the style of the theme's selection while the
/// view has the focus. If not all titles fit, those around the current one are shown, and arrows or an
/// ellipsis at the edges.
public struct Tabs: View {
  private let choices: Choices

  /// Creates the titles of pages.
  ///
  /// - Parameters:
  ///   - choice: The pages.
  ///   - title: A closure that returns the title of a page.
  public init<Option>(_ choice: Choice<Option>, title: (Option) -> String) {
    choices = Choices(choice, axis: .horizontal, look: .tab, title: title)
  }

  /// The titles, side by side.
  public var body: some View { choices }
}

extension Surface {
  /// Draws the lines beside tabs, or arrows where an edge hides more tabs.
  ///
  /// - Parameters:
  ///   - edges: The columns before each tab and behind the last one.
  ///   - environment: The environment of the tabs.
  func drawEdges(ofTabs edges: [Int], in environment: ViewEnvironment) {
    let isASCII = environment.drawsASCII
    for (number, edge) in edges.enumerated() {
      let mark =
        if edge == 0, number > 0 {
          isASCII ? "<" : "‹"
        } else if edge == size.columns - 1, number < edges.count - 1 {
          isASCII ? ">" : "›"
        } else {
          isASCII ? "|" : "│"
        }
      put(mark, column: edge, style: environment.style(.border))
    }
  }

  /// Draws the line in the second row, heavy under the current tab, which the lines beside tabs meet.
  ///
  /// - Parameters:
  ///   - edges: The columns before each tab and behind the last one.
  ///   - current: The number of the current tab.
  ///   - environment: The environment of the tabs.
  func drawLine(underTabs edges: [Int], current: Int?, in environment: ViewEnvironment) {
    let line = region(Rectangle(row: 1, columns: size.columns, rows: 1))
    let isASCII = environment.drawsASCII
    let border = environment.style(.border)
    line.fill(isASCII ? "-" : "─", style: border)
    for (number, edge) in edges.enumerated() {
      let isStart = edge == 0 && number == 0
      let isEnd = edge == size.columns - 1 && number == edges.count - 1
      line.put(isASCII ? "+" : isStart ? "└" : isEnd ? "┘" : "┴", column: edge, style: border)
    }
    guard let current, edges.indices.contains(current + 1) else { return }
    let (start, end) = (edges[current], edges[current + 1])
    let focus = environment.style(.focus)
    line.fill(
      isASCII ? "=" : "━", in: Rectangle(column: start + 1, columns: end - start - 1, rows: 1),
      style: focus)
    if isASCII { return }
    let isLast = end == size.columns - 1 && current == edges.count - 2
    line.put(start == 0 && current == 0 ? "┕" : "┶", column: start, style: focus)
    line.put(isLast ? "┙" : "┵", column: end, style: focus)
  }
}
