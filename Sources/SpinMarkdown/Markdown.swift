public import SpinTTY

/// A text in Markdown, as wide as its room.
///
/// ```swift
/// Viewport(state.scroll) { Markdown("# Notes\n\n- *one*\n- `two`") }
///   .scrollbar().id(Area.notes)
/// ```
///
/// The view shows the blocks and spans of CommonMark 0.30, and tables: headings, paragraphs, quotes, lists
/// inside each other, code, rules, emphasis, links and images. A terminal that can open links gets
/// the address of a link; otherwise, and if the address is not one that a ``/SpinTTY/Link`` may have, the
/// first 200 characters of the address follow the text in parentheses, unless it is relative to the
/// document. An image is shown as its words. Tags and comments of HTML are shown as they are
/// written, and the text between them is read as Markdown; of the named characters of HTML, those of Latin 1, Greek
/// letters and usual signs are known. Quotes and lists inside more than 30 others are shown as text.
///
/// The looks are those of the theme. Code has the colours of a ``Code/Highlighter``.
///
/// Every text is a document, and text from anywhere is safe: control characters are made visible.
///
/// - Complexity: A ``Document`` in the state is read once and measured once for each width; a frame then
///   costs O(*v* + log *n*) in the length of the visible blocks, of code and tables with what is out of sight. A
///   document that is made for each frame costs O(*n*) in the length of the text, even if only a part is visible.
public struct Markdown: View {
  private let document: Document
  private let highlighters: [String: Code.Highlighter]

  /// Creates a view of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - highlighters: The highlighters of code, by the word after the fence in lower case.
  public init(
    _ document: Document, highlighters: [String: Code.Highlighter] = Code.highlighters
  ) {
    self.document = document
    self.highlighters = highlighters
  }

  /// Creates a view of a text.
  ///
  /// - Parameters:
  ///   - text: The text in Markdown.
  ///   - highlighters: The highlighters of code, by the word after the fence in lower case.
  public init(_ text: String, highlighters: [String: Code.Highlighter] = Code.highlighters) {
    self.init(Document(text), highlighters: highlighters)
  }

  private func view(_ part: Part) -> PartView { PartView(part, highlighters) }

  private func plan(_ columns: Int?, in environment: ViewEnvironment) -> PartRows.Plan {
    document.rows.plan(columns, in: environment) {
      document.parts.map {
        view($0).measure(Proposal(columns: columns, rows: nil), in: environment)
      }
    }
  }

  /// Returns the size of the document in a width, cut to the rows offered.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let plan = plan(proposal.columns, in: environment)
    return Size(
      columns: plan.columns, rows: min(plan.starts[plan.starts.count - 1], proposal.rows ?? .max))
  }

  /// Draws the blocks in the visible rows.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let visible = surface.visible
    guard !visible.size.isEmpty else { return }
    let plan = plan(surface.size.columns, in: environment)
    let starts = plan.starts
    let parts = plan.parts(in: visible.row..<visible.row + visible.size.rows)
    for index in parts {
      let place = Rectangle(
        row: starts[index], columns: surface.size.columns, rows: starts[index + 1] - starts[index])
      view(document.parts[index]).draw(into: surface.region(place), in: environment)
    }
  }

  /// Fills the width if a block does, such as code, a rule or a table.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == .horizontal && document.fillsWidth ? .fill : .content
  }

  /// Describes all blocks.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    for part in document.parts { view(part).describe(into: &text, in: environment) }
  }
}

extension [Span] {
  /// Returns the spans in the looks of the theme, and the addresses of links that the terminal does not
  /// open.
  func runs(in environment: ViewEnvironment, heading: Theme.Token? = nil) -> [Text.Run] {
    var runs: [Text.Run] = []
    for (number, span) in enumerated() {
      var run = Text.Run(span.text, look: heading)
      if span.traits.contains(.emphasis) { run.style.attributes.insert(.italic) }
      if span.traits.contains(.strong) { run.style.attributes.insert(.bold) }
      if span.traits.contains(.image) { run.look = .secondary }
      if span.traits.contains(.code) { run.look = .accent }
      guard let address = span.link else {
        runs.append(run)
        continue
      }
      run.look = .accent
      run.style.underline = .single
      run.style.link = environment.opensLinks ? Link(address) : nil
      runs.append(run)
      if let address = self.address(behind: number, in: environment) {
        runs.append(Text.Run(address, look: .secondary))
      }
    }
    return runs
  }

  /// The most scalars of an address that are shown, because each use of a definition shows its address.
  private static var addressLimit: Int { 200 }

  /// Returns the address of a link that ends with a span, if the user would not see it otherwise; a long one
  /// is cut.
  func address(behind number: Int, in environment: ViewEnvironment) -> String? {
    let span = self[number]
    guard let address = span.link, number + 1 == count || self[number + 1].link != address,
      !environment.opensLinks || Link(address) == nil
    else { return nil }
    let isSeen = span.text == address || "mailto:" + span.text == address
    if isSeen || address.isRelativeReference { return nil }
    let shown = address.unicodeScalars.prefix(Self.addressLimit)
    let rest = shown.endIndex < address.endIndex ? environment.ellipsis : ""
    return " (\(String(shown))\(rest))"
  }
}

extension String {
  /// Whether an address names neither a scheme nor a host, so that it leads nowhere without the address of
  /// its document.
  ///
  /// The name of a scheme has fewer than 100 characters, so no more of a long address is read.
  fileprivate var isRelativeReference: Bool {
    if hasPrefix("//") { return false }
    return unicodeScalars.prefix(100).first { ":/?#".unicodeScalars.contains($0) } != ":"
  }
}
