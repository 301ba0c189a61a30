/// An input from the user or the terminal, with the frame on which it was made.
///
/// Each input is one entry of the loop's mailbox. The state at the input's turn decides the meaning
/// of a key; the frame that the user saw decides the meaning of a click.
public struct UserInput: Hashable, Sendable {
  /// A kind of input.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// A key, a typed character, a whole paste, a mouse event, or a change of the window's focus.
    case event(InputEvent)
    /// The screen has a new size. The first input of a run on a screen is its initial size.
    case resized(Size)
    /// The program is in the foreground again, after this time.
    case resumed(away: Duration)
    /// A signal asks the program to end.
    ///
    /// If no ``Control/input(when:_:)`` takes it, the run ends at once, as with
    /// ``Key/quit(_:help:when:unless:)``, and running effects are cancelled. Otherwise, the program may
    /// react: the run ends when the spin has settled, when the condition of the run holds, or two
    /// seconds after the signal.
    case terminating(signal: Int32)
    /// The program has printed these lines since the previous input of this kind.
    ///
    /// If it has printed more than ``UIOptions/capturesOutput`` keeps, the first line says how many
    /// lines were dropped.
    case printed([String])
  }

  /// The kind of the input, with its contents.
  public let kind: Kind
  /// The frame that was on the screen.
  public let frame: FrameMap
  /// How often a mouse button was pressed there in a short time, such as 2 for a double click.
  ///
  /// It is 0 for other inputs.
  public let clicks: Int
  /// Whether the input only moves the focus: to the clicked region, or on from a disabled one.
  let movesFocus: Bool
  /// The place in which the mouse button that is held, or was just released, was pressed.
  let captured: Captured?

  /// The place that receives the mouse events while a button is held.
  struct Captured: Hashable, Sendable {
    /// The region; `nil` if the button was pressed outside every region, and none gets the events.
    let key: RegionKey?
    let layer: Int
  }

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - kind: The kind of input.
  ///   - frame: The frame on the screen; by default a frame without regions.
  ///   - clicks: How often a mouse button was pressed there; `nil` counts a press once.
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

  /// The input as the terminal sent it; `nil` if it was not sent as bytes.
  public var event: InputEvent? {
    if case .event(let event) = kind { event } else { nil }
  }

  /// The key presses of the input.
  public var presses: [KeyPress] { event?.presses ?? [] }

  /// The mouse event, whose position counts from the corner of the screen.
  public var mouse: MouseEvent? {
    if case .mouse(let mouse) = event { mouse } else { nil }
  }

  /// Returns the innermost region under the mouse whose id is of a type.
  ///
  /// ```swift
  /// Control.input { input in
  ///   if case .row(let id) = input.region(under: Area.self) { .hovered(id) } else { nil }
  /// }
  /// ```
  ///
  /// - Parameter type: The type of the ids.
  /// - Returns: The id, or `nil` if there is none or the input is not a mouse event.
  public func region<ID: Hashable & Sendable>(under type: ID.Type) -> ID? {
    mouse.flatMap { frame.id(as: type, column: $0.column, row: $0.row) }
  }

  func isPress(of chord: KeyChord) -> Bool { event?.isPress(of: chord) ?? false }

  /// Whether the input is ctrl-C.
  @usableFromInline var isInterrupt: Bool { isPress(of: .interrupt) }

  /// The signal, if the input is one that asks the program to end.
  var signal: Int32? {
    if case .terminating(let signal) = kind { signal } else { nil }
  }

  /// Whether the input is a key, a character, a paste or the press of a button, which ends what was
  /// begun before, such as a sequence of keys.
  var isDeliberate: Bool {
    switch event {
    case .key(let press): press.phase != .release
    case .text, .paste: true
    case .mouse(let mouse):
      if case .press = mouse.action { true } else { false }
    default: false
    }
  }

  /// Whether text controls take the input before key bindings: characters, pastes, and the keys that delete a
  /// character.
  var isText: Bool {
    switch event {
    case .text, .paste: true
    case .key(let press): press.typedText != nil || press.chord.deletesCharacter
    default: false
    }
  }
}

extension KeyChord {
  var deletesCharacter: Bool { modifiers.isEmpty && (code == .backspace || code == .delete) }
}
