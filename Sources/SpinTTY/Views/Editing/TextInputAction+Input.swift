extension TextInput.Action: ControlAction {
  /// `true`, because focused text takes all characters, even those that are keys elsewhere.
  public static var takesText: Bool { true }

  /// Creates an action from typed or pasted text, the mouse, or these keys, which act as in a shell.
  ///
  /// | keys | action |
  /// |---|---|
  /// | left, right; ctrl+b, ctrl+f | one character |
  /// | ctrl or alt with left, right; alt+b, alt+f | one word |
  /// | home, end, ctrl+e | to an end |
  /// | shift with a key that moves | extend the selection |
  /// | ctrl+a, alt+a | select all |
  /// | backspace, ctrl+h; delete, ctrl+d | remove the selection or a character |
  /// | alt+backspace, ctrl+backspace; alt+d, ctrl+delete | kill a word |
  /// | ctrl+w | kill back to a blank |
  /// | ctrl+u; ctrl+k | kill to the start; to the end |
  /// | ctrl+x; alt+w, ctrl+insert | cut; copy the selection |
  /// | ctrl+y, ctrl+v | yank the text last killed, cut or copied |
  /// | ctrl+_, alt+u; alt+e | undo; redo |
  ///
  /// A click places the cursor, dragging or a click with shift selects, a double click selects a word up to
  /// its end, which comes into sight, and a triple click the whole text. Dragging beyond an end of the
  /// field scrolls it.
  public init?(_ input: ControlInput) {
    if let mouse = input.mouse {
      guard let action = Self.action(of: mouse, input) else { return nil }
      self = action
      return
    }
    if case .key(let press) = input.event {
      guard press.phase != .release else { return nil }
      if let action = Self.action(of: press) {
        self = action
        return
      }
      guard press.chord.modifiers.isDisjoint(with: .command) else { return nil }
    }
    let text = input.event.insertion?.withoutControls(keepsLines: false) ?? ""
    if text.isEmpty { return nil }
    self = .insert(text)
  }

  private static func action(of mouse: MouseEvent, _ input: ControlInput) -> Self? {
    guard let stops = input.region?.stops else { return nil }
    let place = stops.offset(at: mouse.column)
    switch mouse.action {
    case .press(.left) where abs(mouse.row - stops.row) > stops.framed: return nil
    case .press(.left) where input.clicks == 2:
      return .selectWord(place, first: stops.offsets.first)
    case .press(.left) where input.clicks > 2: return .selectAll
    case .press(.left):
      return .place(
        place, extends: mouse.modifiers.contains(.shift), first: stops.offsets.first)
    // Dragging beyond the visible text selects up to its edge, and scrolls by a character.
    case .drag(.left) where mouse.column < stops.column:
      return .place(max(0, place - 1), extends: true, first: max(0, place - 1))
    case .drag(.left) where stops.isCut && mouse.column >= stops.column + stops.offsets.count:
      return .place(place, extends: true, first: stops.offsets.first { $0 > stops.offsets[0] })
    case .drag(.left): return .place(place, extends: true, first: stops.offsets.first)
    default: return nil
    }
  }

  /// Returns the action of a key.
  ///
  /// Shift with a key that moves extends the selection.
  static func action(of press: KeyPress) -> Self? {
    if let action = keys.first(where: { $0.chord.matches(press) })?.action { return action }
    guard let plain = press.withoutShift,
      case .move(let motion, _)? = keys.first(where: { $0.chord.matches(plain) })?.action
    else { return nil }
    return .move(motion, extends: true)
  }

  /// The keys of a text input, all of which a text area has too.
  private static let keys: [(chord: KeyChord, action: Self)] = {
    let written: [(keys: String, action: Self)] = [
      ("left ctrl+b", .move(.backward)), ("right ctrl+f", .move(.forward)),
      ("ctrl+left alt+left alt+b", .move(.wordBackward)),
      ("ctrl+right alt+right alt+f", .move(.wordForward)),
      ("home", .move(.start)), ("end ctrl+e", .move(.end)), ("ctrl+a alt+a", .selectAll),
      ("backspace ctrl+h shift+backspace", .remove(.backward)),
      ("delete ctrl+d", .remove(.forward)), ("ctrl+w", .kill(.blankBackward)),
      ("alt+backspace ctrl+backspace", .kill(.wordBackward)),
      ("alt+d ctrl+delete", .kill(.wordForward)), ("ctrl+u", .kill(.start)),
      ("ctrl+k", .kill(.end)), ("ctrl+x", .cut), ("alt+w ctrl+insert", .copy),
      ("ctrl+y ctrl+v", .yank), ("ctrl+_ ctrl+/ alt+u", .undo), ("alt+e", .redo),
    ]
    return written.flatMap { keys, action in
      (Chord(written: keys)?.keys ?? []).map { ($0, action) }
    }
  }()
}

extension KeyPress {
  /// The press without shift; `nil` if shift is not held, or only writes the capital letter.
  var withoutShift: KeyPress? {
    guard chord.modifiers.contains(.shift) else { return nil }
    var plain = self
    plain.chord = KeyChord(chord.code, chord.modifiers.subtracting(.shift))
    plain.baseChord = nil
    return plain
  }
}
