/// An input of a program, from the user or from the terminal.
///
/// Each input is one entry of the loop's mailbox, and its meaning is decided when its turn comes.
public enum UserInput: Hashable, Sendable {
  /// A key, one character that was typed, a whole paste, or the focus of the window.
  ///
  /// `focus` is the place of the focus in the frame that was shown, if a region had it.
  case event(InputEvent, focus: HitMap.Hit? = nil)
  /// The mouse, which counts from the corner of the screen.
  ///
  /// `over` is the place in the region under the mouse in the frame that was shown.
  case mouse(MouseEvent, over: HitMap.Hit?)
  /// The screen has a new size; on a screen the first input of all says which it has.
  case resized(Size)
  /// The program is back from the background, after this time.
  case resumed(away: Duration)
  /// A signal asks the program to end.
  ///
  /// The program cannot refuse it: an answer has two seconds.
  case terminating(signal: Int32)
  /// Lines that the program printed while its view has the terminal.
  case printed([String])

  /// The key presses of the input.
  public var presses: [KeyPress] {
    if case .event(let event, _) = self { event.presses } else { [] }
  }

  /// The input as models reduce it, see ``TextInput/Model``.
  ///
  /// It is nil for inputs that models do not know, and for the mouse: models need its place from a
  /// view's own corner, which ``event(in:)`` gives.
  public var event: InputEvent? {
    switch self {
    case .event(let event, _): event
    case .resized(let size): .resize(columns: size.columns, rows: size.rows)
    case .mouse, .resumed, .terminating, .printed: nil
    }
  }

  /// The input as the model of a named view reduces it, see ``View/id(_:)``.
  ///
  /// ```swift
  /// Inputs { $0.event(in: "files").map { .files($0) } }
  /// ```
  ///
  /// - Parameter id: The name of the view.
  /// - Returns: ``event``, or the mouse from the view's own corner; nil if the mouse was over another
  ///   view in the frame that was shown. Named views inside the view count as the view.
  public func event(in id: some Hashable & Sendable) -> InputEvent? {
    guard case .mouse(var mouse, let hit) = self else { return event }
    guard let hit = hit?.within(RegionID(id)) else { return nil }
    (mouse.column, mouse.row) = (hit.column, hit.row)
    return .mouse(mouse)
  }

  /// The size of a named view, in the frame that was shown.
  ///
  /// A mouse event knows the size of the view under the mouse. Keys and text know the size of the
  /// view that has the focus; if the environment names no focus, that of the list that was drawn last.
  ///
  /// - Parameter id: The name of the view.
  /// - Returns: The size; nil if it is not known.
  public func size(of id: some Hashable & Sendable) -> Size? {
    switch self {
    case .event(_, let hit), .mouse(_, let hit): hit?.within(RegionID(id))?.size
    case .resized, .resumed, .terminating, .printed: nil
    }
  }

  func isPress(of chord: KeyChord) -> Bool { presses.contains { chord.matches($0) } }
}
