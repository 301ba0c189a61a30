/// The styles of the selected row; `nil` for the theme's.
struct RowStyles {
  var focused: Style?
  var unfocused: Style?

  /// Returns the style while the view of the rows has the focus or not.
  func current(in environment: ViewEnvironment) -> Style {
    environment.isFocused
      ? focused ?? environment.style(.selection) : unfocused ?? environment.style(.accent)
  }
}
