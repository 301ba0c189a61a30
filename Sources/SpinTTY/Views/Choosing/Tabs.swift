/// The options of a ``Choice`` as tabs: the titles of pages, one of which is shown.
///
/// ```swift
/// Tabs(state.page) { $0.title }.id(Area.tabs)  // the view
/// if state.page.current == .orders { … }       // the page
/// Control(Area.tabs) { .page($0) }             // its input
/// case .page(let action): page.reduce(action)  // the reducer
/// ```
///
/// A line runs under the titles, heavy under the current one; in a single row, the current title is
/// underlined. The current title has the style of the theme's selection while the view has the
/// focus. If not all titles fit, those around the current one are shown.
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
