extension Block {
  /// Returns the blocks of a document.
  static func blocks(of text: String) -> [Block] {
    let parser = BlockParser(text)
    return parser.blocks(in: parser.nodes[0])
  }
}

extension BlockParser {
  fileprivate func blocks(in node: Node) -> [Block] {
    node.children.flatMap { block(nodes[$0]).map { [$0] } ?? [] }
  }

  private func block(_ node: Node) -> Block? {
    switch node.kind {
    case .heading(let level): return .heading(level: level, spans(node.text[...]))
    case .paragraph:
      if node.text[...].trimmed.isEmpty { return nil }
      return table(node.text[...]) ?? .paragraph(spans(node.text[...]))
    case .rule: return .rule
    case .fencedCode:
      let language = Inlines.plain(node.info[...]).prefix { $0 != " " && $0 != "\t" }
      return .code(node.text[...].string, language: String(language))
    case .indentedCode:
      let lines = node.text.split(separator: .newline, omittingEmptySubsequences: false)
      let last = lines.lastIndex { !$0.allSatisfy(\.isBlank) } ?? 0
      return .code(lines[...last].map { $0.string + "\n" }.joined(), language: "")
    case .quote, .document, .item: return .quote(blocks(in: node))
    case .list(let marker):
      return .list(
        start: marker.start, isTight: isTight(node),
        items: node.children.map { blocks(in: nodes[$0]) })
    }
  }

  private func spans(_ text: ArraySlice<UInt8>) -> [Span] { Inlines(text, links: links).spans }

  /// Returns whether no blank line lies between the items of a list, or between the blocks of an item.
  private func isTight(_ list: Node) -> Bool {
    for (number, item) in list.children.enumerated() {
      let isLastItem = number + 1 == list.children.count
      if !isLastItem, endsBlank(item) { return false }
      // Paragraphs that had only definitions are gone.
      let blocks = nodes[item].children.filter {
        nodes[$0].kind != .paragraph || !nodes[$0].text[...].trimmed.isEmpty
      }
      for (place, block) in blocks.enumerated() {
        let isLast = isLastItem && place + 1 == blocks.count
        if !isLast, endsBlank(block) { return false }
      }
    }
    return true
  }

  /// Returns whether a blank line follows a block, or the last one in it.
  private func endsBlank(_ number: Int) -> Bool {
    var node = nodes[number]
    while true {
      switch node.kind {
      case .list, .item:
        guard let last = node.children.last else { return node.endsBlank }
        node = nodes[last]
      default: return node.endsBlank
      }
    }
  }
}

// MARK: Tables

extension BlockParser {
  /// Returns the table that a paragraph is, if its second line divides columns.
  private func table(_ text: ArraySlice<UInt8>) -> Block? {
    let lines = text.split(separator: .newline)
    guard lines.count > 1, lines[1].contains(UInt8(ascii: "|")), let columns = columns(lines[1])
    else {
      return nil
    }
    let titles = cells(lines[0])
    guard titles.count == columns.count else { return nil }
    let rows = lines.dropFirst(2).map { line in
      cells(line).prefix(columns.count).map { spans($0) }
    }
    return .table(columns, rows: [titles.map { spans($0) }] + rows)
  }

  /// Returns the columns of a line such as `|:--|--:|`.
  private func columns(_ line: ArraySlice<UInt8>) -> [Block.Column]? {
    var columns: [Block.Column] = []
    for cell in cells(line) {
      let (isLeading, isTrailing) = (
        cell.first == UInt8(ascii: ":"), cell.last == UInt8(ascii: ":")
      )
      let dashes = cell.dropFirst(isLeading ? 1 : 0).dropLast(isTrailing ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      columns.append(isTrailing ? isLeading ? .center : .trailing : .leading)
    }
    return columns
  }

  /// Divides a line at its bars, except those after a backslash.
  private func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line.trimmed {
      if byte == UInt8(ascii: "|"), !isEscaped {
        cells.append([])
      } else {
        if byte == UInt8(ascii: "|") { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    if cells.count > 1, cells[0].isEmpty { cells.removeFirst() }
    if cells.count > 1, cells[cells.count - 1].isEmpty { cells.removeLast() }
    return cells.map { $0[...].trimmed }
  }
}
