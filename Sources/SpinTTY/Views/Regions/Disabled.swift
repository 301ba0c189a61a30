extension View {
  /// Sets whether the controls in the view take no input.
  ///
  /// ```swift
  /// Form {
  ///   Field("name") { TextInput(state.name).id(Area.name) }
  ///   Button("Save", id: Area.save).disabled(state.name.text.isEmpty)
  /// }
  /// .disabled(state.isBusy)
  /// ```
  ///
  /// All controls in the view are disabled, whatever their own `disabled(_:)` says. They are drawn in the
  /// theme's secondary style and without the focus, and take no click, no wheel and no key: tab passes
  /// over them. A ``Key`` that also names clicks does nothing while all regions of these clicks are
  /// disabled, and ``Help`` leaves it out. Enter does not click a disabled default button. Without a
  /// screen, the words of a control end with `(disabled)`.
  ///
  /// If the region that has the focus becomes disabled, the focus moves to the next one, by the layer's
  /// ``Control/focus(help:when:_:)``. If there is none, it stays.
  ///
  /// *Ordering*: the frame that the user saw decides what is disabled. If an input was made before a frame
  /// has shown the results of earlier ones, the state at the input's turn decides, so that a second
  /// enter does not click a button that the first has disabled.
  ///
  /// - Parameter isDisabled: Whether the controls take no input.
  /// - Returns: The view with its controls.
  public func disabled(_ isDisabled: Bool = true) -> some View {
    Disabled(content: resolved, isDisabled: isDisabled)
  }
}

/// A view whose controls may take no input.
struct Disabled: ContentView {
  let content: any View
  let isDisabled: Bool

  /// Returns a view around another one, inside of what disables that one.
  static func within(_ view: any View, _ wrap: (any View) -> any View) -> any View {
    guard let disabled = view as? Disabled else { return wrap(view) }
    return Disabled(content: within(disabled.content, wrap), isDisabled: disabled.isDisabled)
  }

  /// Returns the view inside of what disables it, or else the view itself.
  static func content(of view: any View) -> any View {
    (view as? Disabled).map { content(of: $0.content) } ?? view
  }

  func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    guard isDisabled else { return environment }
    var inner = environment
    inner.isEnabled = false
    inner.isFocused = false
    return inner
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let inner = inner(environment)
    content.draw(into: surface.enabled(!isDisabled), in: inner)
    if isDisabled, environment.isEnabled { surface.drawDisabled(in: inner) }
  }
}

extension Surface {
  /// Gives everything drawn the theme's secondary style, and plates with a colour that of other controls.
  fileprivate func drawDisabled(in environment: ViewEnvironment) {
    let secondary = environment.style(.secondary)
    let plate = environment.style(.control).background
    let fills: [Color?] =
      [Theme.Token.primary, .selection].map { environment.style($0).background }
      + [Theme.Token.accent, .success, .warning, .error].map { environment.style($0).foreground }
    restyle { style in
      style.attributes.subtract([.bold, .reverse])
      style.attributes.formUnion(secondary.attributes)
      style.foreground = secondary.foreground
      style.underlineColor = nil
      if let ground = style.background, fills.contains(ground) { style.background = plate }
    }
  }
}

extension ViewEnvironment {
  /// Returns the description of a control, which says whether the control is disabled.
  func described(_ control: String, isDisabled: Bool = false) -> String {
    isEnabled && !isDisabled ? control : "\(control) (\(words.disabled))"
  }
}
