extension TextArea.Model {
  /// Edits the text, or moves the cursor.
  ///
  /// - Returns: Whether the text changed.
  @discardableResult
  public mutating func reduce(_ action: TextArea.Action) -> Bool {
    if let room = action.room {
      self.room = room
      // The action begins with the rows that the user saw.
      settle()
    }
    if case .scroll(let rows, _) = action {
      scroll(rows)
      return false
    }
    followsCursor = true
    defer { settle() }
    if case .move(let motion, let extends, _) = action, motion.isByRows {
      moveRows(motion, extends: extends)
      return false
    }
    defer { goal = nil }
    switch action {
    case .insert(let text): return edited.insert(text) != nil
    case .remove(let motion): return edited.remove(to: target(of: motion)) != nil
    // At the end of a line, the newline is killed.
    case .kill(.lineEnd) where cursor.offset == lines[cursor.line].length:
      return edited.kill(to: target(of: .forward)) != nil
    case .kill(let motion): return edited.kill(to: target(of: motion)) != nil
    case .copy: return edited.copy(cuts: false) != nil
    case .cut: return edited.copy(cuts: true) != nil
    case .yank: return edited.yank() != nil
    case .undo: return edited.undo() != nil
    case .redo: return edited.redo() != nil
    case .move(let motion, let extends, _): edited.move(motion, extends: extends)
    case .place(let position, let extends, _): edited.select(to: position, extends: extends)
    case .selectWord(let position, _): edited.selectWord(at: position)
    case .selectLine(let position, _): edited.selectLine(at: position)
    case .selectAll: edited.selectAll()
    case .scroll: break
    }
    return false
  }

  private mutating func moveRows(_ motion: TextArea.Motion, extends: Bool) {
    let (target, column) = vertical(motion)
    if motion == .pageUp || motion == .pageDown { turnPage(motion) }
    edited.select(to: target, extends: extends)
    goal = column
  }

  private func target(of motion: TextArea.Motion) -> TextArea.Position {
    motion.isByRows ? vertical(motion).target : edited.target(of: motion)
  }
}

extension TextArea.Motion {
  fileprivate var isByRows: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown: true
    default: false
    }
  }
}
