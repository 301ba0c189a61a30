@testable import SpinTTY

/// A text area made in the simplest way: one string, and places in bytes of all of it.
///
/// Where a vertical motion leads, and what undo leads to, it takes from the model: other tests are
/// about that.
struct PlainArea {
  var text = ""
  var cursor = 0
  private var anchor: Int?
  private(set) var killed = ""
  private var isKilling = false

  static func offset(of position: TextArea.Position, in model: TextArea.Model) -> Int {
    (0..<position.line).reduce(position.offset) { $0 + model.line($1).utf8.count + 1 }
  }

  private var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  var selectedText: String? {
    selection.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
  }

  /// Does what the action says; returns whether the text changed.
  mutating func reduce(
    _ action: TextArea.Action, before: TextArea.Model, after: TextArea.Model
  ) -> Bool {
    let old = Array(text.utf8)
    let wasKilling = isKilling
    if case .scroll = action { return false }
    isKilling = false
    switch action {
    case .insert(let string):
      let clean = string.replacing("\r\n", with: "\n").unicodeScalars
        .filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
      replace(selection ?? cursor..<cursor, with: String(String.UnicodeScalarView(clean)))
    case .yank where killed.isEmpty: break
    case .yank: replace(selection ?? cursor..<cursor, with: killed)
    case .remove(let motion): replace(range(of: motion, before), with: "")
    case .kill(let motion):
      let isAtEnd = cursor == target(of: .lineEnd, after)
      let range = range(of: motion == .lineEnd && isAtEnd ? .forward : motion, before)
      let part = String(decoding: old[range], as: UTF8.self)
      let isBack = selection == nil && range.lowerBound < cursor
      replace(range, with: "")
      isKilling = wasKilling || !part.isEmpty
      if part.isEmpty { break }
      killed = wasKilling ? (isBack ? part + killed : killed + part) : part
    case .move(let motion, let extends, _):
      let range = selection
      let isEdge = !extends && range != nil && (motion == .forward || motion == .backward)
      let there = isEdge ? 0 : target(of: motion, after)
      anchor = extends ? anchor ?? cursor : nil
      cursor = isEdge ? (motion == .forward ? range?.upperBound : range?.lowerBound) ?? 0 : there
    case .place(_, let extends, _):
      anchor = extends ? anchor ?? cursor : nil
      cursor = Self.offset(of: after.cursor, in: after)
    case .copy, .cut:
      guard let selection, let text = selectedText else { break }
      killed = text
      if action == .cut { replace(selection, with: "") }
    case .selectAll: (anchor, cursor) = (0, text.utf8.count)
    case .selectWord, .selectLine:
      cursor = Self.offset(of: after.cursor, in: after)
      anchor = after.edited.anchor.map { Self.offset(of: $0, in: after) }
    case .undo, .redo:
      text = after.text
      cursor = Self.offset(of: after.cursor, in: after)
      anchor = after.edited.anchor.map { Self.offset(of: $0, in: after) }
    case .scroll: break
    }
    return !old.elementsEqual(text.utf8)
  }

  private func range(of motion: TextArea.Motion, _ model: TextArea.Model) -> Range<Int> {
    if let selection { return selection }
    let there = isVertical(motion) ? verticalTarget(motion, model) : target(of: motion, model)
    return min(cursor, there)..<max(cursor, there)
  }

  private func isVertical(_ motion: TextArea.Motion) -> Bool {
    [.up, .down, .pageUp, .pageDown].contains(motion)
  }

  /// What is removed up to a row above or below is what the model has less.
  private func verticalTarget(_ motion: TextArea.Motion, _ model: TextArea.Model) -> Int {
    let target = model.vertical(motion).target
    return Self.offset(of: target, in: model)
  }

  private mutating func replace(_ range: Range<Int>, with string: String) {
    anchor = nil
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: string.utf8)
    text = String(decoding: bytes, as: UTF8.self)
    cursor = range.lowerBound + string.utf8.count
    cursor = places.first { $0 >= cursor } ?? cursor
  }

  /// All places between characters.
  private var places: [Int] {
    text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
  }

  private func target(of motion: TextArea.Motion, _ after: TextArea.Model) -> Int {
    let places = places
    let here = places.firstIndex(of: cursor) ?? 0
    let characters = Array(text)
    func word(_ step: Int, _ isPart: (Character) -> Bool) -> Int {
      var place = here
      func next() -> Character? {
        let index = step > 0 ? place : place - 1
        return characters.indices.contains(index) ? characters[index] : nil
      }
      if next() == "\n" { place += step }
      while let character = next(), character != "\n", !isPart(character) { place += step }
      while let character = next(), character != "\n", isPart(character) { place += step }
      return places[place]
    }
    func isWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    switch motion {
    case .forward: return places[min(here + 1, places.count - 1)]
    case .backward: return places[max(here - 1, 0)]
    case .wordForward: return word(1, isWord)
    case .wordBackward: return word(-1, isWord)
    case .blankBackward: return word(-1) { !$0.isWhitespace }
    case .lineStart:
      return places[(characters[..<here].lastIndex(of: "\n") ?? -1) + 1]
    case .lineEnd: return places[characters[here...].firstIndex(of: "\n") ?? characters.count]
    case .start: return 0
    case .end: return text.utf8.count
    case .up, .down, .pageUp, .pageDown: return Self.offset(of: after.cursor, in: after)
    }
  }
}
