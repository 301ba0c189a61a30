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
      awaited = search.map { _ in 1 }
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
    if !note.isEmpty || search != nil {
      (note, search, awaited) = ("", nil, nil)
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

  mutating func goToMatch(_ step: Int) {
    guard let search else { return note = "Nothing is searched for: / searches." }
    awaited = nil
    let (current, isComplete) = (index ?? 0, searchPiece == nil)
    let target = search.next(after: current, by: step)
    let isNear = target.map { step > 0 ? $0 > current : $0 < current && search.checked >= current }
    if let target, isComplete || isNear == true {
      jump(to: target)
      note = index == target ? "" : "The filter hides entry \(target)."
    } else if isComplete {
      note = "“\(search.text)” is nowhere."
    } else {
      awaited = step
    }
  }

  mutating func lookForChange(_ step: Int) {
    guard runs.count == 1 else { return }
    guard let index, let node = tree.selected(in: moment?.roots ?? [], children: { $0.children })
    else { return note = "Select a value of the state first: tab moves there." }
    jump = Jump(path: node.id, start: index, step: step)
    note = ""
  }
}
