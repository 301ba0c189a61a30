/// Divides the text of a paragraph into spans.
///
/// The text becomes a row of pieces. Emphasis and links are marks at the start and the end of pieces, so that
/// a piece inside of many of them costs no more than one inside of none.
///
/// - Complexity: O(*n*) in the bytes of the text.
struct Inlines {
  private struct Piece {
    var text: ArraySlice<UInt8>
    /// What begins after the piece, and what ends before it, from the inside to the outside.
    var begins: [Mark] = []
    var ends: [Mark] = []
    var isCode = false
    /// Whether the text is as it is shown, without escapes.
    var isRead = false
  }

  private enum Mark {
    case emphasis, strong
    case link(String)
    case image(String)
  }

  /// A run of stars or underscores that may begin or end emphasis.
  private struct Run {
    let piece: Int
    let byte: UInt8
    /// The number of characters before any were used.
    let length: Int
    let opens: Bool
    let closes: Bool
    var previous: Int?
    var next: Int?
  }

  /// An opening bracket that may begin a link.
  private struct Bracket {
    let piece: Int
    /// The place after the bracket.
    let place: Int
    let isImage: Bool
    /// The last run of delimiters before the bracket.
    let run: Int?
  }

  private let text: ArraySlice<UInt8>
  private let links: [String: String]
  private var place: Int
  private var pieces: [Piece] = []
  private var runs: [Run] = []
  private var lastRun: Int?
  private var brackets: [Bracket] = []
  /// How many of the brackets, the first ones, begin no link, because a link follows that would be inside.
  private var closedBrackets = 0
  /// The ends of tags that the rest of the text lacks.
  private var missingTagEnds: Set<UInt8> = []
  /// The last place of a run of backticks of each length.
  private lazy var backticks = lastBackticks()
  /// The number of steps taken, which a test compares with the length.
  private(set) var steps = 0

  init(_ text: ArraySlice<UInt8>, links: [String: String]) {
    // Blanks at both ends of a paragraph are not shown.
    self.text = text.trimmed
    self.links = links
    place = self.text.startIndex
    while place < self.text.endIndex { readPiece() }
    pairEmphasis(after: nil)
  }

  /// Returns the text of bytes without backslashes and entities.
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    var shown: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.endIndex, bytes[place + 1].isPunctuation {
        shown.append(bytes[place + 1])
        place += 2
      } else if byte == UInt8(ascii: "&"), let (text, end) = entity(in: bytes[place...]) {
        shown += text.utf8
        place = end
      } else {
        shown.append(byte)
        place += 1
      }
    }
    return shown[...].string
  }

  // MARK: Pieces

  private mutating func add(_ text: ArraySlice<UInt8>) { pieces.append(Piece(text: text)) }

  private mutating func add(_ string: String) {
    pieces.append(Piece(text: Array(string.utf8)[...], isRead: true))
  }

  private mutating func readPiece() {
    steps += 1
    switch text[place] {
    case UInt8(ascii: "\\"): readEscape()
    case UInt8(ascii: "`"): readCode()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): readRun()
    case UInt8(ascii: "["): openBracket(isImage: false)
    case UInt8(ascii: "!"):
      if place + 1 < text.endIndex, text[place + 1] == UInt8(ascii: "[") {
        openBracket(isImage: true)
      } else {
        readText()
      }
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "<"): readAutolink()
    case UInt8(ascii: "&"):
      guard let (shown, end) = Inlines.entity(in: text[place...]) else { return readText() }
      add(shown)
      place = end
    case .newline: readBreak()
    default: readText()
    }
  }

  private mutating func readText() {
    let start = place
    repeat { place += 1 } while place < text.endIndex && !Inlines.isSpecial(text[place])
    steps += place - start
    add(text[start..<place])
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "!"),
      UInt8(ascii: "<"), UInt8(ascii: "&"), .newline:
      true
    default: false
    }
  }

  private mutating func readEscape() {
    guard place + 1 < text.endIndex else { return readText() }
    let next = text[place + 1]
    if next == .newline {
      place += 1
      breakLine(isHard: true)
    } else if next.isPunctuation {
      add(text[place + 1..<place + 2])
      place += 2
    } else {
      readText()
    }
  }

  /// Reads a newline: a blank, or a new line after two blanks.
  private mutating func readBreak() {
    let before = pieces.last?.text ?? []
    let isText = pieces.last.map { !$0.isRead } ?? false
    if isText {
      let end = before.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? before.startIndex
      pieces[pieces.count - 1].text = before[..<end]
    }
    breakLine(isHard: isText && before.count > 1 && before.suffix(2).allSatisfy { $0 == .space })
    while place < text.endIndex, text[place].isBlank { place += 1 }
  }

  private mutating func breakLine(isHard: Bool) {
    place += 1
    add(isHard ? "\n" : " ")
  }

  // MARK: Code and addresses

  private func lastBackticks() -> [Int: Int] {
    var last: [Int: Int] = [:]
    var place = text.startIndex
    while place < text.endIndex {
      let start = place
      while place < text.endIndex, text[place] == UInt8(ascii: "`") { place += 1 }
      if place > start { last[place - start] = start } else { place += 1 }
    }
    return last
  }

  private mutating func readCode() {
    let start = place
    while place < text.endIndex, text[place] == UInt8(ascii: "`") { place += 1 }
    let length = place - start
    guard let last = backticks[length], last >= place else { return add(text[start..<place]) }
    var end = place
    while true {
      while text[end] != UInt8(ascii: "`") { end += 1 }
      let closing = end
      while end < text.endIndex, text[end] == UInt8(ascii: "`") { end += 1 }
      if end - closing == length { break }
    }
    steps += end - place
    var code = text[place..<end - length].map { $0 == .newline ? .space : $0 }[...]
    if code.first == .space, code.last == .space, code.contains(where: { $0 != .space }) {
      code = code.dropFirst().dropLast()
    }
    pieces.append(Piece(text: code, isCode: true, isRead: true))
    place = end
  }

  /// Reads an address in angle brackets, or a tag or a comment of HTML, which is shown as it is written.
  private mutating func readAutolink() {
    let inside = text[(place + 1)...]
    let end = inside.firstIndex {
      $0 <= .space || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
    }
    steps += (end ?? inside.endIndex) - place
    guard let end, text[end] == UInt8(ascii: ">"), let prefix = Inlines.scheme(of: inside[..<end])
    else {
      return readTag()
    }
    let address = inside[..<end].string
    pieces.append(Piece(text: [], begins: [.link(prefix + address)]))
    add(address)
    pieces.append(Piece(text: [], ends: [.link("")]))
    place = end + 1
  }

  private mutating func readTag() {
    var scanner = TagScanner(rest: text[place...], missing: missingTagEnds)
    let isTag = scanner.passTag()
    missingTagEnds = scanner.missing
    steps += scanner.rest.startIndex - place
    guard isTag else { return readText() }
    let end = scanner.rest.startIndex
    add(text[place..<end].map { $0 == .newline ? .space : $0 }[...].string)
    place = end
  }

  /// Returns what an address lacks to be one: `mailto:`, or nothing; `nil` if it is none.
  private static func scheme(of address: ArraySlice<UInt8>) -> String? {
    let name = address.prefix { $0.isLetter || $0.isDigit || "+.-".utf8.contains($0) }
    if 2...32 ~= name.count, address[name.startIndex].isLetter, name.endIndex < address.endIndex,
      address[name.endIndex] == UInt8(ascii: ":")
    {
      return ""
    }
    let local = address.prefix {
      $0.isLetter || $0.isDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0)
    }
    guard !local.isEmpty, local.endIndex < address.endIndex,
      address[local.endIndex] == UInt8(ascii: "@")
    else { return nil }
    let hosts = address[(local.endIndex + 1)...].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areHosts = hosts.allSatisfy { host in
      1...63 ~= host.count && host.first != UInt8(ascii: "-") && host.last != UInt8(ascii: "-")
        && host.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    }
    return areHosts ? "mailto:" : nil
  }

  // MARK: Links

  private mutating func openBracket(isImage: Bool) {
    let start = place
    place += isImage ? 2 : 1
    brackets.append(
      Bracket(piece: pieces.count, place: place, isImage: isImage, run: lastRun))
    add(text[start..<place])
  }

  private mutating func closeBracket() {
    let closing = place
    place += 1
    guard let bracket = brackets.popLast() else { return add(text[closing..<closing + 1]) }
    let isClosed = brackets.count < closedBrackets && !bracket.isImage
    closedBrackets = min(closedBrackets, brackets.count)
    guard !isClosed, let address = target(of: bracket, closingAt: closing)
    else { return add(text[closing..<closing + 1]) }
    pieces[bracket.piece].text = []
    pieces[bracket.piece].begins.append(bracket.isImage ? .image(address) : .link(address))
    pairEmphasis(after: bracket.run)
    pieces.append(
      Piece(text: [], ends: [bracket.isImage ? .image("") : .link("")]))
    // A link has no links inside.
    if !bracket.isImage { closedBrackets = brackets.count }
  }

  /// Returns the address after a closing bracket, or of the label; moves to its end.
  private mutating func target(of bracket: Bracket, closingAt closing: Int) -> String? {
    var scanner = LinkScanner(rest: text[place...])
    if let address = scanner.target() {
      steps += scanner.rest.startIndex - place
      place = scanner.rest.startIndex
      return address
    }
    if links.isEmpty { return nil }
    scanner = LinkScanner(rest: text[place...])
    let own = text[bracket.place..<closing]
    var label = scanner.label()
    let end = label == nil ? place : scanner.rest.startIndex
    if label?.isEmpty ?? true {
      // A label has no brackets, so that the text of a link that has some is none.
      var inner = LinkScanner(rest: text[(bracket.place - 1)...])
      label = own.count < 1_000 && inner.label()?.endIndex == closing ? own : nil
    }
    guard let label, let address = LinkScanner.key(label).flatMap({ links[$0] }) else { return nil }
    place = end
    return address
  }

  // MARK: Emphasis

  private mutating func readRun() {
    let start = place
    let byte = text[place]
    while place < text.endIndex, text[place] == byte { place += 1 }
    let before = Inlines.kind(text[..<start].lastScalar)
    let after = Inlines.kind(text[place...].firstScalar)
    let isLeft = after != .space && (after != .punctuation || before != .other)
    let isRight = before != .space && (before != .punctuation || after != .other)
    let isWord = byte == UInt8(ascii: "_")
    let run = Run(
      piece: pieces.count, byte: byte, length: place - start,
      opens: isLeft && (!isWord || !isRight || before == .punctuation),
      closes: isRight && (!isWord || !isLeft || after == .punctuation), previous: lastRun)
    add(text[start..<place])
    guard run.opens || run.closes else { return }
    if let lastRun { runs[lastRun].next = runs.count }
    lastRun = runs.count
    runs.append(run)
  }

  private enum Kind {
    case space, punctuation, other
  }

  private static func kind(_ scalar: Unicode.Scalar?) -> Kind {
    guard let scalar else { return .space }
    if scalar.isASCII {
      let byte = UInt8(ascii: scalar)
      return byte.isPunctuation ? .punctuation : byte <= .space ? .space : .other
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return .punctuation
    default: return .other
    }
  }

  /// A kind of closing runs, all of which the same runs can open.
  private struct Bottom: Hashable {
    let byte: UInt8
    let opens: Bool
    let rest: Int
  }

  /// Pairs the runs after a run, and forgets them.
  private mutating func pairEmphasis(after bottom: Int?) {
    // For each kind of closing run, the first run that is not known to have no opener before it.
    var bottoms: [Bottom: Int] = [:]
    if lastRun == bottom { return }
    var next = lastRun
    while let run = next, runs[run].previous != bottom { next = runs[run].previous }
    while let closer = next {
      steps += 1
      guard runs[closer].closes else {
        next = runs[closer].next
        continue
      }
      let key = Bottom(
        byte: runs[closer].byte, opens: runs[closer].opens, rest: runs[closer].length % 3)
      var opener = runs[closer].previous
      while let run = opener, !pairs(run, closer) {
        steps += 1
        opener = run == bottom || run < bottoms[key] ?? 0 ? nil : runs[run].previous
      }
      if let opener, opener != bottom, opener >= bottoms[key] ?? 0 {
        next = pair(opener, closer)
      } else {
        next = runs[closer].next
        bottoms[key] = closer
        if !runs[closer].opens { forget(closer) }
      }
    }
    lastRun = bottom
    if let bottom { runs[bottom].next = nil }
  }

  private func pairs(_ opener: Int, _ closer: Int) -> Bool {
    let (first, second) = (runs[opener], runs[closer])
    guard first.opens, first.byte == second.byte else { return false }
    let mayDiffer = !(first.closes || second.opens) || second.length % 3 == 0
    return mayDiffer || (first.length + second.length) % 3 != 0
  }

  /// Marks emphasis between two runs, and returns the next run to close.
  private mutating func pair(_ opener: Int, _ closer: Int) -> Int? {
    let (first, last) = (runs[opener].piece, runs[closer].piece)
    let count = pieces[first].text.count >= 2 && pieces[last].text.count >= 2 ? 2 : 1
    pieces[first].text.removeLast(count)
    pieces[last].text.removeFirst(count)
    pieces[first].begins.append(count == 2 ? .strong : .emphasis)
    pieces[last].ends.append(count == 2 ? .strong : .emphasis)
    // Runs between the two can no longer pair.
    runs[opener].next = closer
    runs[closer].previous = opener
    if pieces[first].text.isEmpty { forget(opener) }
    guard pieces[last].text.isEmpty else { return closer }
    let next = runs[closer].next
    forget(closer)
    return next
  }

  private mutating func forget(_ run: Int) {
    if let previous = runs[run].previous { runs[previous].next = runs[run].next }
    if let next = runs[run].next {
      runs[next].previous = runs[run].previous
    } else {
      lastRun = runs[run].previous
    }
  }

  // MARK: Spans

  /// The spans of the text.
  var spans: [Span] {
    var spans: [Span] = []
    var (emphasis, strong, images) = (0, 0, 0)
    var links: [String] = []
    for piece in pieces {
      for mark in piece.ends {
        switch mark {
        case .emphasis: emphasis -= 1
        case .strong: strong -= 1
        case .link: links.removeLast()
        case .image: images -= 1
        }
      }
      if !piece.text.isEmpty {
        var traits: Span.Traits = []
        if emphasis > 0 { traits.insert(.emphasis) }
        if strong > 0 { traits.insert(.strong) }
        if images > 0 { traits.insert(.image) }
        if piece.isCode { traits.insert(.code) }
        let span = Span(text: piece.text.string, traits: traits, link: links.last)
        // NB: a second reference to the last span would make its text be copied.
        if let last = spans.indices.last, spans[last].traits == span.traits,
          spans[last].link == span.link
        {
          spans[last].text += span.text
        } else {
          spans.append(span)
        }
      }
      for mark in piece.begins {
        switch mark {
        case .emphasis: emphasis += 1
        case .strong: strong += 1
        case .link(let address): links.append(address)
        case .image: images += 1
        }
      }
    }
    return spans
  }
}

extension ArraySlice<UInt8> {
  fileprivate var firstScalar: Unicode.Scalar? { prefix(4).string.unicodeScalars.first }

  fileprivate var lastScalar: Unicode.Scalar? {
    guard var start = indices.last else { return nil }
    while start > startIndex, self[start] & 0xC0 == 0x80 { start -= 1 }
    return self[start...].string.unicodeScalars.last
  }
}
