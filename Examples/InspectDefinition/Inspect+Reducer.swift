import SpinRecording
import SpinTTY

extension Inspect {
  mutating func apply(_ event: Event) {
    switch event {
    case .read(let number, let reading): take(reading, number)
    case .searched(let result):
      search?.add(result)
      goToMatches()
    case .filtered(let result):
      filter?.add(result)
      if let looked { go(to: looked) }
    case .jumped(let asked, let target):
      guard asked == jump else { return }
      end(asked, at: target)
    case .compared(let comparison, let bytes):
      let isFirst = self.comparison?.difference == nil
      (self.comparison, compared) = (comparison, bytes)
      if isFirst, comparison.difference != nil { go(to: comparison.count) }
    case .entries(let action):
      (note, looked) = ("", nil)
      let rows = rows
      if case .activated = table.reduce(action, in: rows, by: []) {
        focus.reduce(.move(to: .state))
      }
      selected(rows)
    case .state(let action): tree.reduce(action, in: moment?.roots ?? []) { $0.children }
    case .effects(let action):
      if case .activated(let id) = alive.reduce(action, in: effects),
        let effect = effects.first(where: { $0.id == id })
      {
        jump(to: effect.alive.first)
      }
    case .focus(let action): moveFocus(action)
    case .panes(let action): panes.reduce(action)
    case .widen(let step): panes = Split.Model(min(max(panes.share + step, 0.2), 0.8))
    case .ask(let kind): ask(kind)
    case .prompt(let action): prompt?.input.reduce(action)
    case .agreed: agree()
    case .leave: leave()
    case .match(let step):
      note = ""
      awaited.append(step)
      goToMatches()
    case .change(let step): lookForChange(step)
    case .difference: if let place = comparison?.differencePlace { jump(to: place) }
    }
  }

  private mutating func take(_ reading: RecordingFile.Reading, _ number: Int) {
    let (last, bytes) = (runs[number].count - 1, runs[number].reading.bytes)
    runs[number].take(reading)
    if reading.bytes == bytes && !reading.isNew { return }
    if reading.isNew {
      note = "\(runs[number].name) has another run now."
      (comparison, compared, awaited, jump, awaitedJumps) = (nil, -1, [], nil, [])
      search = search.map { Hunt($0.text) }
      filter = filter.map { Hunt($0.text) }
      table = Table<Row>.Model()
    } else {
      search?.recheck(from: last)
      filter?.recheck(from: last)
    }
    if atEnd { moveToEnd() } else { look() }
  }

  /// Selects an entry for the user, who looks there from now on.
  mutating func jump(to entry: Int) {
    looked = nil
    go(to: entry)
  }

  /// Selects an entry, or the first one behind it that the filter shows.
  mutating func go(to entry: Int) {
    let rows = rows
    if rows.isEmpty { return look() }
    let place = rows.place(of: entry)
    // NB: by its place, because an id that is not where it was is looked for in all rows.
    table.selection = Selection(
      rows.entry(at: place), index: place, offset: table.selection.offset)
    selected(rows)
  }

  mutating func moveToEnd() {
    table.reduce(.rows(.last), in: rows, by: [])
    look()
  }

  private mutating func selected(_ rows: Rows) {
    atEnd = !rows.isEmpty && table.selection.index == rows.count - 1
    look()
  }

  /// Makes the moment of the selected entry, and opens the nodes of the tree that have changed.
  mutating func look() {
    guard let index else { return moment = nil }
    let moment = runs.count == 1 ? Moment(runs[0], at: index) : Moment(runs[0], runs[1], at: index)
    if moment.index != self.moment?.index {
      for node in moment.roots { open(node, isFirst: self.moment == nil) }
      self.moment = moment
      if !focus.isOn(.state) { showChange() }
    }
    self.moment = moment
  }

  /// Scrolls the tree to the first change, if that may be out of sight.
  private mutating func showChange() {
    let roots = moment?.roots ?? []
    var row = 0
    guard roots.contains(where: { $0.changeCount > 0 }), isChange(in: roots, &row) else { return }
    let shown = tree.selection.offset..<tree.selection.offset + 8
    if !shown.contains(row) {
      tree.reduce(.rows(.jump(to: max(0, row - 2), of: 8)), in: roots) { $0.children }
    }
  }

  /// Counts the rows before the first change.
  private func isChange(in nodes: [Node], _ row: inout Int) -> Bool {
    for node in nodes {
      let isOpen = tree.open.contains(node.id)
      if node.change != .same && !(node.change == .inside && isOpen) { return true }
      row += 1
      if isOpen, isChange(in: node.children, &row) { return true }
    }
    return false
  }

  /// Tab goes to all panes, even if the screen has no room for those without the focus.
  private mutating func moveFocus(_ action: Focus<Area>.Action) {
    let areas: [Area] =
      prompt != nil ? [.prompt] : [.entries, .state] + (effects.isEmpty ? [] : [.effects])
    switch action {
    case .next: focus.reduce(.next(of: areas))
    case .previous: focus.reduce(.previous(of: areas))
    case .move: focus.reduce(action)
    }
  }

  /// Opens a node if a node inside it has changed.
  ///
  /// At first, it also opens short nodes near the root.
  private mutating func open(_ node: Node, isFirst: Bool) {
    guard let count = node.value.count, count > 0, count <= 50 else { return }
    let isShort = node.id.steps.count < 3 && count <= 8
    guard node.change == .inside || isFirst && isShort else { return }
    tree.open.insert(node.id)
    for child in node.children { open(child, isFirst: isFirst) }
  }
}
