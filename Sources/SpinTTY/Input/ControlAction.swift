/// What the user did with a control: a small step that a value in the state reduces.
///
/// An action holds steps and ids, never places on the screen, so it means the same wherever the
/// control is shown. It is made of an input and the frame on which that was made:
///
/// ```swift
/// enum Volume: ControlAction {
///   case louder(Int)
///
///   init?(_ input: ControlInput) {
///     if input.isPress(of: .right) { self = .louder(1) }
///     else if input.isPress(of: .left) { self = .louder(-1) }
///     else { return nil }
///   }
/// }
/// ```
///
/// *Isolation*: the loop makes it, at the input's turn. Making it is pure.
public protocol ControlAction: Sendable {
  /// Makes the action of an input; nil leaves the input to others.
  init?(_ input: ControlInput)

  /// Whether characters and pastes are for the control even if a key binding has them.
  ///
  /// False by default, and true for what edits text.
  static var takesText: Bool { get }
}

extension ControlAction {
  /// False.
  public static var takesText: Bool { false }
}

/// An input for a control: what the user did, and the region in which they saw the control.
public struct ControlInput: Sendable {
  /// The key, text or mouse event; the mouse counts from the corner of the screen.
  public let event: InputEvent
  /// The frame that was on the screen.
  public let frame: FrameMap
  /// The control's region in that frame; nil if the frame did not show it.
  public let region: FrameMap.Region?
  /// How often a mouse button was pressed there in a short time; 0 for what is no press.
  public let clicks: Int
  /// The regions under the mouse inside of the control's, the innermost first.
  let inside: [FrameMap.Region]

  init(
    _ event: InputEvent, on frame: FrameMap, region: FrameMap.Region?, clicks: Int = 0,
    inside: [FrameMap.Region] = []
  ) {
    self.event = event
    self.frame = frame
    self.region = region
    self.clicks = clicks
    self.inside = inside
  }

  /// The key presses of the input.
  public var presses: [KeyPress] { event.presses }

  /// Whether the input is a press of a chord.
  public func isPress(of chord: KeyChord) -> Bool { presses.contains { chord.matches($0) } }

  /// What the mouse did, if the input is one of it.
  public var mouse: MouseEvent? {
    if case .mouse(let mouse) = event { mouse } else { nil }
  }

  /// The id of the innermost region under the mouse that lies in the control, if it is of a type.
  public func region<ID: Hashable & Sendable>(under type: ID.Type) -> ID? {
    inside.lazy.compactMap { $0.id(as: type) }.first
  }

  /// The id of the row under the mouse, in a view that shows rows.
  func row<ID: Hashable & Sendable>(_ type: ID.Type) -> ID? {
    region(under: RowID<ID>.self)?.id
  }
}

/// The id of a row's region.
package struct RowID<ID: Hashable & Sendable>: Hashable, Sendable {
  package let id: ID
}
