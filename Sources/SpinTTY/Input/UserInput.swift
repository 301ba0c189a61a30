/// An input of a program, from the user or from the terminal, and the frame on which it was made.
///
/// Each input is one entry of the loop's mailbox. What a key means is decided by the state at its
/// turn; what a click means was decided by the frame that the user saw.
public struct UserInput: Hashable, Sendable {
  /// What came in.
  public enum Kind: Hashable, Sendable {
    /// A key, one character that was typed, a whole paste, the mouse, or the focus of the window.
    case event(InputEvent)
    /// The screen has a new size. On a screen, the first input of a run is its initial size.
    case resized(Size)
    /// The program is back from the background, after this time.
    case resumed(away: Duration)
    /// A signal asks the program to end.
    ///
    /// The run ends when the spin has settled, or after two seconds.
    case terminating(signal: Int32)
    /// Lines that the program has printed since the previous input of this kind.
    ///
    /// If it has printed more than ``UIOptions/capturesOutput`` keeps, the first line says how many
    /// lines were dropped.
    case printed([String])
  }

  /// What came in.
  public let kind: Kind
  /// The frame that was on the screen.
  public let frame: FrameMap
  /// How often a mouse button was pressed there in a short time: 2 for a double click.
  ///
  /// It is 0 for what is no press of a button.
  public let clicks: Int
  /// Whether it only moves the focus to what was clicked.
  let movesFocus: Bool
  /// The region in which the mouse button was pressed that is held, or was until now.
  let captured: Captured?

  /// A region that the mouse stays in while a button is held.
  struct Captured: Hashable, Sendable {
    let key: RegionKey
    let layer: Int
  }

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - kind: What came in.
  ///   - frame: The frame on the screen; by default one without regions.
  ///   - clicks: How often a mouse button was pressed there; nil counts a press once.
  public init(_ kind: Kind, on frame: FrameMap = FrameMap(), clicks: Int? = nil) {
    self.init(kind, on: frame, clicks: clicks, captured: nil)
  }

  init(
    _ kind: Kind, on frame: FrameMap, clicks: Int?, movesFocus: Bool = false, captured: Captured?
  ) {
    self.kind = kind
    self.frame = frame
    self.movesFocus = movesFocus
    self.captured = captured
    if case .event(.mouse(let mouse)) = kind, case .press = mouse.action {
      self.clicks = max(1, clicks ?? 1)
    } else {
      self.clicks = 0
    }
  }

  /// The input as the terminal sent it; nil for what did not come as bytes.
  public var event: InputEvent? {
    if case .event(let event) = kind { event } else { nil }
  }

  /// The key presses of the input.
  public var presses: [KeyPress] { event?.presses ?? [] }

  /// The mouse, which counts from the corner of the screen.
  public var mouse: MouseEvent? {
    if case .mouse(let mouse) = event { mouse } else { nil }
  }

  /// The innermost region under the mouse whose id is of a type.
  ///
  /// ```swift
  /// Control.input { input in
  ///   if case .row(let id) = input.region(under: Area.self) { .hovered(id) } else { nil }
  /// }
  /// ```
  ///
  /// - Parameter type: The type of the ids.
  /// - Returns: The id; nil if there is none, and for other inputs.
  public func region<ID: Hashable & Sendable>(under type: ID.Type) -> ID? {
    mouse.flatMap { frame.id(as: type, column: $0.column, row: $0.row) }
  }

  func isPress(of chord: KeyChord) -> Bool {
    switch event {
    case .key(let press): chord.matches(press)
    // NB: typed text has no modifiers but shift.
    case .text: chord.modifiers.isSubset(of: .shift) && presses.contains { chord.matches($0) }
    default: false
    }
  }

  /// Whether text controls take it before all keys: characters, and pastes.
  var isText: Bool {
    switch event {
    case .text, .paste: true
    case .key(let press): press.typedText != nil
    default: false
    }
  }
}
