/// The state of the mouse that a host keeps between inputs: the region of the last press, and the
/// number of clicks.
///
/// While a button is held, the region in which it was pressed receives all mouse events, even
/// outside of it. The next press ends that, because the release may have been lost, and so does a move
/// without a button; the region is then told once. It is also told if a frame no longer shows it, or shows
/// it below a modal layer. If the button was pressed outside every region, no region receives the events.
/// After a press below a modal layer, the drag and the release are ignored, even if the press has
/// closed that layer.
struct MouseMemory {
  private struct Press {
    let mouse: MouseEvent
    let button: MouseEvent.Button
    let target: UserInput.Captured?
    let time: Duration
    let clicks: Int

    /// Whether the next press continues a multiple click.
    func isRepeated(by next: Press) -> Bool {
      button == next.button && target == next.target && mouse.column == next.mouse.column
        && mouse.row == next.mouse.row && next.time - time <= MouseMemory.doubleClickTime
    }
  }

  /// The longest time between the two presses of a double click.
  static let doubleClickTime = Duration.milliseconds(400)

  private var last: Press?
  private var captured: UserInput.Captured?
  private var held: MouseEvent?
  /// Whether the held button was pressed below a modal layer.
  private var isVoid = false
  /// Whether a button is held that was pressed here.
  private(set) var isPressed = false

  /// Creates the inputs for a mouse event on a frame.
  ///
  /// A left press on a focusable region gives two inputs, the first of which moves the focus.
  mutating func inputs(
    of mouse: MouseEvent, on frame: FrameMap, at time: Duration
  ) -> [UserInput] {
    let kind = UserInput.Kind.event(.mouse(mouse))
    switch mouse.action {
    case .press(let button):
      let end = endOfHeld(on: frame).map { [$0] } ?? []
      let hit = frame.hit(column: mouse.column, row: mouse.row)
      let path = hit.regions
      captured = UserInput.Captured(
        key: path.first.map { frame.regions[$0].key },
        layer: path.first.map { frame.regions[$0].layer } ?? hit.layer)
      isVoid = hit.layer < frame.lowestLayer
      let clicks = note(button, mouse, time)
      held = mouse
      isPressed = true
      let press = UserInput(kind, on: frame, clicks: clicks, captured: nil)
      let moves = button == .left && path.contains { frame.regions[$0].isFocusable }
      return end
        + (moves ? [UserInput(kind, on: frame, clicks: 1, movesFocus: true, captured: nil)] : [])
        + [press]
    case .drag(let button) where isPressed && last?.button != button: return []
    case .drag:
      held?.column = mouse.column
      held?.row = mouse.row
      return grabbed(kind, mouse, on: frame)
    case .release:
      defer { (captured, held, isVoid, isPressed) = (nil, nil, false, false) }
      return grabbed(kind, mouse, on: frame)
    case .move:
      // No button is held, so the release of the last one was lost.
      let end = endOfHeld(on: frame).map { [$0] } ?? []
      (captured, held, isVoid, isPressed) = (nil, nil, false, false)
      return end + [UserInput(kind, on: frame, clicks: 0, captured: nil)]
    case .scroll, .cancelled:
      return [UserInput(kind, on: frame, clicks: 0, captured: nil)]
    }
  }

  /// Creates the input that cancels the held button; `nil` if no region has it.
  private func endOfHeld(on frame: FrameMap) -> UserInput? {
    guard var mouse = held, let captured, captured.key != nil, let last, !isVoid else { return nil }
    mouse.action = .cancelled(last.button)
    return UserInput(.event(.mouse(mouse)), on: frame, clicks: 0, captured: captured)
  }

  /// Creates the inputs for the region that has the mouse; none below a modal layer.
  private func grabbed(
    _ kind: UserInput.Kind, _ mouse: MouseEvent, on frame: FrameMap
  ) -> [UserInput] {
    isVoid ? [] : [UserInput(kind, on: frame, clicks: 0, captured: grab(mouse, on: frame))]
  }

  /// Creates the input that cancels the held button if a new frame does not show its region, or shows it
  /// disabled or covered; returns `nil` otherwise.
  ///
  /// The input belongs to the frame that showed the region.
  mutating func loss(from old: FrameMap, to new: FrameMap) -> UserInput? {
    guard let end = endOfHeld(on: old), let captured, let key = captured.key else { return nil }
    let isThere =
      new.index(of: key, in: captured.layer) != nil
      && new.isEnabled(key, in: captured.layer) != false
      && new.life(of: captured.layer) == old.life(of: captured.layer)
      && captured.layer >= new.lowestLayer
    if isThere { return nil }
    self.captured = nil
    held = nil
    return end
  }

  /// The place that has the mouse; without a press that was seen, no region of the layer there.
  private func grab(_ mouse: MouseEvent, on frame: FrameMap) -> UserInput.Captured {
    captured
      ?? UserInput.Captured(key: nil, layer: frame.hit(column: mouse.column, row: mouse.row).layer)
  }

  /// Notes a press; returns the number of clicks in the same place within a short time.
  private mutating func note(
    _ button: MouseEvent.Button, _ mouse: MouseEvent, _ time: Duration
  ) -> Int {
    func press(_ clicks: Int) -> Press {
      Press(mouse: mouse, button: button, target: captured, time: time, clicks: clicks)
    }
    let first = press(1)
    let newest = last.map { $0.isRepeated(by: first) ? press($0.clicks + 1) : first } ?? first
    last = newest
    return newest.clicks
  }
}
