/// An input of a program, from the user or from the terminal.
///
/// Each input is one entry of the loop's mailbox, and its meaning is decided when its turn comes.
public enum UserInput: Hashable, Sendable {
  /// A key, one character that was typed, a whole paste, or the focus of the window; and where the
  /// focus was in the frame that was shown, if a region had it.
  case event(InputEvent, focus: HitMap.Hit? = nil)
  /// The mouse, which counts from the corner of the screen, and what it was over in the frame that
  /// was shown.
  case mouse(MouseEvent, over: HitMap.Hit?)
  /// The screen has a new size; on a screen the first input of all says which it has.
  case resized(Size)
  /// The program is back from the background, after so long.
  case resumed(away: Duration)
  /// A signal asks the program to end. It cannot be refused: what answers it has two seconds.
  case terminating(signal: Int32)
  /// Lines that the program printed while its view has the terminal.
  case printed([String])

  /// The key presses it stands for.
  public var presses: [KeyPress] {
    if case .event(let event, _) = self { event.presses } else { [] }
  }

  /// The input as models reduce it, see ``TextInput/Model``; nil for what models do not know, and
  /// for the mouse, whose place means something to a model only from a view's own corner: that is
  /// ``event(in:)``.
  public var event: InputEvent? {
    switch self {
    case .event(let event, _): event
    case .resized(let size): .resize(columns: size.columns, rows: size.rows)
    case .mouse, .resumed, .terminating, .printed: nil
    }
  }

  /// The input as the model of a view reduces it that has a name, see ``View/id(_:)``.
  ///
  /// ```swift
  /// Inputs { $0.event(in: "files").map { .files($0) } }
  /// ```
  ///
  /// - Parameter id: The name of the view.
  /// - Returns: As ``event``, and the mouse from the view's own corner; nil if it was over
  ///   something else in the frame that was shown. What lies in the view, and has a name of its
  ///   own, counts.
  public func event(in id: some Hashable & Sendable) -> InputEvent? {
    guard case .mouse(var mouse, let hit) = self else { return event }
    guard let hit = hit?.within(RegionID(id)) else { return nil }
    (mouse.column, mouse.row) = (hit.column, hit.row)
    return .mouse(mouse)
  }

  /// The size of a view that has a name, in the frame that was shown.
  ///
  /// It is known of what the mouse was over, and, for keys and text, of what had the focus; where
  /// nothing is said about the focus that is the list that was drawn last.
  public func size(of id: some Hashable & Sendable) -> Size? {
    switch self {
    case .event(_, let hit), .mouse(_, let hit): hit?.within(RegionID(id))?.size
    case .resized, .resumed, .terminating, .printed: nil
    }
  }

  func isPress(of chord: KeyChord) -> Bool { presses.contains { chord.matches($0) } }
}
