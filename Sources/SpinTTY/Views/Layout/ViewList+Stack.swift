extension ViewList {
  /// The only view, or a stack of all views.
  public var resolved: any View {
    views.count == 1 ? views[0] : StackNode(.vertical, views: views)
  }

  /// The only view, or a stack of all views.
  public var body: some View {
    // NB: with `return`, which keeps the result from becoming a list.
    return ResolvedView(resolved)
  }
}
