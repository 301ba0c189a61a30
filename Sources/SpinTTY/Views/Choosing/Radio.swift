/// The options of a ``Choice`` in a column, with a dot before the current one.
///
/// ```swift
/// Radio(state.period) { $0.name }.id(Area.period)  // the view
/// Control(Area.period) { .period($0) }             // its input
/// ```
///
/// If not all options fit, those around the current one are shown.
public struct Radio: View {
  private let choices: Choices

  /// Creates the view of a choice.
  ///
  /// - Parameters:
  ///   - choice: The options.
  ///   - title: A closure that returns the title of an option.
  public init<Option>(_ choice: Choice<Option>, title: (Option) -> String) {
    choices = Choices(choice, axis: .vertical, look: .radio, title: title)
  }

  /// The options, one in each row.
  public var body: some View { choices }
}
