/// A view on top of the program's own, with its own keys, controls and focus: a dialog, a menu, a
/// message.
///
/// ```swift
/// UISpin(shop) { shop, _ in Shelf(shop) } keys: { … } layers: {
///   Layer(\.question) { question, _ in
///     Dialog("really?") { Text(question.text) }
///   } keys: {
///     Key("y", help: "yes", .answer(true))
///     Key("n", .escape, help: "no", .answer(false))
///   }
///   Layer(\.toast, at: .bottom, catches: .itsOwn) { text, _ in Toast(text) }
/// }
/// ```
///
/// A layer is live as long as its part of the state is there. Layers are declared in order, and
/// the last one that is live is on top. A layer hides what lies below it, and catches clicks there,
/// unless its view has ``View/clickThrough()``.
///
/// *Ordering*: what a key means is decided by the state at its turn, for each live layer from the top:
///
/// 1. Characters and pastes go to the text control that has the focus.
/// 2. The keys of the layer come next; of two live ones the later wins.
/// 3. Enter and space are a click on the region that has the focus.
/// 4. The control that has the focus comes next, and in a layer without focus each control, in order.
///    Enter that none of them takes is a click on the default ``Button``.
/// 5. A layer that catches everything ends the search. ctrl-C and ctrl-Z go on down, and end and
///    suspend the program if nothing is bound to them.
///
/// What a click means was decided by the frame that was seen: it goes to the layer that was on top
/// there, and means nothing if that layer is gone, or is covered by one that catches everything.
///
/// *Isolation*: the loop and the thread that draws call the closures. They are pure.
public struct Layer<State: Sendable, Event: Sendable>: Sendable {
  let rules: LayerRules<State, Event>

  /// Which input a layer keeps from those below it.
  public enum Catch: Hashable, Sendable {
    /// All keys and clicks, but for ctrl-C and ctrl-Z.
    case everything
    /// What it has a meaning for, and clicks on it.
    case itsOwn
  }

  /// Makes a layer that is live as long as a part of the state is there.
  ///
  /// - Parameters:
  ///   - part: The part; nil if there is no layer. A key path will do.
  ///   - place: Where the layer lies.
  ///   - catches: Which input it keeps from the layers below it.
  ///   - focus: Which region of it has the focus; nil for a layer without focus.
  ///   - content: Makes its view of the part.
  ///   - keys: Its bindings, whose conditions and events depend on the part.
  public init<Part: Sendable>(
    _ part: @escaping @Sendable (State) -> Part?, at place: LayerPlace = .center,
    catches: Catch = .everything, focus: (@Sendable (Part) -> any FocusValue)? = nil,
    @ViewBuilder content: @escaping @Sendable (Part, Screen) -> ViewList,
    @KeyBuilder<Part, Event> keys: () -> Keys<Part, Event> = { Keys {} }
  ) {
    self.init(
      part, { _ in RegionKey(true) }, place, catches, focus, content, keys())
  }

  /// Makes a layer that is live as long as a part of the state is there; a part of another id is
  /// another layer.
  ///
  /// A click on the dialog of one part never answers the dialog of another one that has come meanwhile.
  ///
  /// - Parameters:
  ///   - part: The part; nil if there is no layer. A key path will do.
  ///   - place: Where the layer lies.
  ///   - catches: Which input it keeps from the layers below it.
  ///   - focus: Which region of it has the focus; nil for a layer without focus.
  ///   - content: Makes its view of the part.
  ///   - keys: Its bindings, whose conditions and events depend on the part.
  public init<Part: Identifiable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part?, at place: LayerPlace = .center,
    catches: Catch = .everything, focus: (@Sendable (Part) -> any FocusValue)? = nil,
    @ViewBuilder content: @escaping @Sendable (Part, Screen) -> ViewList,
    @KeyBuilder<Part, Event> keys: () -> Keys<Part, Event> = { Keys {} }
  ) where Part.ID: Sendable {
    self.init(part, { RegionKey($0.id) }, place, catches, focus, content, keys())
  }

  /// Makes a layer that is live while a condition holds.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state. A key path will do.
  ///   - place: Where the layer lies.
  ///   - catches: Which input it keeps from the layers below it.
  ///   - focus: Which region of it has the focus; nil for a layer without focus.
  ///   - content: Makes its view of the state.
  ///   - keys: Its bindings.
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
      catches: catches, keys: keys.lifted(from: part), place: place,
      content: { state, _, screen in part(state).map { content($0, screen) } })
  }
}

/// Where a layer lies on the screen.
public struct LayerPlace: Hashable, Sendable {
  enum Form: Hashable {
    case aligned(Alignment)
    case below(RegionKey)
  }

  let form: Form

  /// As ``Alignment`` says, for instance in the bottom right corner.
  ///
  /// At the bottom it stands above the row of ``Help`` of the layers below it, if there is room.
  public static func aligned(_ alignment: Alignment) -> LayerPlace {
    LayerPlace(form: .aligned(alignment))
  }

  /// In the middle.
  public static let center = aligned(.center)
  /// At the top edge, in the middle.
  public static let top = aligned(.top)
  /// At the bottom edge, in the middle; above the row of ``Help``, if there is room.
  public static let bottom = aligned(.bottom)
  /// In the top right corner.
  public static let topTrailing = aligned(.topTrailing)
  /// In the bottom right corner; above the row of ``Help``, if there is room.
  public static let bottomTrailing = aligned(.bottomTrailing)

  /// Below a region of the layers below it, as a menu; above it if there is more room, and in the
  /// middle if the region is not shown.
  ///
  /// The titles of ``Choices`` begin below the text of a ``TextInput``, or of a ``Select`` in a
  /// ``Field``; if the menu has a border, that begins there.
  public static func below(_ id: some Hashable & Sendable) -> LayerPlace {
    LayerPlace(form: .below(RegionKey(id)))
  }

  /// Whether it lies below a text that begins in its first column, as a menu's titles do then.
  func beginsAtEdge(on frame: FrameMap) -> Bool {
    guard case .below(let key) = form else { return false }
    return frame.regions.last { $0.key == key }?.beginsAtEdge ?? false
  }

  /// Where a view of some size lies.
  func rectangle(of wanted: Size, on canvas: Canvas) -> Rectangle {
    let (screen, frame) = (canvas.size, canvas.frame)
    switch form {
    case .aligned(let alignment):
      let place = alignment.place(wanted, in: screen)
      guard alignment.vertical == .bottom, let help = canvas.helpRow,
        !place.intersection(help).size.isEmpty, place.size.rows <= help.row
      else { return place }
      return place.moved(columns: 0, rows: help.row - place.endRow)
    case .below(let key):
      guard let region = frame.regions.last(where: { $0.key == key })?.visible else {
        return Alignment.center.place(wanted, in: screen)
      }
      let (above, below) = (region.row, max(0, screen.rows - region.endRow))
      let isBelow = wanted.rows <= below || below >= above
      let rows = min(wanted.rows, isBelow ? below : above)
      let columns = min(wanted.columns, screen.columns)
      return Rectangle(
        column: min(region.column, screen.columns - columns),
        row: isBelow ? region.endRow : region.row - rows, columns: columns, rows: rows)
    }
  }
}

/// Builds the layers of a program, from the lowest to the topmost.
@resultBuilder
public enum LayerBuilder<State: Sendable, Event: Sendable> {
  /// Takes a layer.
  public static func buildExpression(_ layer: Layer<State, Event>) -> [Layer<State, Event>] {
    [layer]
  }

  /// Takes layers that are already a list.
  public static func buildExpression(_ layers: [Layer<State, Event>]) -> [Layer<State, Event>] {
    layers
  }

  /// Joins lists.
  public static func buildBlock(_ lists: [Layer<State, Event>]...) -> [Layer<State, Event>] {
    lists.flatMap(\.self)
  }

  /// Takes nothing for a condition that does not hold.
  public static func buildOptional(_ list: [Layer<State, Event>]?) -> [Layer<State, Event>] {
    list ?? []
  }

  /// Takes the first branch.
  public static func buildEither(first list: [Layer<State, Event>]) -> [Layer<State, Event>] {
    list
  }

  /// Takes the second branch.
  public static func buildEither(second list: [Layer<State, Event>]) -> [Layer<State, Event>] {
    list
  }

  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [[Layer<State, Event>]]) -> [Layer<State, Event>] {
    lists.flatMap(\.self)
  }
}
