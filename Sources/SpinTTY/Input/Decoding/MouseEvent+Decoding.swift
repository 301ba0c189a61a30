extension MouseEvent {
  /// Decodes a mouse report from its code and its one-based position.
  ///
  /// Some terminals report positions outside of the screen as zero or negative. A drag or a release there is one
  /// at the edge, because somebody waits for it.
  ///
  /// `isUp` says whether a button was released; it is `nil` for protocols that encode this in
  /// `code`.
  init?(code: Int, column: Int, row: Int, isUp: Bool?) {
    guard (0..<256).contains(code), let action = Self.action(code, isUp: isUp) else { return nil }
    switch action {
    case .drag, .release: break
    default: if column <= 0 || row <= 0 { return nil }
    }
    var modifiers: Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.ctrl) }
    self.init(action, column: max(1, column) - 1, row: max(1, row) - 1, modifiers: modifiers)
  }

  private static func action(_ code: Int, isUp: Bool?) -> Action? {
    let low = code & 3
    let isMotion = code & 32 != 0
    switch code & 0xC0 {
    case 0x40:
      guard !isMotion, isUp != true else { return nil }
      return Direction(rawValue: low).map(Action.scroll)
    case 0x00 where low == 3:
      if isMotion { return .move }
      return isUp == false ? nil : .release(nil)
    case 0x00: return Button(rawValue: low + 1).map { action($0, isMotion, isUp) }
    case 0x80: return Button(rawValue: low + 8).map { action($0, isMotion, isUp) }
    default: return nil
    }
  }

  private static func action(_ button: Button, _ isMotion: Bool, _ isUp: Bool?) -> Action {
    isUp == true ? .release(button) : isMotion ? .drag(button) : .press(button)
  }
}
