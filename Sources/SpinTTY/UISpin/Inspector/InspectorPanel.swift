/// What the user has chosen in the inspector while it is open.
struct InspectorPanel: Equatable, Sendable {
  /// The chosen transition, unless the newest one is followed, and the scroll position of the list.
  private var selection = Selection<Int>()
  /// Whether the newest transition is the chosen one.
  private(set) var isFollowing = true
  /// Whether the state is shown where there is no room for the list as well.
  private(set) var showsState = false
  /// Whether the view of the chosen state is shown.
  private(set) var showsFrame = false
  /// Whether all lines of the state are shown.
  private(set) var showsAllLines = false
  /// The scroll position of the lines of the state.
  private(set) var scroll = Scroll()

  /// Returns the selection in the kept transitions: a forgotten one has been replaced by the oldest.
  func selection(in kept: Range<Int>) -> Selection<Int> {
    guard let last = kept.last else { return selection }
    if isFollowing { return Selection(last, index: last, offset: selection.offset) }
    let chosen = min(max(selection.id ?? last, kept.lowerBound), last)
    return chosen == selection.id
      ? selection : Selection(chosen, index: chosen, offset: selection.offset)
  }

  /// Returns the panel after an action; `nil` if it is closed.
  func reduced(_ action: InspectorAction, in kept: Range<Int>) -> InspectorPanel? {
    var panel = self
    switch action {
    case .nothing, .open: break
    case .close: return nil
    case .leave:
      if !showsFrame { return nil }
      panel.showsFrame = false
    case .select(.activate(nil)), .select(.mark): panel.showsFrame.toggle()
    case .select(let action): panel.select(action, in: kept)
    case .scroll(let action): panel.scroll.reduce(action)
    case .switchPane: panel.showsState.toggle()
    case .switchLines:
      panel.showsAllLines.toggle()
      panel.scroll = Scroll()
    }
    return panel
  }

  private mutating func select(_ action: Selection<Int>.Action, in kept: Range<Int>) {
    guard let last = kept.last else { return }
    let old = selection(in: kept)
    selection = old
    switch action {
    case .activate(let number?):
      selection.reduce(.select(number), count: kept.upperBound)
      showsFrame.toggle()
    // The inspector marks nothing.
    case .extend(let step, let page):
      selection.reduce(.move(step, of: page), count: kept.upperBound)
    case .markRow(let number, let page):
      selection.reduce(.select(number, of: page), count: kept.upperBound)
    default: selection.reduce(action, count: kept.upperBound)
    }
    if let chosen = selection.id, chosen < kept.lowerBound {
      selection = Selection(kept.lowerBound, index: kept.lowerBound, offset: kept.lowerBound)
    }
    switch action {
    case .scroll(_, let page), .jump(_, let page):
      // Who scrolls back wants to look there, and the end follows again.
      isFollowing = selection.id == last && selection.offset + page > last
    default: isFollowing = selection.id == last
    }
    if selection.id != old.id { scroll = Scroll() }
  }
}

/// An action of the user on the inspector.
enum InspectorAction: Equatable, Sendable {
  /// Takes an input, so that the program does not.
  case nothing
  case open
  /// Closes the inspector.
  case close
  /// Goes back from the view of a state, or closes the inspector.
  case leave
  /// Chooses a transition, or shows the view of its state.
  case select(Selection<Int>.Action)
  /// Scrolls the lines of the state.
  case scroll(Scroll.Action)
  /// Changes between the list and the state where there is no room for both.
  case switchPane
  /// Changes between the lines that have changed and all lines.
  case switchLines
}

/// The input that scrolls the lines of a state: the arrows that move the list do so with shift.
struct StateScroll: ControlAction {
  let action: Scroll.Action

  init?(_ input: ControlInput) {
    let keys: [(chord: KeyChord, step: Int)] = [
      (.shift(.up), -1), (.shift(.down), 1), ("k", -1), ("j", 1),
    ]
    if let step = keys.first(where: { input.isPress(of: $0.chord) })?.step {
      let region = input.region
      action = .scroll(step, limit: region.map { max(0, $0.content.rows - $0.page.rows) } ?? 0)
    } else if input.mouse != nil, let scrolled = Scroll.Action(input) {
      action = scrolled
    } else {
      return nil
    }
  }
}
