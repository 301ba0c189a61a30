/// The meaning of inputs.
extension LayerStack {
  /// Returns the action of an input in a state, and notes clashes of keys.
  func action(
    of input: UserInput, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event> {
    let action = directAction(of: input, in: state, extras)
    switch action {
    case .host(.select(.activate(let id))): return chosen(id, on: input.frame, in: state, extras)
    case .host(.togglePalette) where extras.layers.palette == nil:
      return .host(
        .togglePalette(without: disabledCommands(on: input.frame, in: state, extras)))
    case .host(.hint):
      return .host(.hint(extras.layers.hint == nil ? hint(of: input, state, extras) : nil))
    case .nothing: return hidesFromProgram(input, extras) ? .host(.inspect(.nothing)) : action
    default: return action
    }
  }

  /// Whether the program must not notice an input that means nothing: the inspector is open, or nothing but
  /// the inspector takes such inputs.
  private func hidesFromProgram(_ input: UserInput, _ extras: HostExtras) -> Bool {
    guard let inspection, !input.isInterrupt, !input.isPress(of: .suspend) else { return false }
    return extras.layers.inspector != nil || !inspection.isForProgram(input)
  }

  /// Returns the action of a key that neither the program nor a layer of the host takes.
  private func untaken(_ input: UserInput, _ extras: HostExtras) -> KeyAction<Event> {
    guard let inspection, extras.layers.inspector == nil, inspection.opens(for: input) else {
      return .nothing
    }
    return .host(.inspect(.open))
  }

  /// Returns the text of the focused region in the frame that the user saw.
  private func hint(
    of input: UserInput, _ state: State, _ extras: HostExtras
  ) -> HostLayers.Hint? {
    for level in live(extras) {
      let rules = rules(of: level)
      if let focus = rules.focus(state), let number = input.frame.index(of: focus, in: level),
        let text = input.frame.regions[number].hint
      {
        return HostLayers.Hint(text: text, region: focus)
      }
      if rules.isModal { return nil }
    }
    return nil
  }

  private func directAction(
    of input: UserInput, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event> {
    if input.movesFocus, input.mouse == nil { return passingAction(of: input, in: state, extras) }
    switch input.kind {
    case .event(.mouse(let mouse)): return clickAction(of: input, mouse, in: state, extras)
    case .event(let event):
      return event.isKeyboard
        ? keyAction(of: input, event, in: state, extras)
        : anyAction(of: input, in: state, extras) ?? .nothing
    case .terminating(let signal):
      return anyAction(of: input, in: state, extras) ?? .command(.end(signal: signal))
    case .resized, .resumed, .printed: return anyAction(of: input, in: state, extras) ?? .nothing
    }
  }

  /// Asks each live layer from the top, by the rules in ``Layer``.
  private func keyAction(
    of input: UserInput, _ event: InputEvent, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event> {
    if let sequence = extras.layers.sequence,
      let action = continuation(of: input, after: sequence.presses, in: state, extras)
    {
      return action
    }
    let isInterrupt = input.isInterrupt
    let isReserved = isInterrupt || input.isPress(of: .suspend)
    for level in live(extras) {
      let rules = rules(of: level)
      let hasControls = !interest.levels[level].controls.isEmpty
      lazy var controls = rules.controls(in: state)
      func controlAction(
        hasButton: Bool, _ isAsked: (Control<State, Event>) -> Bool
      ) -> KeyAction<Event>? {
        guard hasControls else { return nil }
        return action(
          of: controls, input, event, at: level, hasButton: hasButton, in: state, extras, isAsked)
      }
      if !isReserved, input.isText,
        let action = controlAction(hasButton: false, { $0.takesText })
      {
        return action
      }
      if let action = bindingAction(of: input, after: [], at: level, in: state, extras) {
        return action
      }
      guard !isReserved else { continue }
      if input.isText, !rules.isModal, rules.focus(state) == nil,
        let action = textAction(of: input, event, below: level, in: state, extras)
      {
        return action
      }
      // A key that was typed ahead must not answer a dialog that the user has not seen.
      if input.isClick, extras.isAlive(level, since: input.frame), let focus = rules.focus(state),
        shows(focus, at: level, on: input.frame, in: state, extras),
        !isDisabled(focus, at: level, on: input.frame, in: state, extras),
        let action = rules.keys.click(on: focus, .left, count: 1, in: state, clashes)
      {
        return action
      }
      let button = defaultAction(of: input, at: level, in: state, extras)
      let hasButton = button != nil
      let taken = controlAction(hasButton: hasButton) { !hasButton || !$0.takesTheRest }
      if let action = taken ?? button { return action }
      if rules.isModal { return untaken(input, extras) }
    }
    return isInterrupt
      ? .command(.interrupt) : isReserved ? .command(.suspend) : untaken(input, extras)
  }

  /// Returns the action of a key after the first keys of a sequence; `nil` if the input is no key, or
  /// one that keeps its meaning.
  private func continuation(
    of input: UserInput, after begun: [KeyPress], in state: State, _ extras: HostExtras
  ) -> KeyAction<Event>? {
    guard input.presses.contains(where: { $0.phase != .release }) else { return nil }
    for level in live(extras) {
      if let action = bindingAction(of: input, after: begun, at: level, in: state, extras) {
        return action
      }
      if rules(of: level).isModal { break }
    }
    return input.isInterrupt || input.isPress(of: .suspend) ? nil : .host(.sequence([]))
  }

  /// Returns the action of the focused text control below a layer, up to the next modal layer.
  private func textAction(
    of input: UserInput, _ event: InputEvent, below top: Int, in state: State,
    _ extras: HostExtras
  ) -> KeyAction<Event>? {
    for level in live(extras) where level < top {
      let rules = rules(of: level)
      if !interest.levels[level].controls.isEmpty,
        let action = action(
          of: rules.controls(in: state), input, event, at: level, hasButton: false, in: state,
          extras, { $0.takesText })
      {
        return action
      }
      if rules.isModal { return nil }
    }
    return nil
  }

  /// Returns the action of the first control that takes an input, among the controls for which
  /// `isAsked` returns true.
  private func action(
    of controls: [Control<State, Event>], _ input: UserInput, _ event: InputEvent, at level: Int,
    hasButton: Bool, in state: State, _ extras: HostExtras,
    _ isAsked: (Control<State, Event>) -> Bool
  ) -> KeyAction<Event>? {
    for control in controls where isAsked(control) {
      let action = control.action(of: input, event, at: level, hasButton: hasButton) { key in
        shows(key, at: level, on: input.frame, in: state, extras)
      } step: {
        focusStep(of: input, at: level, in: state, extras)
      }
      guard let action else { continue }
      // NB: without a frame, only text is refused, because a drawing for each key takes too long.
      if input.frame.mayDisable, let key = control.region,
        isDisabled(key, at: level, on: input.frame, in: state, extras)
      {
        continue
      }
      return action
    }
    return nil
  }

  /// Returns the action of the layer's last live binding for a key, or for a sequence that it
  /// continues.
  private func bindingAction(
    of input: UserInput, after begun: [KeyPress], at level: Int, in state: State,
    _ extras: HostExtras
  ) -> KeyAction<Event>? {
    let keys = interest.levels[level].keys
    let rules = rules(of: level)
    for press in input.presses {
      var binding = rules.lastBinding
      for key in keys.reversed() {
        guard let live = binding else { break }
        binding = live.previous
        let reached = key.reached(by: begun, press)
        guard reached != .nothing, live.condition?(state) ?? true,
          !isDisabled(live.clicked, at: level, on: input.frame, in: state, extras)
        else { continue }
        // NB: most keys share no chord, and then nothing is allocated and no type is looked up.
        if clashes != nil, !sharedChords.isEmpty {
          noteClashes(of: begun + [press], at: level, in: state)
        }
        return reached == .all ? live.action(state) : .host(.sequence(begun + [press]))
      }
    }
    return nil
  }

  /// Notes the clashes of the chords that presses reach, among those with several bindings.
  private func noteClashes(of presses: [KeyPress], at level: Int, in state: State) {
    let keys = rules(of: level).keys
    for (other, chord) in sharedChords where other == level && chord.reached(by: presses) == .all {
      keys.noteClash(chord, in: state, clashes)
    }
  }

  /// Asks the controls without a region in all live layers.
  private func anyAction(
    of input: UserInput, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event>? {
    for level in live(extras) {
      if let action = levels[level].anyAction(of: input, in: state) { return action }
    }
    return nil
  }

  /// Asks the layer that was on top under the mouse in the frame.
  private func clickAction(
    of input: UserInput, _ mouse: MouseEvent, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event> {
    let (level, path) = input.target(of: mouse)
    let frame = input.frame
    // The layer may be gone, or replaced by another one.
    guard level < levels.count, extras.isAlive(level, since: frame) else { return .nothing }
    for above in live(extras) where above > level && !mouse.isCancelled {
      guard levels[above].isModal else { continue }
      // The program goes on with a drag that began before the inspector was opened.
      if input.captured != nil, above == inspectorLevel(extras) { continue }
      guard case .press = mouse.action, !input.movesFocus else { return .nothing }
      return levels[above].keys.live(.clickOutside, in: state, clashes)?.action(state) ?? .nothing
    }
    let rules = levels[level]
    if input.movesFocus { return rules.focusAction(along: path, of: frame, in: state) }
    // The region of a drag may be disabled since, and is told if that is cancelled.
    let enabled = path.filter { number in
      mouse.isCancelled
        || !isDisabled(frame.regions[number].key, at: level, on: frame, in: state, extras)
    }
    for (depth, number) in enabled.enumerated() {
      let key = frame.regions[number].key
      if case .press(let button) = mouse.action {
        for count in input.clicks > 1 ? [input.clicks, 1] : [1] {
          let action = rules.keys.click(on: key, button, count: count, in: state, clashes)
          if let action { return action }
        }
      }
      let inside = enabled[..<depth].map { frame.regions[$0] }
      for control in rules.keys.controls where control.isLive(in: state) {
        guard case .region(key, _, _, let action) = control.form else { continue }
        let input = ControlInput(
          .mouse(mouse), on: frame, region: frame.regions[number], clicks: input.clicks,
          inside: inside)
        if let action = action(input) { return action }
      }
    }
    return rules.anyAction(of: input, in: state) ?? .nothing
  }
}

extension LayerStack {
  /// Moves the focus on from a region that a frame has shown as disabled, if it is still there.
  private func passingAction(
    of input: UserInput, in state: State, _ extras: HostExtras
  ) -> KeyAction<Event> {
    for level in live(extras) {
      let rules = rules(of: level)
      if let focus = rules.focus(state),
        isDisabled(focus, at: level, on: input.frame, in: state, extras)
      {
        let order = focusOrder(at: level, on: input.frame, in: state, extras)
        return order == [focus] ? .nothing : rules.focusAction(.next(order), in: state)
      }
      if rules.isModal { break }
    }
    return .nothing
  }
}

extension LayerRules {
  /// Returns the live controls that may take keys, the focused one first.
  ///
  /// If the layer has a focus, the other controls with a region are excluded.
  fileprivate func controls(in state: State) -> [Control<State, Event>] {
    let live = keys.controls.filter { $0.isLive(in: state) }
    guard let focus = focus(state) else { return live }
    return live.filter { $0.region == focus } + live.filter { $0.region == nil }
  }

  fileprivate func anyAction(of input: UserInput, in state: State) -> KeyAction<Event>? {
    for control in keys.controls where control.isLive(in: state) {
      guard case .anywhere(let action) = control.form else { continue }
      if let action = action(input) { return action }
    }
    return nil
  }

  /// Moves the focus to the innermost focusable region, unless it already has the focus.
  fileprivate func focusAction(
    along path: [Int], of frame: FrameMap, in state: State
  ) -> KeyAction<Event> {
    guard let number = path.first(where: { frame.regions[$0].isFocusable }),
      frame.regions[number].key != focus(state)
    else { return .nothing }
    return focusAction(.move(frame.regions[number].key), in: state)
  }

  /// Returns the action of the first live control that moves the focus.
  fileprivate func focusAction(_ step: FocusStep, in state: State) -> KeyAction<Event> {
    for control in keys.controls where control.isLive(in: state) {
      guard case .focus(let action) = control.form else { continue }
      if let action = action(step) { return action }
    }
    return .nothing
  }
}

extension Control {
  /// Returns the action of a key, a character or a paste, which may be a step of the focus.
  ///
  /// A text control takes only keys whose effect can be seen.
  fileprivate func action(
    of input: UserInput, _ event: InputEvent, at level: Int, hasButton: Bool,
    shows: (RegionKey) -> Bool, step: () -> FocusStep?
  ) -> KeyAction<Event>? {
    switch form {
    case .region(let key, let takesText, _, let action):
      let control = input.controlInput(event, for: key, at: level, hasButton: hasButton)
      guard let action = action(control) else { return nil }
      return takesText && !shows(key) ? nil : action
    case .focus(let action): return step().flatMap(action)
    case .anywhere(let action): return action(input)
    }
  }
}

extension Keys {
  /// Returns the last live binding of a chord.
  fileprivate func live(
    _ chord: Chord, in state: State, _ log: MistakeLog<KeyClash>?
  ) -> Key<State, Event>? {
    noteClash(chord, in: state, log)
    return keys.last { $0.chords.contains(chord) && $0.isLive(in: state) }
  }

  /// Returns the action of a click on a region.
  func click(
    on region: RegionKey, _ button: MouseEvent.Button, count: Int, in state: State,
    _ log: MistakeLog<KeyClash>?
  ) -> KeyAction<Event>? {
    let chord = Chord(.click(region, button, count: count))
    for key in keys.reversed() where key.isLive(in: state) {
      if key.chords.contains(chord) {
        noteClash(chord, in: state, log)
        return key.action(state)
      }
      guard button == .left, count == 1 else { continue }
      if let action = key.clicked?(region) { return action }
    }
    return nil
  }
}

extension UserInput {
  /// The layer and the regions under the mouse, or those that hold it.
  fileprivate func target(of mouse: MouseEvent) -> (level: Int, path: [Int]) {
    if let captured {
      let number = captured.key.flatMap { frame.index(of: $0, in: captured.layer) }
      return (captured.layer, number.map(frame.path) ?? [])
    }
    let hit = frame.hit(column: mouse.column, row: mouse.row)
    return (hit.layer, hit.regions)
  }

  /// Whether an input with a meaning moves the focus by tab; `false` if it scrolls with the mouse,
  /// and `nil` if it does neither.
  var movesFocusByKey: Bool? {
    if isPress(of: .tab) || isPress(of: .shift(.tab)) { return true }
    guard let mouse else { return nil }
    if case .scroll = mouse.action { return false }
    let isOnBar = (captured?.key).map { $0.id(as: ScrollbarID.self) != nil } ?? false
    return isOnBar || region(under: ScrollbarID.self) != nil ? false : nil
  }

  /// Whether the input clicks the focused region.
  fileprivate var isClick: Bool { isPress(of: .enter) || isPress(of: .space) }
}
