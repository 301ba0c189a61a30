/// The styles of the selected row; `nil` for the theme's.
struct RowStyles {
  var focused: Style?
  var unfocused: Style?

  /// Returns the style while the view of the rows has the focus or not.
  func current(in environment: ViewEnvironment) -> Style {
    environment.isFocused
      ? focused ?? environment.style(.selection) : unfocused ?? quiet(environment)
  }

  /// Returns the style of the bar of another view's selection: a track with plain text, or an accent
  /// on terminals with few colours.
  private func quiet(_ environment: ViewEnvironment) -> Style {
    guard var style = environment.trackStyle else { return environment.style(.accent) }
    style.foreground = style.foreground ?? environment.style(.text).foreground ?? .default
    return style
  }
}
