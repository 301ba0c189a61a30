extension View {
  /// Names the window of the terminal while the view is shown.
  ///
  /// If a frame has several titles, the last one drawn counts.
  ///
  /// The window gets its own title back at the end. Control characters in it are made visible.
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
