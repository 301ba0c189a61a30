extension EditedText {
  /// The cursor and the other end of the selection, if there is one.
  struct Caret: Hashable, Sendable, Codable {
    var position: TextArea.Position
    var anchor: TextArea.Position?
  }

  /// A change of a text, with everything needed to undo it.
  struct Edit: Hashable, Sendable, Codable {
    var start: TextArea.Position
    var removed: String
    var inserted: String
    /// The cursor and the selection before and after the change.
    var before: Caret
    var after: Caret

    fileprivate var length: Int { removed.utf8.count + inserted.utf8.count }
  }

  /// The changes of a text that can be undone or redone.
  ///
  /// The history keeps at most 1,000 changes and, apart from the last one, 16 MiB of text.
  struct History: Hashable, Sendable {
    static let limit = 1_000
    static let byteLimit = 16 << 20
    /// The number of bytes from which on a change takes no more, which bounds the cost of a key.
    private static let joinLimit = 1_024

    private(set) var past: [Edit] = []
    private(set) var future: [Edit] = []
    private var bytes = 0

    init() {}

    /// Creates a history of changes in the order of their making, at most the last ones that it keeps.
    init(past: [Edit], future: [Edit]) {
      for edit in past { append(edit, joins: false) }
      self.future = future
    }

    /// Records a change, as a part of the last one if they belong together.
    mutating func append(_ edit: Edit, joins: Bool) {
      future = []
      bytes += edit.length
      if joins, let last = past.last, last.length < History.joinLimit,
        let joined = last.joined(by: edit)
      {
        past[past.count - 1] = joined
      } else {
        past.append(edit)
      }
      var surplus = max(0, past.count - History.limit)
      bytes -= past[..<surplus].reduce(0) { $0 + $1.length }
      while bytes > History.byteLimit, surplus + 1 < past.count {
        bytes -= past[surplus].length
        surplus += 1
      }
      past.removeFirst(surplus)
    }

    /// Returns the change to undo and moves it to the future.
    mutating func undo() -> Edit? {
      guard let edit = past.popLast() else { return nil }
      bytes -= edit.length
      future.append(edit)
      return edit
    }

    /// Returns the change to redo and moves it to the past.
    mutating func redo() -> Edit? {
      guard let edit = future.popLast() else { return nil }
      bytes += edit.length
      past.append(edit)
      return edit
    }
  }
}

extension EditedText.Edit {
  /// The change that takes this one back.
  var reversed: EditedText.Edit {
    EditedText.Edit(
      start: start, removed: inserted, inserted: removed, before: after, after: before)
  }

  /// Returns this change and the next one joined, or `nil` if they are neither typed in one word
  /// nor adjacent removals.
  fileprivate func joined(by next: EditedText.Edit) -> EditedText.Edit? {
    var edit = self
    edit.after = next.after
    if next.removed.isEmpty {
      guard next.start == end, let before = inserted.last, let first = next.inserted.first,
        next.inserted.utf8.elementsEqual(String(first).utf8), !first.isNewline,
        !before.isNewline, !before.isWhitespace || first.isWhitespace
      else { return nil }
      edit.inserted += next.inserted
    } else {
      guard next.inserted.isEmpty, inserted.isEmpty else { return nil }
      if next.start == start {
        edit.removed += next.removed
      } else if next.end(of: next.removed) == start {
        edit.removed = next.removed + removed
        edit.start = next.start
      } else {
        return nil
      }
    }
    return edit
  }

  /// The end of the inserted text.
  var end: TextArea.Position { end(of: inserted) }

  /// Returns the end of a text that begins at the start of the change.
  func end(of text: String) -> TextArea.Position {
    var end = start
    for byte in text.utf8 {
      if byte == 0x0A { end = TextArea.Position(line: end.line + 1) } else { end.offset += 1 }
    }
    return end
  }
}
