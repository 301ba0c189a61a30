/// The inputs that the bindings of all layers can take in any state.
///
/// NB: this type is not generic over states and events. Code that is generic over them is not
/// specialised in this module and looks up metadata at each step.
struct InputInterest: Sendable {
  /// The inputs of a binding.
  struct Key: Sendable {
    let chords: [Chord]
    let takesClicks: Bool
    /// Whether a chord is a sequence.
    let hasSequences: Bool
  }

  /// The inputs of a control.
  enum Control: Sendable {
    case region(RegionKey, takes: @Sendable (ControlInput) -> Bool)
    case focus
    case anywhere
  }

  /// The bindings and controls of a layer.
  struct Level: Sendable {
    let keys: [Key]
    let controls: [Control]
  }

  /// The layers, from the lowest to the topmost.
  let levels: [Level]
  /// Whether a binding has a sequence, so that every key, paste and click may end one.
  let hasSequences: Bool

  init(levels: [Level]) {
    self.levels = levels
    hasSequences = levels.contains { $0.keys.contains(where: \.hasSequences) }
  }

  /// Whether an input has an action in any state.
  ///
  /// Other inputs never enter the mailbox.
  func includes(_ input: UserInput) -> Bool {
    if input.signal != nil || input.isInterrupt || input.isPress(of: .suspend) { return true }
    if hasSequences, input.isDeliberate { return true }
    let presses = input.presses
    for (level, bindings) in levels.enumerated() {
      for control in bindings.controls where control.includes(input, at: level) { return true }
      for key in bindings.keys where key.includes(input, presses) { return true }
    }
    return false
  }
}

extension InputInterest.Key {
  fileprivate func includes(_ input: UserInput, _ presses: [KeyPress]) -> Bool {
    if input.mouse != nil { return takesClicks && !input.movesFocus }
    for press in presses {
      if matches(press) { return true }
      if takesClicks, KeyChord.enter.matches(press) || KeyChord.space.matches(press) { return true }
    }
    return false
  }

  /// Whether one of the chords matches a press.
  func matches(_ press: KeyPress) -> Bool {
    chords.contains { $0.key?.matches(press) ?? false }
  }

  /// Returns how far the presses of a sequence and the next one lead to one of the chords.
  func reached(by begun: [KeyPress], _ press: KeyPress) -> Chord.Reached {
    if begun.isEmpty, matches(press) { return .all }
    guard hasSequences else { return .nothing }
    let reached = chords.map { $0.reached(by: begun + [press]) }
    return reached.contains(.all) ? .all : reached.contains(.begun) ? .begun : .nothing
  }
}

extension InputInterest.Control {
  fileprivate func includes(_ input: UserInput, at level: Int) -> Bool {
    switch self {
    case .anywhere: return !input.movesFocus
    case .focus:
      return input.movesFocus || KeyChord.movingFocus.contains(where: input.isPress)
    case .region(let key, let takes):
      guard let event = input.event, !input.movesFocus else { return false }
      if case .mouse = event { return true }
      return event.isKeyboard && takes(input.controlInput(event, for: key, at: level))
    }
  }
}

extension Keys {
  /// The inputs that these bindings can take.
  var interest: InputInterest.Level {
    InputInterest.Level(
      keys: keys.map { key in
        InputInterest.Key(
          chords: key.chords,
          takesClicks: key.clicked != nil || key.chords.contains { $0.keys.isEmpty },
          hasSequences: key.chords.contains { $0.keys.count > 1 })
      },
      controls: controls.map { control in
        switch control.form {
        case .region(let key, _, let takes, _): .region(key, takes: takes)
        case .focus: .focus
        case .anywhere: .anywhere
        }
      })
  }
}
