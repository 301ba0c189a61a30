/// An action of the mouse, with its position on the screen.
public struct MouseEvent: Hashable, Sendable {
  /// An action of the mouse.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up; old protocols do not say which.
    case release(Button?)
    /// The mouse moved with a button held.
    case drag(Button)
    /// The mouse moved with no button held.
    case move
    /// The held button no longer counts: the region in which it was pressed has disappeared, or
    /// lies below a new modal layer.
    case cancelled(Button)
    /// The wheel turned by one notch.
    case scroll(Direction)
  }

  /// A button, numbered as in X11.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Button: Int, Hashable, Sendable {
    /// One of the three common buttons.
    case left = 1, middle, right
    /// An additional button; 8 and 9 are usually back and forward.
    case button8 = 8, button9, button10, button11
  }

  /// The direction in which the wheel turned.
  public enum Direction: Int, Hashable, Sendable {
    /// Up and left show earlier rows and columns, down and right show later ones.
    case up, down, left, right
  }

  /// What the mouse did, with the button or the direction.
  public var action: Action
  /// The column, counted from 0 at the left.
  public var column: Int
  /// The row, counted from 0 at the top.
  public var row: Int
  /// The modifiers held meanwhile: only shift, alt and ctrl are reported.
  public var modifiers: Modifiers

  /// Creates a mouse event.
  public init(_ action: Action, column: Int, row: Int, modifiers: Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }

  /// Whether the event cancels a held button.
  var isCancelled: Bool {
    if case .cancelled = action { true } else { false }
  }

  /// Whether the event only reports a position, so that a later one replaces it.
  var isMotion: Bool {
    switch action {
    case .drag, .move: true
    default: false
    }
  }
}
