extension View {
  /// Sets the title of the terminal's window while the view is shown.
  ///
  /// If a frame has several titles, the last one drawn counts.
  ///
  /// The first frame without a title restores the window's own title, and so does the end of the
  /// program. A terminal that does not save titles keeps the last one. Control characters in a
  /// title are made visible. No title is sent to a terminal that would print it, such as the Linux
  /// console.
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
