/// Divides a document into blocks, line by line, as the appendix of CommonMark describes it.
///
/// Each line is matched against the open blocks, from the outside to the inside; what is left of it opens
/// new blocks, or goes on with the innermost one.
///
/// - Complexity: O(*n*) in the bytes of the document, because the depth of quotes and lists is limited.
struct BlockParser {
  /// A block while lines are added to it.
  struct Node {
    var kind: Kind
    /// The numbers of the blocks inside.
    var children: [Int] = []
    /// The text of a paragraph, a heading or code.
    var text: [UInt8] = []
    /// The text after the opening fence.
    var info: [UInt8] = []
    /// The number of the line that opened the block.
    let line: Int
    /// Whether a blank line follows the last line of the block.
    var endsBlank = false
  }

  enum Kind: Equatable {
    case document, quote, paragraph, rule, indentedCode
    case heading(Int)
    case fencedCode(Fence)
    case list(Marker)
    /// An item, whose content begins at a column after those of the blocks around it.
    case item(indent: Int)
  }

  struct Fence: Equatable {
    let byte: UInt8
    let length: Int
    let indent: Int
  }

  struct Marker: Equatable {
    /// The character of a bullet, or the one after a number.
    let byte: UInt8
    /// The number; `nil` for a bullet.
    var start: Int?
    let length: Int

    /// Returns whether an item with the other marker belongs to the same list.
    func continues(_ other: Marker) -> Bool {
      byte == other.byte && (start == nil) == (other.start == nil)
    }
  }

  /// The largest number of blocks inside each other; what would lie deeper is text.
  static let limit = 32

  private(set) var nodes = [Node(kind: .document, line: 0)]
  /// The addresses that the document defines, by their labels.
  private(set) var links: [String: String] = [:]
  /// The open blocks, from the document on.
  private var open = [0]
  private var line: ArraySlice<UInt8> = []
  private var number = 0
  /// The next byte of the line.
  private var place = 0
  /// The column of the next byte, and those of a tab before it that are left.
  private var column = 0
  private var tabRest = 0

  /// The number of bytes read, which a test compares with the length.
  private(set) var steps = 0

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == .newline || $0 == 0x0D } ?? bytes.count
      read(bytes[start..<end])
      start = end + 1
      if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == .newline { start += 1 }
    }
    close(to: 0)
    close(to: -1)
  }

  // MARK: A line

  private mutating func read(_ line: ArraySlice<UInt8>) {
    self.line = line
    number += 1
    (place, column, tabRest) = (line.startIndex, 0, 0)
    var matched = 1
    while matched < open.count, let isMatched = matches(open[matched]) {
      guard isMatched else { return }
      matched += 1
    }
    let allMatched = matched == open.count
    let canContinue = !allMatched && nodes[tip].kind == .paragraph
    // New blocks belong into the last one that matches.
    var container = matched - 1
    while !isVerbatim(nodes[open[container]].kind) {
      guard let opened = openBlock(in: container) else { break }
      container = opened
      if isLeaf(nodes[open[container]].kind) { break }
    }
    // A line that opened nothing goes on with a paragraph, even one whose marks it lacks.
    if canContinue, container == matched - 1, open.count > container + 1, !isRestBlank {
      return append()
    }
    close(to: container)
    addText()
  }

  private mutating func addText() {
    let last = tip
    let isBlank = isRestBlank
    if isBlank, let child = nodes[last].children.last { nodes[child].endsBlank = true }
    nodes[last].endsBlank = isBlank && keepsBlank(last)
    for other in open.dropLast() { nodes[other].endsBlank = false }
    switch nodes[last].kind {
    case .paragraph:
      skipBlanks()
      append()
    case .indentedCode, .fencedCode: append()
    case .heading, .rule: break
    default:
      guard !isBlank else { return }
      skipBlanks()
      add(.paragraph)
      append()
    }
  }

  /// Returns whether a blank line counts as one after the block.
  private func keepsBlank(_ node: Int) -> Bool {
    switch nodes[node].kind {
    case .quote, .heading, .rule, .fencedCode: false
    case .item: !(nodes[node].children.isEmpty && nodes[node].line == number)
    default: true
    }
  }

  private func isVerbatim(_ kind: Kind) -> Bool {
    switch kind {
    case .indentedCode, .fencedCode: true
    default: false
    }
  }

  private func isLeaf(_ kind: Kind) -> Bool {
    switch kind {
    case .heading, .rule: true
    default: isVerbatim(kind)
    }
  }

  /// Returns whether an open block goes on in this line, and takes its marks; `nil` if it does not, and
  /// `false` if the line closed it and has nothing else.
  private mutating func matches(_ node: Int) -> Bool? {
    switch nodes[node].kind {
    case .document, .list: return true
    case .quote: return takeQuoteMark() ? true : nil
    case .item(let indent):
      if self.indent >= indent {
        advance(columns: indent)
      } else if isRestBlank, !nodes[node].children.isEmpty {
        skipBlanks()
      } else {
        return nil
      }
      return true
    case .heading, .rule: return nil
    case .paragraph: return isRestBlank ? nil : true
    case .indentedCode:
      if indent >= 4 {
        advance(columns: 4)
      } else if isRestBlank {
        skipBlanks()
      } else {
        return nil
      }
      return true
    case .fencedCode(let fence):
      if indent < 4, isEnd(of: fence) {
        close(to: open.count - 2)
        return false
      }
      advance(columns: min(indent, fence.indent))
      return true
    }
  }

  private func isEnd(of fence: Fence) -> Bool {
    let rest = line[afterBlanks...]
    let end = rest.firstIndex { $0 != fence.byte } ?? rest.endIndex
    return end - rest.startIndex >= fence.length && rest[end...].allSatisfy(\.isBlank)
  }

  /// Opens a block if the rest of the line begins one.
  ///
  /// - Returns: The place of the block among the open ones.
  private mutating func openBlock(in container: Int) -> Int? {
    let outer = nodes[open[container]].kind
    let start = afterBlanks
    guard start < line.endIndex else { return nil }
    steps += line.endIndex - start
    if indent >= 4 {
      // An indented line goes on with a paragraph.
      if nodes[tip].kind == .paragraph { return nil }
      advance(columns: 4)
      close(to: container)
      return add(.indentedCode)
    }
    let rest = line[start...]
    let isDeep = container + 3 > BlockParser.limit
    if rest.first == UInt8(ascii: ">"), !isDeep {
      _ = takeQuoteMark()
      close(to: container)
      return add(.quote)
    }
    if let level = headingLevel(of: rest) {
      close(to: container)
      let place = add(.heading(level))
      nodes[tip].text = headingText(rest.dropFirst(level))
      self.place = line.endIndex
      return place
    }
    if let fence = fence(at: rest) {
      close(to: container)
      let place = add(.fencedCode(fence))
      nodes[tip].info = Array(rest.dropFirst(fence.length).trimmed)
      self.place = line.endIndex + 1
      return place
    }
    if outer == .paragraph, let level = underlineLevel(of: rest) {
      takeDefinitions(of: open[container])
      if nodes[open[container]].text.isEmpty { return nil }
      nodes[open[container]].kind = .heading(level)
      self.place = line.endIndex
      return container
    }
    if isRule(rest) {
      close(to: container)
      self.place = line.endIndex
      return add(.rule)
    }
    if !isDeep, let marker = marker(at: rest, interrupts: outer == .paragraph) {
      return openItem(marker, in: container)
    }
    return nil
  }

  private mutating func openItem(_ marker: Marker, in container: Int) -> Int {
    var indent = indent
    skipBlanks()
    advance(columns: marker.length)
    indent += marker.length
    let blanks = self.indent
    // Content that is blank, or would be indented code, begins after one blank.
    let gap = isRestBlank || blanks > 4 || blanks < 1 ? 1 : blanks
    advance(columns: min(gap, blanks))
    indent += gap
    close(to: container)
    if case .list(let other) = nodes[tip].kind, marker.continues(other) {
    } else {
      add(.list(marker))
    }
    return add(.item(indent: indent))
  }

  // MARK: Places in the line

  /// The place after the blanks at the next byte.
  private var afterBlanks: Int {
    place < line.endIndex
      ? line[place...].firstIndex { !$0.isBlank } ?? line.endIndex : line.endIndex
  }

  private var isRestBlank: Bool { afterBlanks == line.endIndex }

  /// The columns of the blanks at the next byte.
  private var indent: Int {
    var columns = tabRest
    for byte in line[min(place, line.endIndex)..<afterBlanks] {
      columns += byte == .tab ? 4 - (column + columns) % 4 : 1
    }
    return columns
  }

  private mutating func skipBlanks() {
    column += indent
    tabRest = 0
    place = max(place, afterBlanks)
  }

  /// Takes a number of columns, and a part of a tab if need be.
  private mutating func advance(columns: Int) {
    var rest = columns
    while rest > 0 {
      if tabRest == 0 {
        guard place < line.endIndex else { return }
        tabRest = line[place] == .tab ? 4 - column % 4 : 1
        place += 1
      }
      let step = min(rest, tabRest)
      tabRest -= step
      column += step
      rest -= step
    }
  }

  private mutating func takeQuoteMark() -> Bool {
    guard indent < 4, afterBlanks < line.endIndex, line[afterBlanks] == UInt8(ascii: ">") else {
      return false
    }
    skipBlanks()
    advance(columns: 1)
    if indent > 0 { advance(columns: 1) }
    return true
  }

  // MARK: Open blocks

  private var tip: Int { open[open.count - 1] }

  @discardableResult
  private mutating func add(_ kind: Kind) -> Int {
    func holds(_ outer: Kind) -> Bool {
      switch (outer, kind) {
      case (.list, .item): true
      case (.document, _), (.quote, _), (.item, _): true
      default: false
      }
    }
    while !holds(nodes[tip].kind) { close(to: open.count - 2) }
    nodes.append(Node(kind: kind, line: number))
    nodes[tip].children.append(nodes.count - 1)
    open.append(nodes.count - 1)
    return open.count - 1
  }

  private mutating func append() {
    guard place <= line.endIndex else { return }
    let node = tip
    for _ in 0..<tabRest { nodes[node].text.append(.space) }
    nodes[node].text += line[place...]
    nodes[node].text.append(.newline)
  }

  /// Closes the blocks inside an open one.
  private mutating func close(to place: Int) {
    while open.count - 1 > place, let node = open.popLast() {
      if nodes[node].kind == .paragraph { takeDefinitions(of: node) }
    }
  }

  private mutating func takeDefinitions(of node: Int) {
    var rest = nodes[node].text[...]
    while let definition = LinkDefinition(&rest) {
      if links[definition.label] == nil { links[definition.label] = definition.address }
    }
    if rest.count < nodes[node].text.count { nodes[node].text = Array(rest) }
  }
}

// MARK: Marks

extension BlockParser {
  private func headingLevel(of rest: ArraySlice<UInt8>) -> Int? {
    let end = rest.firstIndex { $0 != UInt8(ascii: "#") } ?? rest.endIndex
    let level = end - rest.startIndex
    return 1...6 ~= level && (end == rest.endIndex || rest[end].isBlank) ? level : nil
  }

  /// Returns the text of a heading without the marks at its end.
  private func headingText(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    let text = rest.trimmed
    let end = text.lastIndex { $0 != UInt8(ascii: "#") }.map { $0 + 1 } ?? text.startIndex
    let isMark = end == text.startIndex || text[end - 1].isBlank
    return Array(isMark ? text[..<end].trimmed : text)
  }

  private func fence(at rest: ArraySlice<UInt8>) -> Fence? {
    guard let byte = rest.first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else {
      return nil
    }
    let end = rest.firstIndex { $0 != byte } ?? rest.endIndex
    let length = end - rest.startIndex
    if length < 3 || byte == UInt8(ascii: "`") && rest[end...].contains(byte) { return nil }
    return Fence(byte: byte, length: length, indent: indent)
  }

  private func underlineLevel(of rest: ArraySlice<UInt8>) -> Int? {
    let line = rest.trimmed
    guard let byte = line.first, byte == UInt8(ascii: "=") || byte == UInt8(ascii: "-"),
      line.allSatisfy({ $0 == byte })
    else { return nil }
    return byte == UInt8(ascii: "=") ? 1 : 2
  }

  private func isRule(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let byte = rest.first,
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    else { return false }
    var count = 0
    for other in rest where !other.isBlank {
      if other != byte { return false }
      count += 1
    }
    return count >= 3
  }

  private func marker(at rest: ArraySlice<UInt8>, interrupts: Bool) -> Marker? {
    guard let first = rest.first else { return nil }
    var marker: Marker
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: "*") {
      marker = Marker(byte: first, length: 1)
    } else {
      let digits = rest.prefix(10).prefix(while: \.isDigit)
      guard 1...9 ~= digits.count, digits.endIndex < rest.endIndex,
        rest[digits.endIndex] == UInt8(ascii: ".") || rest[digits.endIndex] == UInt8(ascii: ")")
      else { return nil }
      marker = Marker(
        byte: rest[digits.endIndex], start: Int(digits.string), length: digits.count + 1)
    }
    let after = rest.dropFirst(marker.length)
    guard after.first?.isBlank ?? true else { return nil }
    if interrupts, after.allSatisfy(\.isBlank) || marker.start ?? 1 != 1 { return nil }
    return marker
  }
}
