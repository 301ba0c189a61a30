/// A step that the user takes in a control, which a value in the state reduces.
///
/// An action holds steps and ids but no screen coordinates, so its meaning does not depend on where
/// the control is shown. It is created from an input and the frame on which the input was made:
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
/// *Isolation*: the loop creates it at the input's turn. The initialiser must be pure.
public protocol ControlAction: Sendable {
  /// Creates the action for an input; returns `nil` to leave the input to other handlers.
  init?(_ input: ControlInput)

  /// Whether the control takes characters, pastes, backspace and delete before key bindings do.
  ///
  /// The default is `false`. Return `true` in a control that edits text.
  static var takesText: Bool { get }
}

extension ControlAction {
  /// The default, `false`.
  public static var takesText: Bool { false }
}

/// An input for a control, with the region in which the user saw the control.
public struct ControlInput: Sendable {
  /// The key, text or mouse event; mouse positions count from the corner of the screen.
  public let event: InputEvent
  /// The frame that was on the screen.
  public let frame: FrameMap
  /// The control's region in that frame; `nil` if the frame did not show it.
  public let region: FrameMap.Region?
  /// How often a mouse button was pressed there in a short time; 0 for other inputs.
  public let clicks: Int
  /// Whether the input is enter, and clicks the default button of the layer if the control leaves
  /// it to others.
  public let hasDefaultButton: Bool
  /// The regions under the mouse inside the control's region, the innermost first.
  let inside: [FrameMap.Region]

  init(
    _ event: InputEvent, on frame: FrameMap, region: FrameMap.Region?, clicks: Int = 0,
    hasDefaultButton: Bool = false, inside: [FrameMap.Region] = []
  ) {
    self.event = event
    self.frame = frame
    self.region = region
    self.clicks = clicks
    self.hasDefaultButton = hasDefaultButton
    self.inside = inside
  }

  /// The key presses of the input.
  public var presses: [KeyPress] { event.presses }

  /// Whether the input is a press of a chord.
  public func isPress(of chord: KeyChord) -> Bool { event.isPress(of: chord) }

  /// Returns the action of the first chord in a list that the input is a press of.
  func action<Action>(of keys: [(chord: KeyChord, action: Action)]) -> Action? {
    keys.first { isPress(of: $0.chord) }?.action
  }

  /// The mouse event, if the input is one.
  public var mouse: MouseEvent? {
    if case .mouse(let mouse) = event { mouse } else { nil }
  }

  /// Returns the id of the innermost region under the mouse within the control, if it has this
  /// type.
  public func region<ID: Hashable & Sendable>(under type: ID.Type) -> ID? {
    inside.lazy.compactMap { $0.id(as: type) }.first
  }

  /// Returns the id of the row under the mouse, in a view that shows rows.
  func row<ID: Hashable & Sendable>(_ type: ID.Type) -> ID? {
    region(under: RowID<ID>.self)?.id
  }
}

/// The id of a row's region.
package struct RowID<ID: Hashable & Sendable>: Hashable, Sendable {
  package let id: ID
}

extension UserInput {
  /// The input for the control of a region.
  func controlInput(
    _ event: InputEvent, for key: RegionKey, at level: Int, hasButton: Bool = false
  ) -> ControlInput {
    let number = frame.index(of: key, in: level)
    return ControlInput(
      event, on: frame, region: number.map { frame.regions[$0] }, hasDefaultButton: hasButton)
  }
}
