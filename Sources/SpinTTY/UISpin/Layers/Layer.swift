/// A view on top of the program's view, with its own keys, controls and focus: a dialog, a menu, or
/// a message.
///
/// ```swift
/// UISpin(shop) { shop, _ in Shelf(shop) } keys: { Key.quit("q") } layers: {
///   Layer(\.toast, at: .bottom, catches: .itsOwn) { text, _ in Toast(text) }
///   Layer(\.question) { question, _ in
///     Dialog("really?") { Text(question.text) }
///   } keys: {
///     Key("y", help: "yes", .answer(true))
///     Key("n", .escape, help: "no", .answer(false))
///   }
/// }
/// ```
///
/// A layer is live as long as its part of the state exists. Layers are declared in order, and the
/// last live one is on top. A layer hides the views below it and catches clicks on them, unless its
/// view has ``View/clickThrough()``. It has the theme's surface. A layer that catches everything dims
/// what lies below it, unless it is a menu below a region; see ``dimsBelow(_:)``. A menu, and a box of
/// four rows or more, cast a shadow where the terminal has enough colours and its background is known.
///
/// *Ordering*: the state at a key's turn decides its meaning, for each live layer from the top:
///
/// 1. Characters, pastes, backspace and delete go to the focused text control, if the layer shows it,
///    unless a sequence of keys has begun; see ``Chord``.
/// 2. The keys of the layer come next; the later of two live bindings counts.
/// 3. Enter and space click the focused region.
/// 4. The focused control comes next, or each control in order in a layer without focus. If none of
///    them takes enter, it clicks the default ``Button``. The controls of a layer that is neither
///    modal nor has a focus, such as suggestions, leave characters to a focused text control below.
/// 5. A modal layer, which catches everything, ends the search. ctrl-C and ctrl-Z pass through it,
///    and end and suspend the program if they are not bound.
///
/// The frame that the user saw decides the meaning of a click: the click goes to the layer that was
/// on top there. It has no effect if that layer is gone or lies below a modal layer.
///
/// *Isolation*: the loop and the drawing thread call the closures. They must be pure.
public struct Layer<State: Sendable, Event: Sendable>: Sendable {
  let rules: LayerRules<State, Event>

  /// The input that a layer keeps from the layers below it.
  public enum Catch: Hashable, Sendable {
    /// All keys and clicks except ctrl-C and ctrl-Z; this makes the layer modal.
    case everything
    /// Inputs that its bindings and controls take, and clicks on it.
    case itsOwn
  }

  /// Creates a layer that is live as long as a part of the state exists.
  ///
  /// - Parameters:
  ///   - part: Returns the part, for example by a key path, or `nil` for no layer.
  ///   - place: The position of the layer.
  ///   - catches: The input that the layer keeps from the layers below it.
  ///   - focus: Returns the focused region of the layer; `nil` for a layer without focus.
  ///   - content: Returns the view of the part.
  ///   - keys: The bindings, whose conditions and events depend on the part.
  public init<Part: Sendable>(
    _ part: @escaping @Sendable (State) -> Part?, at place: LayerPlace = .center,
    catches: Catch = .everything, focus: (@Sendable (Part) -> any FocusValue)? = nil,
    @ViewBuilder content: @escaping @Sendable (Part, Screen) -> ViewList,
    @KeyBuilder<Part, Event> keys: () -> Keys<Part, Event> = { Keys {} }
  ) {
    self.init(
      part, { _ in RegionKey(true) }, place, catches, focus, content, keys())
  }

  /// Creates a layer that is live as long as a part of the state exists.
  ///
  /// A part with another id is another layer. A click on the dialog of one part never answers the
  /// dialog of another part that has replaced it.
  ///
  /// - Parameters:
  ///   - part: Returns the part, for example by a key path, or `nil` for no layer.
  ///   - place: The position of the layer.
  ///   - catches: The input that the layer keeps from the layers below it.
  ///   - focus: Returns the focused region of the layer; `nil` for a layer without focus.
  ///   - content: Returns the view of the part.
  ///   - keys: The bindings, whose conditions and events depend on the part.
  public init<Part: Identifiable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part?, at place: LayerPlace = .center,
    catches: Catch = .everything, focus: (@Sendable (Part) -> any FocusValue)? = nil,
    @ViewBuilder content: @escaping @Sendable (Part, Screen) -> ViewList,
    @KeyBuilder<Part, Event> keys: () -> Keys<Part, Event> = { Keys {} }
  ) where Part.ID: Sendable {
    self.init(part, { RegionKey($0.id) }, place, catches, focus, content, keys())
  }

  /// Creates a layer that is live while a flag is true.
  @available(
    *, deprecated, message: "a Bool always exists: Layer(when:) is live while a flag is true"
  )
  public init(
    _ flag: @escaping @Sendable (State) -> Bool, at place: LayerPlace = .center,
    catches: Catch = .everything, focus: (@Sendable (Bool) -> any FocusValue)? = nil,
    @ViewBuilder content: @escaping @Sendable (Bool, Screen) -> ViewList,
    @KeyBuilder<Bool, Event> keys: () -> Keys<Bool, Event> = { Keys {} }
  ) {
    self.init(when: flag, at: place, catches: catches) { _, screen in content(true, screen) }
  }

  /// Creates a layer that is live while a condition holds.
  ///
  /// - Parameters:
  ///   - condition: Whether the layer is live in a state. A key path works.
  ///   - place: The position of the layer.
  ///   - catches: The input that the layer keeps from the layers below it.
  ///   - focus: Returns the focused region of the layer; `nil` for a layer without focus.
  ///   - content: Returns the view of the state.
  ///   - keys: The bindings.
  public init(
    when condition: @escaping @Sendable (State) -> Bool, at place: LayerPlace = .center,
    catches: Catch = .everything, focus: (@Sendable (State) -> any FocusValue)? = nil,
    @ViewBuilder content: @escaping @Sendable (State, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} }
  ) {
    self.init(
      { condition($0) ? $0 : nil }, { _ in RegionKey(true) }, place, catches, focus, content, keys()
    )
  }

  private init<Part: Sendable>(
    _ part: @escaping @Sendable (State) -> Part?,
    _ identity: @escaping @Sendable (Part) -> RegionKey,
    _ place: LayerPlace, _ catches: Catch, _ focus: (@Sendable (Part) -> any FocusValue)?,
    _ content: @escaping @Sendable (Part, Screen) -> ViewList, _ keys: Keys<Part, Event>
  ) {
    rules = LayerRules(
      identity: { state, _ in part(state).map(identity) },
      focus: { state in focus.flatMap { focus in part(state).flatMap { focus($0).key } } },
      focusOrigin: { state in
        focus.flatMap { focus in part(state).flatMap { focus($0).originKey } }
      },
      hasFocus: focus != nil, catches: catches, keys: keys.lifted(from: part), place: place,
      content: { state, _, screen in part(state).map { content($0, screen) } })
  }
}

extension Layer {
  private init(_ rules: LayerRules<State, Event>) { self.rules = rules }

  /// Sets whether the layer dims what lies below it.
  ///
  /// ```swift
  /// Layer(\.question) { question, _ in Dialog("sure?") { Text(question.text) } }.dimsBelow(false)
  /// ```
  ///
  /// By default, a layer does if it catches everything and does not lie below a region. If several
  /// layers do, everything below the topmost of them is dimmed once.
  public func dimsBelow(_ dims: Bool) -> Layer {
    Layer(rules.with(dims: dims))
  }
}

/// The position of a layer on the screen.
public struct LayerPlace: Hashable, Sendable {
  enum Form: Hashable {
    case aligned(Alignment)
    case below(RegionKey)
    case belowTitle
    case pointer
    case at(FrameMap.Place)
  }

  let form: Form
  /// Whether the layer has no border, so that its titles are aligned with the text of a control.
  var isBare = false

  /// A position by an ``Alignment``, such as the bottom right corner.
  ///
  /// At the bottom, the layer lies above the ``Help`` row of the layers below it, if there is room. On
  /// a screen of 16 rows or more, a small layer also keeps one row free above the ``Help`` row, and at
  /// the right edge, two columns free on its right.
  public static func aligned(_ alignment: Alignment) -> LayerPlace {
    LayerPlace(form: .aligned(alignment))
  }

  /// The middle below the title of the screen, for the palette.
  static let palette = LayerPlace(form: .belowTitle)

  /// The centre.
  public static let center = aligned(.center)
  /// The middle of the top edge.
  public static let top = aligned(.top)
  /// The middle of the bottom edge, above the ``Help`` row if there is room.
  public static let bottom = aligned(.bottom)
  /// The top right corner.
  public static let topTrailing = aligned(.topTrailing)
  /// The bottom right corner, above the ``Help`` row if there is room.
  public static let bottomTrailing = aligned(.bottomTrailing)

  /// Below a region of the layers below it, as for a menu.
  ///
  /// The layer lies above the region if there is more room, and in the centre if the region is not
  /// shown or leaves no row. The titles of ``Choices`` in the layer are aligned with the text of a
  /// ``TextInput`` or a ``Select``. If the menu has a border, the border is aligned with the edge of
  /// the control instead. The layer is at least as wide as a region of one row, or as a
  /// control of one row in a frame.
  public static func below(_ id: some Hashable & Sendable) -> LayerPlace {
    LayerPlace(form: .below(RegionKey(id)))
  }

  /// Where the user is: below the last press of the mouse or, after a key, below the focused region.
  ///
  /// ```swift
  /// Key("m", .click(Area.files, .right), help: "menu", .openMenu)
  /// Layer(\.menu, at: .pointer) { menu, _ in
  ///   Choices(menu, axis: .vertical) { $0.name }.id(Area.menu)
  /// }
  /// ```
  public static let pointer = LayerPlace(form: .pointer)

  /// Returns the position of a layer that has appeared after a press of the mouse, or of a key while
  /// a region had the focus.
  func resolved(_ pointer: FrameMap.Place?, focus: RegionKey?) -> LayerPlace {
    guard form == .pointer else { return self }
    if let pointer { return LayerPlace(form: .at(pointer)) }
    return focus.map { LayerPlace(form: .below($0)) } ?? .center
  }

  /// The largest number of rows of a border and its padding below a row of help.
  private static let rowsBelowHelp = 2

  /// Whether the layer lies below a region or the pointer.
  var isBelow: Bool {
    switch form {
    case .below, .pointer, .at: true
    case .aligned, .belowTitle: false
    }
  }

  /// Returns the rows that a layer needs from the top of the screen, if there are as many.
  func rowsNeeded(for wanted: Size, on frame: FrameMap) -> Int {
    guard let region = anchor(on: frame)?.visible else { return wanted.rows }
    return wanted.rows <= region.row ? region.endRow : region.endRow + wanted.rows
  }

  /// Returns the rectangle of a view with the given size.
  func rectangle(of wanted: Size, on canvas: Canvas) -> Rectangle {
    let (screen, frame) = (canvas.size, canvas.frame)
    switch form {
    case .belowTitle:
      let place = Alignment.top.place(wanted, in: screen)
      return place.moved(columns: 0, rows: min(2, max(0, screen.rows - place.size.rows) / 2))
    case .aligned(let alignment):
      var place = alignment.place(wanted, in: screen)
      let margin = LayerPlace.margin(of: place.size, in: screen)
      if alignment.horizontal == .trailing {
        place = place.moved(columns: -margin.columns, rows: 0)
      }
      guard alignment.vertical == .bottom, let help = canvas.helpRow, help.row < place.endRow,
        place.size.rows <= help.row
      else { return place }
      // The whole row counts: beside the keys, the layer would move whenever they change. Below the
      // row there may be a border, which the layer must not cover, or free rows.
      let isOnBorder =
        screen.rows - help.endRow <= LayerPlace.rowsBelowHelp && !canvas.isBlank(in: place)
      guard place.row <= help.row || isOnBorder else { return place }
      return place.moved(columns: 0, rows: help.row - place.endRow - margin.rows)
    case .below, .at, .pointer:
      guard var region = area(on: frame, screen) else {
        return Alignment.center.place(wanted, in: screen)
      }
      let (above, below) = (region.row, max(0, screen.rows - region.endRow))
      guard max(above, below) > 0 else { return Alignment.center.place(wanted, in: screen) }
      let isBelow = wanted.rows <= below || below >= above
      let rows = min(wanted.rows, isBelow ? below : above)
      var columns = wanted.columns
      let isFramed = anchor(on: frame)?.isFramed ?? false
      if isFramed, isBare, region.size.columns > 2 {
        region = Rectangle(
          column: region.column + 1, row: region.row, columns: region.size.columns - 2,
          rows: region.size.rows)
      }
      if case .below = form, region.size.rows == (isFramed ? 3 : 1) {
        columns = max(columns, region.size.columns)
      }
      columns = min(columns, screen.columns)
      return Rectangle(
        column: min(region.column, screen.columns - columns),
        row: isBelow ? region.endRow : region.row - rows, columns: columns, rows: rows)
    }
  }

  /// Returns how far a layer in a corner stays from the right edge, and from the row of help: where the
  /// screen is large.
  private static func margin(of size: Size, in screen: Size) -> Size {
    guard screen.rows >= 16, size.columns + 4 <= screen.columns, size.rows < screen.rows / 2 else {
      return .zero
    }
    return Size(columns: 2, rows: 1)
  }

  /// Returns the region that the layer lies below.
  func anchor(on frame: FrameMap) -> FrameMap.Region? {
    guard case .below(let key) = form else { return nil }
    return frame.regions.last { $0.key == key }
  }

  /// Returns the cells that the layer lies below.
  private func area(on frame: FrameMap, _ screen: Size) -> Rectangle? {
    switch form {
    case .below: anchor(on: frame)?.visible
    case .at(let place):
      // The screen may have become smaller than it was when the mouse was there.
      Rectangle(
        column: min(place.column, max(0, screen.columns - 1)),
        row: min(place.row, max(0, screen.rows - 1)), columns: 1, rows: 1)
    case .aligned, .belowTitle, .pointer: nil
    }
  }
}
