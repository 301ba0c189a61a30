extension View {
  /// Sets the title of the terminal's window while the view is shown.
  ///
  /// If a frame has several titles, the last one drawn counts.
  ///
  /// The window gets its own title back with the first frame without a title, and at the end. A
  /// terminal that does not save titles keeps the last one. Control characters in it are made visible. A
  /// terminal that would print a title, such as the console of Linux, gets none.
  public func title(_ title: String) -> some View {
    let title = Title(title)
    return Wrapped(
      self,
      prepare: { surface in
        surface.canvas.declare(title)
        return surface
      })
  }
}
