extension FilePicker {
  /// The files that were read, the open folders and the selection: a value in the state.
  public struct Model: Hashable, Sendable {
    /// The folder at the top, which has no row.
    public let root: Path
    /// The selection, the open folders and the scroll position.
    public private(set) var tree = Tree<Entry>.Model()
    /// A text that the names of the files shown contain, in either case of letters.
    ///
    /// An empty text shows all. A folder is shown if its own name contains the text, or if a file below it
    /// does, as far as folders were read. Below a folder whose name contains the text, all are shown.
    public var filter = "" { didSet { if filter != oldValue { choose() } } }
    /// Whether files whose names begin with a dot are shown.
    public var showsHidden = false { didSet { if showsHidden != oldValue { choose() } } }
    /// The order of the files in each folder, behind the folders.
    public var order = Order.name {
      didSet { if order != oldValue { sort() } }
    }
    /// Whether the files of each folder are in the opposite order; the folders still come first.
    public var isReversed = false { didSet { if isReversed != oldValue { sort() } } }
    /// The marked files and folders, even of folders that are closed.
    ///
    /// The actions ``Selection/Action/mark`` and ``Selection/Action/extend(_:of:)`` mark rows. Files that
    /// are gone stay marked until the program removes them here.
    public var marked: Set<Path> {
      get { tree.selection.marked }
      set { tree.selection.marked = newValue }
    }
    /// Why the folder at the top cannot be read.
    public private(set) var failure: String?

    /// The entries of the folders that were read.
    private var read: [Path: [Entry]] = [:]
    /// Those of them that are shown.
    private var shown: [Path: [Entry]] = [:]
    /// The folders that are to be read again, and how often that was asked for since they were read.
    private var stale: [Path: Int] = [:]
    /// What follows from the rest.
    private var rows = ShownRows()

    /// Creates a model of the files below a folder.
    public init(_ root: Path) {
      // The folders of the files below it end without a slash.
      var bytes = root.bytes
      while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
      self.root = Path(bytes: bytes)
    }

    /// The entries of the folder at the top.
    public var entries: [Entry] { shown[root] ?? [] }

    /// Returns the entries of a folder; empty for a file, and `nil` for a folder that was not read.
    public func children(of entry: Entry) -> [Entry]? { entry.isFolder ? shown[entry.path] : [] }

    /// The selected file or folder.
    ///
    /// - Complexity: O(1) if the row is where it was when the user selected it, otherwise O(*n*) in the rows.
    public var selected: Entry? { outline.selected(by: tree.selection) }

    /// The rows that are shown.
    var outline: TreeOutline<Entry> { rows.outline }

    /// The marked files and folders, in the order of their bytes; if there are none, the selected one.
    public var chosen: [Path] {
      if marked.isEmpty { return selected.map { [$0.path] } ?? [] }
      return marked.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// The folders that are to be read now: the one at the top, those that the user opened, and those that
    /// have changed.
    ///
    /// - Complexity: O(*n* log *n*) in these folders.
    public var missing: [Entry] {
      let top = read[root] == nil && failure == nil ? [root] : []
      let again = Set(stale.keys).subtracting(top + rows.missing).sorted {
        $0.bytes.lexicographicallyPrecedes($1.bytes)
      }
      // A folder that changes while it is read is another element, so that the feedback reads it anew.
      return (top + rows.missing + again).map { Entry($0, isFolder: true, size: stale[$0] ?? 0) }
    }

    /// What stands in the place of the tree.
    var words: String? {
      if let failure { return "\(failure); enter tries again" }
      if read[root] == nil { return "loading" }
      return !entries.isEmpty ? nil : filter.isEmpty ? "no files" : "no file has such a name"
    }

    /// Reduces an action of the user.
    ///
    /// - Returns: The result of the action; activating a file is for the program. A folder is never activated, even
    ///   if it shows no files.
    @discardableResult
    public mutating func reduce(_ action: Tree<Entry>.Action) -> Tree<Entry>.Outcome {
      if failure != nil, case .rows(.activate) = action { failure = nil }
      let before = tree
      let outcome = tree.reduce(action, in: outline, entries, children)
      if tree.open != before.open || tree.failures != before.failures { findRows() }
      // A tree takes a folder that shows no files for a leaf.
      guard case .activated(let path) = outcome, shown[path] != nil else { return outcome }
      return tree.selection.id == before.selection.id ? .nothing : .selected
    }

    /// Takes the entries of a folder.
    public mutating func take(_ listing: Listing) {
      stale[listing.folder] = nil
      switch listing.result {
      case .success(let entries):
        if listing.folder == root { failure = nil }
        let entries = order.sorted(entries, isReversed: isReversed)
        // Most folders that are read again are as they were, and so are the rows.
        if entries == read[listing.folder] { return }
        read[listing.folder] = entries
        forget(below: listing.folder, but: Set(entries.lazy.filter(\.isFolder).map(\.path)))
        choose(upFrom: listing.folder)
      case .failure(let failure):
        read[listing.folder] = nil
        choose(upFrom: listing.folder)
        if listing.folder == root {
          self.failure = failure.words
        } else if read[listing.folder.folder]?.contains(where: { $0.path == listing.folder })
          == true
        {
          tree.fail(listing.folder, failure.words)
          findRows()
        }
      }
    }

    /// Asks for a folder to be read again, because its files have changed; until it is read, the
    /// old ones are shown.
    ///
    /// One that could not be read is read again, too. One that is being read is read anew.
    public mutating func reload(_ folder: Path) {
      let isKnown = folder == root || read[folder] != nil || tree.failures[folder] != nil
      if isKnown || rows.missing.contains(folder) { stale[folder, default: 0] += 1 }
    }

    /// Asks for all folders to be read again, because files may have changed anywhere.
    ///
    /// A folder that is being read again already is not read anew. So a period may ask for it, however slow a folder
    /// is: `Feedback.source { .every(.seconds(2), .reload) }`.
    public mutating func reload() {
      let folders = (failure == nil ? [] : [root]) + read.keys + tree.failures.keys
      for folder in folders where stale[folder] == nil { reload(folder) }
    }

    /// Forgets the folders below a folder, but those below folders that are still there.
    private mutating func forget(below folder: Path, but folders: Set<Path>) {
      func isGone(_ path: Path) -> Bool {
        path.ancestor(in: folder).map { !folders.contains($0) } ?? false
      }
      for path in Set(read.keys).union(tree.failures.keys) where isGone(path) {
        (read[path], shown[path]) = (nil, nil)
        stale[path] = nil
        tree.forgetFailure(of: path)
      }
    }

    /// Selects a file, and opens the folders above it.
    ///
    /// A file whose folder was not read is selected once that is read.
    public mutating func reveal(_ path: Path) {
      var (folder, above) = (path.folder, Set<Path>())
      while folder != root {
        if folder.folder == folder { return }  // The file is not below the root.
        above.insert(folder)
        folder = folder.folder
      }
      tree.open.formUnion(above)
      // Until the folder is read, and if the filter hides the file, the row stays.
      var selection = Selection(path, index: tree.selection.index)
      selection.marked = marked
      tree.selection = selection
      findRows()
    }

    /// Finds the rows after a change of the files that are shown, of the open folders or of failures.
    private mutating func findRows() {
      rows.outline = TreeOutline(entries, open: tree.open, children)
      rows.missing = rows.outline.missing(but: tree.failures).map(\.path)
    }

    private mutating func sort() {
      read = read.mapValues { order.sorted($0, isReversed: isReversed) }
      choose()
    }

    /// Chooses the files that each folder shows, from the longest path to the shortest, because a folder is
    /// shown for the files below it.
    private mutating func choose() {
      let words = FilterWords(filter)
      for folder in read.keys.sorted(by: { $0.bytes.count > $1.bytes.count }) {
        choose(in: folder, words)
      }
      findRows()
    }

    /// Chooses the files that a folder shows and, if there is a filter, those of the folders above it.
    private mutating func choose(upFrom folder: Path) {
      let words = FilterWords(filter)
      choose(in: folder, words)
      var folder = folder
      while !filter.isEmpty, folder != root, folder != folder.folder {
        folder = folder.folder
        choose(in: folder, words)
      }
      findRows()
    }

    /// Whether the name of a folder, or of one around it, contains the text of the filter.
    private func isFound(_ folder: Path, _ words: FilterWords) -> Bool {
      var folder = folder
      while !words.isEmpty, folder != root, folder != folder.folder {
        if words.occur(in: folder.name) { return true }
        folder = folder.folder
      }
      return false
    }

    private mutating func choose(in folder: Path, _ words: FilterWords) {
      let isFound = isFound(folder, words)
      shown[folder] = read[folder]?.filter { entry in
        let name = entry.path.name
        if !showsHidden, name.hasPrefix(".") { return false }
        return isFound || words.occur(in: name) || shown[entry.path]?.isEmpty == false
      }
    }
  }
}

/// The rows of a picker, which its other parts make; so they say nothing about whether two pickers are equal.
private struct ShownRows: Hashable, Sendable {
  var outline = TreeOutline<FilePicker.Entry>([], open: []) { _ in nil }
  /// The open folders that were not read.
  var missing: [FilePicker.Path] = []

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension ShownRows: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The text of a filter, read once for all names.
private struct FilterWords {
  private let text: String
  private let count: Int

  init(_ text: String) {
    self.text = text.lowercased()
    count = self.text.count
  }

  var isEmpty: Bool { count == 0 }

  /// Whether a name contains the text, in either case of letters.
  func occur(in name: String) -> Bool {
    if isEmpty { return true }
    let name = name.lowercased()
    // NB: the search prepares the whole text, which takes long after a large paste.
    return name.count >= count && name.contains(text)
  }
}
