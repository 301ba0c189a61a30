@testable import SpinMarkdown

/// The tree of a document in one line, from the XML of cmark or from blocks.
struct CmarkTree {
  private var rest: Substring
  private(set) var text = ""
  private var spans: [Span] = []
  private var traits: [Span.Traits] = []
  private var links: [String] = []

  /// Reads the XML of cmark.
  init(xml: String) {
    rest = xml[...]
    while let start = rest.firstIndex(of: "<") {
      let inside = rest[..<start]
      if let own = literal { literal = own + CmarkTree.plain(inside) }
      rest = rest[start...].dropFirst()
      guard let end = rest.firstIndex(of: ">") else { return }
      let tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        close(tag.dropFirst())
      } else if tag.hasSuffix("/") {
        open(tag.dropLast())
        close(tag.prefix { $0 != " " && $0 != "/" })
      } else {
        open(tag)
      }
    }
  }

  /// The text of an element that has only text.
  private var literal: String?

  private mutating func open(_ tag: Substring) {
    func value(_ name: String) -> String {
      guard let range = tag.firstRange(of: " \(name)=\"") else { return "" }
      return CmarkTree.plain(tag[range.upperBound...].prefix { $0 != "\"" })
    }
    switch tag.prefix(while: { $0 != " " }) {
    case "heading": text += "h\(value("level")){"
    case "paragraph": text += "p{"
    case "block_quote": text += "quote{"
    case "item": text += "item{"
    case "thematic_break": text += "hr{"
    case "list": text += "list\(value("start"))\(value("tight") == "true" ? "+" : "-"){"
    case "code_block":
      text += "code[\(value("info").prefix { $0 != " " && $0 != "\t" })]{"
      literal = ""
    case "emph": traits.append(.emphasis)
    case "strong": traits.append(.strong)
    case "image": traits.append(.image)
    case "link": links.append(value("destination"))
    case "text", "code": literal = ""
    case "softbreak": add(" ", [])
    case "linebreak": add("\n", [])
    default: break
    }
  }

  private mutating func close(_ name: Substring) {
    switch name {
    case "heading", "paragraph":
      text += CmarkTree.text(of: spans) + "}"
      spans = []
    case "block_quote", "item", "list", "thematic_break": text += "}"
    case "code_block": text += (literal ?? "") + "}"
    case "emph", "strong", "image": traits.removeLast()
    case "link": links.removeLast()
    case "text": add(literal ?? "", [])
    case "code": add(literal ?? "", .code)
    default: break
    }
    literal = nil
  }

  private mutating func add(_ string: String, _ own: Span.Traits) {
    let all = traits.reduce(own) { $0.union($1) }
    if string.isEmpty { return }
    if let last = spans.last, last.traits == all, last.link == links.last {
      spans[spans.count - 1].text += string
    } else {
      spans.append(Span(text: string, traits: all, link: links.last))
    }
  }

  private static func plain(_ text: Substring) -> String {
    var plain = String(text)
    for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      plain = plain.split(separator: name, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    return plain
  }

  private static func text(of spans: [Span]) -> String {
    spans.map { "<\($0.traits.rawValue)\($0.link.map { "|\($0)" } ?? "")>\($0.text)" }.joined()
  }

  /// The tree of blocks.
  static func text(of blocks: [Block]) -> String {
    blocks.map { block in
      switch block {
      case .heading(let level, let spans): "h\(level){\(text(of: spans))}"
      case .paragraph(let spans): "p{\(text(of: spans))}"
      case .code(let code, let language): "code[\(language)]{\(code)}"
      case .quote(let blocks): "quote{\(text(of: blocks))}"
      case .rule: "hr{}"
      case .list(let start, let isTight, let items):
        "list\(start.map { "\($0)" } ?? "")\(isTight ? "+" : "-"){"
          + items.map { "item{\(text(of: $0))}" }.joined() + "}"
      case .table: "table"
      }
    }.joined()
  }
}
