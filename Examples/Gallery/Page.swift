import SpinTTY

/// A page of the gallery: some views, and the keys and layers that belong to them.
struct Page: Identifiable, Sendable {
  let title: String
  let note: String
  /// Whether the content of the page changes by itself.
  let moves: Bool
  /// Whether the page takes the whole screen, without the list of pages and the code.
  let isWide: Bool
  /// The region that has the focus when the page opens; `nil` for a page that only shows.
  let focus: Area?
  /// What the user would do first: opens a layer when the page opens.
  let opens: Demo.Event?
  let view: @Sendable (Demo) -> ViewList
  let keys: Keys<Gallery, Gallery.Event>
  let layers: [Layer<Gallery, Gallery.Event>]
  let performs: [Perform<Gallery, Gallery.Event>]

  var id: String { title }

  init(
    _ title: String, _ note: String, moves: Bool = false, isWide: Bool = false,
    focus: Area? = nil, opens: Demo.Event? = nil,
    @ViewBuilder view: @escaping @Sendable (Demo) -> ViewList,
    @KeyBuilder<Gallery, Gallery.Event> keys: () -> Keys<Gallery, Gallery.Event> = { Keys {} },
    @ListBuilder<Layer<Gallery, Gallery.Event>>
    layers: () -> [Layer<Gallery, Gallery.Event>] = { [] },
    @ListBuilder<Perform<Gallery, Gallery.Event>>
    terminal: () -> [Perform<Gallery, Gallery.Event>] = { [] }
  ) {
    self.title = title
    self.note = note
    self.moves = moves
    self.isWide = isWide
    self.focus = focus
    self.opens = opens
    self.view = view
    self.keys = keys()
    self.layers = layers()
    performs = terminal()
  }

  static let groups: [(title: String, pages: [Page])] = [
    ("", [.dashboard]),
    ("TEXT", [.text, .markdown]),
    ("LAYOUT", [.layout, .priority, .grid, .split, .viewport]),
    ("CHARTS", [.bars, .gauge, .lines, .image]),
    ("ROWS", [.list, .table, .tree, .log]),
    ("INPUT", [.textInput, .textArea, .choices, .options, .form]),
    ("LAYERS", [.dialog, .menu, .select, .files, .toast, .palette, .help]),
    ("PROGRAM", [.terminal, .theme, .motion]),
  ]

  static let all = groups.flatMap(\.pages)

  /// A row in the list of pages: a page, the title of a group, or the blank row before it.
  struct Row: Identifiable {
    let id: String
    var isTitle = false
    var text: String { id.hasPrefix("before ") ? "" : id }
  }

  static let rows = groups.flatMap { group in
    (group.title.isEmpty
      ? [] : ["before " + group.title, group.title].map { Row(id: $0, isTitle: true) })
      + group.pages.map { Row(id: $0.id) }
  }
}
