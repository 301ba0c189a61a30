extension TextInput.Action: ControlAction {
  /// `true`, because focused text takes all characters, even those that are keys elsewhere.
  public static var takesText: Bool { true }

  /// Creates an action from typed or pasted text, a click on a character, or these keys, which act
  /// as in a shell.
  ///
  /// | keys | action |
  /// |---|---|
  /// | left, right; ctrl+b, ctrl+f | one character |
  /// | ctrl or alt with left, right; alt+b, alt+f | one word |
  /// | home, end; ctrl+a, ctrl+e | to an end |
  /// | backspace, ctrl+h; delete, ctrl+d | remove a character |
  /// | alt+backspace, ctrl+backspace; alt+d, ctrl+delete | kill a word |
  /// | ctrl+w | kill back to a blank |
  /// | ctrl+u; ctrl+k | kill to the start; to the end |
  /// | ctrl+y | yank the text last killed |
  public init?(_ input: ControlInput) {
    if let mouse = input.mouse {
      guard mouse.action == .press(.left), let stops = input.region?.stops,
        mouse.row == stops.row
      else { return nil }
      self = .place(stops.offset(at: mouse.column), first: stops.offsets.first)
      return
    }
    if case .key(let press) = input.event {
      guard press.phase != .release else { return nil }
      if let action = Self.keys.first(where: { $0.chord.matches(press) })?.action {
        self = action
        return
      }
      guard press.chord.modifiers.isDisjoint(with: .command) else { return nil }
    }
    guard let text = input.event.insertion.map(TextInput.Model.singleLine), !text.isEmpty else {
      return nil
    }
    self = .insert(text)
  }

  /// The keys of a text input, most of which a text area shares.
  static let keys: [(chord: KeyChord, action: TextInput.Action)] = [
    (.left, .move(.backward)), (.ctrl("b"), .move(.backward)),
    (.right, .move(.forward)), (.ctrl("f"), .move(.forward)),
    (.ctrl(.left), .move(.wordBackward)), (.alt(.left), .move(.wordBackward)),
    (.alt("b"), .move(.wordBackward)), (.ctrl(.right), .move(.wordForward)),
    (.alt(.right), .move(.wordForward)), (.alt("f"), .move(.wordForward)),
    (.home, .move(.start)), (.ctrl("a"), .move(.start)),
    (.end, .move(.end)), (.ctrl("e"), .move(.end)),
    (.backspace, .remove(.backward)), (.ctrl("h"), .remove(.backward)),
    (.shift(.backspace), .remove(.backward)), (.delete, .remove(.forward)),
    (.ctrl("d"), .remove(.forward)), (.ctrl("w"), .kill(.blankBackward)),
    (.alt(.backspace), .kill(.wordBackward)), (.ctrl(.backspace), .kill(.wordBackward)),
    (.alt("d"), .kill(.wordForward)), (.ctrl(.delete), .kill(.wordForward)),
    (.ctrl("u"), .kill(.start)), (.ctrl("k"), .kill(.end)), (.ctrl("y"), .yank),
  ]
}
