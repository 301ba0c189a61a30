extension Layer {
  /// Creates a menu: the options of a choice, in a layer that is live as long as the choice exists.
  ///
  /// ```swift
  /// Layer.menu(\.menu, option: \.name, at: .below(Area.size)) { .menu($0) }
  /// case .openMenu: menu = size                                                   // the reducer
  /// case .menu(let action): if let chosen = menu.reduce(action) { size.reduce(.choose(chosen)) }
  /// ```
  ///
  /// Enter, space and a click choose an option. Escape and a click outside close the menu. In both cases,
  /// `reduce` of the optional choice sets the choice to `nil`.
  ///
  /// - Parameters:
  ///   - choice: Returns the choice, for example by a key path, or `nil` for no menu.
  ///   - option: Returns the title of an option. A key path works.
  ///   - title: The title of a ``Dialog`` around the options; `nil` for the options alone.
  ///   - place: The position of the menu, such as `.below(Area.file)` for a button.
  ///   - moving: The text in ``Help`` beside the arrow keys; an empty text hides them.
  ///   - closing: The text in ``Help`` beside escape.
  ///   - event: Returns the event for an action.
  /// - Returns: The layer.
  public static func menu<Option>(
    _ choice: @escaping @Sendable (State) -> Choice<Option>?,
    option: @escaping @Sendable (Option) -> String, titled title: String? = nil,
    at place: LayerPlace = .center, moving: String = "move", closing: String = "close",
    _ event: @escaping @Sendable (Choice<Option>.Action) -> Event
  ) -> Layer {
    var place = place
    place.isBare = title == nil
    return Layer(choice, at: place) { choice, _ in
      let options = Choices(choice, axis: .vertical, title: option).id(MenuID())
      if let title { Dialog(title) { options } } else { options }
    } keys: {
      Control(MenuID(), help: moving, event)
      Key(.escape, .clickOutside, help: closing, event(.close))
    }
  }
}

/// The region of the options of a menu.
private struct MenuID: Hashable {}
