/// Something the mouse did on the screen.
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up; old protocols do not say which.
    case release(Button?)
    /// The mouse moved with a button held.
    case drag(Button)
    /// The mouse moved with no button held.
    case move
    /// The button that is held counts no more: what it was pressed on is gone, or lies below a layer
    /// that has come since and catches everything.
    case cancelled(Button)
    /// The wheel turned by one notch.
    case scroll(Direction)
  }

  /// A button, numbered as X11 does.
  public enum Button: Int, Hashable, Sendable {
    /// One of the three buttons every mouse has.
    case left = 1, middle, right
    /// One of the further buttons; 8 and 9 are mostly back and forward.
    case button8 = 8, button9, button10, button11
  }

  /// Where the wheel turned.
  public enum Direction: Int, Hashable, Sendable {
    /// One of the directions.
    case up, down, left, right
  }

  /// What the mouse did.
  public var action: Action
  /// The column it is in, from 0 at the left.
  public var column: Int
  /// The row it is in, from 0 at the top.
  public var row: Int
  /// The keys held meanwhile: shift, alt and ctrl at most.
  public var modifiers: Modifiers

  /// Creates a mouse event.
  public init(_ action: Action, column: Int, row: Int, modifiers: Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }

  /// Whether it tells that a button counts no more.
  var isCancelled: Bool {
    if case .cancelled = action { true } else { false }
  }

  /// Whether it only tells where the mouse is now, so that a later one makes it void.
  var isMotion: Bool {
    switch action {
    case .drag, .move: true
    default: false
    }
  }
}
