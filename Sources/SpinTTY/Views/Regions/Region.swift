extension View {
  /// Names the view, so that bindings, the mouse and the focus can refer to it.
  ///
  /// ```swift
  /// Text("save").padding(horizontal: 1).id(Area.save)
  /// ```
  ///
  /// The view is a region of each ``FrameMap``, which ``Control`` and ``Click`` name. While the
  /// focus of its layer is on the id, the view has the focus: a text input in it shows its cursor,
  /// and others do not. The focus can move to the region if it contains a view that takes input,
  /// such as a ``List`` or a ``TextInput``, or if it is ``focusable(_:)``.
  public func id(_ id: some Hashable & Sendable) -> some View {
    ResolvedView(Disabled.within(resolved) { Identified(content: $0, key: RegionKey(id)) })
  }

  /// Sets whether the focus can move to a region.
  ///
  /// The region is the view itself if it has an ``id(_:)``, or else the innermost region around it.
  ///
  /// ```swift
  /// Text("save").focusable().id(Area.save)
  /// ```
  public func focusable(_ isFocusable: Bool = true) -> some View {
    inRegion { Declaring(content: $0) { $0.isStop = isFocusable } }
  }

  /// Says what a region is for; a key of ``Key/hint(_:help:when:)`` shows the text while the region
  /// has the focus.
  ///
  /// The region is the view itself if it has an ``id(_:)``, or else the innermost region around it.
  ///
  /// ```swift
  /// Button("Purge", id: Area.purge).hint("Removes all files that nothing refers to.")
  /// ```
  public func hint(_ text: String) -> some View {
    inRegion { Declaring(content: $0) { $0.hint = text } }
  }

  /// Returns a view around this one, inside the region if the view is one.
  func inRegion(_ wrap: (any View) -> any View) -> ViewList {
    let view = Disabled.within(resolved) { view in
      guard let named = view as? Identified else { return wrap(view) }
      return Identified(content: wrap(named.content), key: named.key)
    }
    return ViewList([view])
  }

  /// Lets the mouse through the view to the views below it.
  ///
  /// Without this modifier, the backgrounds, lines and letters of a view on top of others catch the
  /// mouse: a click there hits the region that the view is in, if there is one. Views inside with
  /// an ``id(_:)`` still get clicks.
  ///
  /// ```swift
  /// ZStack(alignment: .topTrailing) {
  ///   List(state.files, state.selection) { Text($0.name) }.id(Area.files)
  ///   Text("saved").background(.green).clickThrough()
  /// }
  /// ```
  public func clickThrough() -> some View {
    ClickThrough(content: resolved)
  }
}

struct Identified: ContentView {
  let content: any View
  let key: RegionKey

  func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    guard let focus = environment.focus else { return environment }
    var inner = environment
    inner.isFocused = focus == key && environment.isEnabled
    return inner
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let surface = surface.declare(key)
    if environment.focus == key {
      surface.anchorFocus()
      if !surface.visible.size.isEmpty, environment.isEnabled {
        surface.canvas.awaitsFocusBorder = true
      }
    }
    content.draw(into: surface, in: inner(environment))
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    // Text typed for a disabled control goes nowhere.
    if environment.isEnabled { text.note(key) }
    content.describe(into: &text, in: inner(environment))
  }
}

/// A view that does not catch the mouse.
struct ClickThrough: ContentView {
  let content: any View

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.draw(into: surface.clickThrough, in: environment)
  }
}

/// A view that declares something of its region.
struct Declaring: ContentView {
  let content: any View
  let change: (inout FrameMap.Region) -> Void

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.draw(into: surface, in: environment)
    surface.update(change)
  }
}
