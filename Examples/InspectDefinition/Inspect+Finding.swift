import SpinRecording
import SpinTTY

/// Prompts, matches and changes.
extension Inspect {
  mutating func ask(_ kind: Prompt.Kind) {
    let text = kind == .search ? search?.text : kind == .filter ? filter?.text : nil
    prompt = Prompt(kind: kind, input: TextInput.Model(text ?? "", limit: 200, isSelected: true))
    focus.reduce(.move(to: .prompt))
  }

  mutating func agree() {
    guard let prompt else { return }
    closePrompt()
    note = ""
    let text = prompt.input.text
    switch prompt.kind {
    case .search:
      search = text.isEmpty ? nil : Hunt(text)
      awaited = text.isEmpty ? [] : [1]
    case .filter:
      show(text.isEmpty ? nil : Hunt(text))
    case .number:
      guard let number = Int(text.filter(\.isNumber)), let place = place(ofTransition: number)
      else {
        note = "“\(text)” is not the number of a transition."
        return
      }
      jump(to: place)
    }
  }

  private mutating func show(_ new: Hunt?) {
    looked = index ?? looked
    filter = new
    if let looked { go(to: looked) }
  }

  private mutating func closePrompt() {
    prompt = nil
    focus.reduce(.move(to: .entries))
  }

  mutating func leave() {
    if prompt != nil { return closePrompt() }
    (jump, awaitedJumps) = (nil, [])
    if !note.isEmpty || search != nil {
      (note, search, awaited) = ("", nil, [])
    } else if filter != nil {
      show(nil)
    }
    focus.reduce(.move(to: .entries))
  }

  private func place(ofTransition number: Int) -> Int? {
    let entries = runs[0].log.entries
    guard let numbers = runs[0].log.numbers, numbers.contains(number) else { return nil }
    // Entries without a transition have the number of the one before, so the numbers are in order.
    return entries.indices.partitioningIndex { runs[0].number(at: $0) >= number }
  }

  /// Goes to the matches that are known, one after the other.
  mutating func goToMatches() {
    while let step = awaited.first, goToMatch(step) { awaited.removeFirst() }
  }

  /// Goes to a match; returns whether it needs to know no more for that.
  private mutating func goToMatch(_ step: Int) -> Bool {
    guard let search else {
      note = "Nothing is searched for: / searches."
      return true
    }
    let (current, isComplete) = (index ?? 0, searchPiece == nil)
    let target = search.next(after: current, by: step)
    let isNear = target.map { step > 0 ? $0 > current : $0 < current && search.checked >= current }
    if let target, isComplete || isNear == true {
      jump(to: target)
      note = index == target ? "" : "The filter hides entry \(target)."
    } else if isComplete {
      note = "“\(search.text)” is nowhere."
    } else {
      return false
    }
    return true
  }

  mutating func lookForChange(_ step: Int) {
    guard runs.count == 1 else { return }
    // The next one begins where this one ends.
    if jump != nil { return awaitedJumps.append(step) }
    guard let index, let node = tree.selected(in: moment?.roots ?? [], children: { $0.children })
    else { return note = "Select a value of the state first: tab moves there." }
    jump = Jump(path: node.id, start: index, step: step)
    // Many states may have to be compared.
    note = "Looking for a change of \(node.id)."
  }

  /// Ends a jump, and begins the next one if there is one; `nil` if nothing has changed the value.
  mutating func end(_ jump: Jump, at target: Int?) {
    if let target { self.jump(to: target) }
    note =
      target == nil
      ? "\(jump.path) does not change \(jump.step > 0 ? "after" : "before") this entry." : ""
    self.jump =
      awaitedJumps.isEmpty
      ? nil
      : Jump(
        path: jump.path, start: target ?? jump.start, step: awaitedJumps.removeFirst())
  }
}
