/// Takes the input that no live ``Key`` takes: text to be edited, the mouse, a new size, a signal.
///
/// ```swift
/// Inputs(when: \.isEditing) { .edited($0) }
/// Inputs.mouse { mouse, hit in hit.map { .clicked($0.id) } }
/// ```
///
/// If several of them are live, the first that makes an event takes the input. ctrl-C and ctrl-Z
/// arrive only if they are bound to a key that is not live; otherwise they end and suspend the
/// program.
///
/// *Isolation*: the loop calls the closures when it is the input's turn. They are pure.
public struct Inputs<State: Sendable, Event: Sendable>: Sendable {
  let condition: (@Sendable (State) -> Bool)?
  let event: @Sendable (UserInput) -> Event?

  /// Takes any input.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil leaves the input to others.
  public init(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (UserInput) -> Event?
  ) {
    self.condition = condition
    self.event = event
  }

  /// Takes keys, characters and pastes, as text inputs and lists reduce them.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil leaves the input to others.
  /// - Returns: Inputs that leave everything else to others.
  public static func keyboard(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (InputEvent) -> Event?
  ) -> Inputs {
    Inputs(when: condition) { input in
      switch input {
      case .event(let input, _):
        switch input {
        case .key, .text, .paste: event(input)
        default: nil
        }
      default: nil
      }
    }
  }

  /// Takes the mouse, with the region that it was over in the frame that was shown.
  ///
  /// The mouse reports only what ``UIOptions/mouse`` asks for.
  ///
  /// - Parameters:
  ///   - condition: Whether it is live in a state; nil for always. A key path will do.
  ///   - event: Makes the event; nil leaves the input to others.
  /// - Returns: Inputs that leave everything else to others.
  public static func mouse(
    when condition: (@Sendable (State) -> Bool)? = nil,
    _ event: @escaping @Sendable (MouseEvent, HitMap.Hit?) -> Event?
  ) -> Inputs {
    Inputs(when: condition) { input in
      guard case .mouse(let mouse, let hit) = input else { return nil }
      return event(mouse, hit)
    }
  }
}
