/// The files below a folder, as a tree that is read where the user opens it.
///
/// ```swift
/// FilePicker(state.picker).scrollbar().id(Area.picker)                          // the view
/// Control(Area.picker) { .picker($0) }                                          // its input
/// Feedback(forEach: \.picker.missing) { folder in .run { .read(folder.read()) } }
/// case .picker(let action):                                                     // the reducer
///   if case .activated(let path) = picker.reduce(action) { chosen = path }
/// case .read(let listing): picker.take(listing)
/// ```
///
/// The keys are those of a ``Tree``. Folders come first and end with `/`, and a link ends with `@`. A
/// folder is read when it is opened; meanwhile its row says so, or why it cannot be read. Links to folders
/// open like folders, one level at a time, so that one that leads in a circle does no harm.
///
/// A row shows the name on one line: a byte that is not UTF-8 becomes U+FFFD, a control character such as a
/// newline becomes a visible sign, and a name of blanks stands in quotes. ``Path`` keeps the bytes. The
/// names of marked files are underlined in the theme's style of warnings.
public struct FilePicker: View {
  private let model: Model
  private let details: (Entry) -> ViewList

  /// Creates a view of the files of a model.
  public init(_ model: Model) { self.init(model) { _ in ViewList([]) } }

  /// Creates a view of the files of a model, with more about each file beside its name.
  ///
  /// ```swift
  /// FilePicker(state.picker) { entry in
  ///   Text("\(entry.size)").frame(width: .fixed(9), alignment: .topTrailing)
  /// }
  /// ```
  ///
  /// If there is no room for a name of 12 columns and all of its details, details of the lowest priority
  /// are left out.
  ///
  /// - Parameters:
  ///   - model: The files.
  ///   - details: A closure that returns the views at the end of the row of a file.
  public init(_ model: Model, @ViewBuilder details: @escaping (Entry) -> ViewList) {
    self.model = model
    self.details = details
  }

  /// The tree; if there is none, words that say why.
  public var body: some View {
    if let words = model.words {
      Text(words).styled(model.failure == nil ? .secondary : .error).focusable()
    } else {
      Tree(model.outline, model.tree, children: model.children, row: row)
    }
  }

  /// The name and the details, whose place the reason takes why a folder cannot be read.
  @ViewBuilder private func row(of entry: Entry) -> ViewList {
    let more = model.tree.failures[entry.path] == nil ? details(entry) : ViewList([])
    if more.views.isEmpty {
      name(of: entry)
    } else {
      HStack(spacing: 1) {
        name(of: entry).frame(width: .fill.atLeast(12).priority(.max))
        more
      }
    }
  }

  private func name(of entry: Entry) -> Text {
    let isMarked = model.marked.contains(entry.path)
    let run = Text.Run(
      entry.title, style: isMarked ? Style(underline: .single) : .plain,
      look: isMarked ? .warning : entry.look)
    return Text([run], wrapping: .none, truncation: .middle)
  }
}

extension FilePicker {
  /// The path of a file: the bytes of the system, which need not be text.
  public struct Path: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a path from bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a path from text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the path of a file in this folder.
    public func appending(_ name: [UInt8]) -> Path {
      Path(bytes: bytes.last == 0x2F ? bytes + name : bytes + [0x2F] + name)
    }

    /// The folder around the file; the folder of a path without `/` is `.`.
    public var folder: Path {
      guard let slash = bytes.lastIndex(of: 0x2F) else { return Path(".") }
      return Path(bytes: slash == 0 ? [0x2F] : Array(bytes[..<slash]))
    }

    /// The path, or the folder around it, that is directly in another folder; `nil` if the path is not below that.
    func ancestor(in other: Path) -> Path? {
      var path = self
      while path.bytes.count > other.bytes.count {
        let folder = path.folder
        if folder == other { return path }
        if folder == path { return nil }
        path = folder
      }
      return nil
    }

    /// The bytes of the last part of the path.
    public var lastComponent: [UInt8] {
      Array(bytes[(bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...])
    }

    /// The last part of the path, in which bytes that are not UTF-8 are replaced.
    public var name: String { String(decoding: lastComponent, as: UTF8.self) }

    /// The path from the root without links; the path itself if it leads nowhere.
    ///
    /// *Isolation*: asks the file system, and blocks the calling thread meanwhile.
    public var resolved: Path { SpinTTY.resolved(bytes).map { Path(bytes: $0) } ?? self }

    /// Whether the path comes before another one: by the bytes, without the case of letters, and by the values of the
    /// numbers among them.
    func precedes(_ other: Path) -> Bool {
      let (left, right) = (bytes, other.bytes)
      // From the first byte that differs, with the digits before it, which are part of its number.
      var i = 0
      while i < left.count, i < right.count, left[i] == right[i] { i += 1 }
      while i > 0, 0x30...0x39 ~= left[i - 1] { i -= 1 }
      var j = i
      while i < left.count, j < right.count {
        let (one, two) = (left.number(from: i), right.number(from: j))
        if !one.isEmpty, !two.isEmpty {
          let (a, b) = (one.drop { $0 == 0x30 }, two.drop { $0 == 0x30 })
          if a.count != b.count { return a.count < b.count }
          if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
          (i, j) = (one.endIndex, two.endIndex)
        } else {
          let (one, two) = (left[i].withoutCase, right[j].withoutCase)
          if one != two { return one < two }
          (i, j) = (i + 1, j + 1)
        }
      }
      if left.count - i != right.count - j { return j < right.count }
      // The numbers may have different zeros, and the letters different cases.
      return left.lexicographicallyPrecedes(right)
    }

    /// The path as text; `nil` if its bytes are not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path as text, in which bytes that are not UTF-8 are replaced.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// A file or a folder.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The path.
    public let path: Path
    /// Whether it is a folder, or a link to one.
    public let isFolder: Bool
    /// Whether it is a link.
    public let isLink: Bool
    /// The number of bytes of a file.
    public let size: Int
    /// The time since 1970 at which the file was changed last.
    public let modified: Duration

    /// The path.
    public var id: Path { path }

    /// Creates an entry.
    public init(
      _ path: Path, isFolder: Bool = false, isLink: Bool = false, size: Int = 0,
      modified: Duration = .zero
    ) {
      self.path = path
      self.isFolder = isFolder
      self.isLink = isLink
      self.size = size
      self.modified = modified
    }

    /// The name with a mark for what it is.
    package var title: String { path.name.asName + (isLink ? "@" : isFolder ? "/" : "") }

    package var look: Theme.Token { isFolder ? .accent : .text }

    /// Reads the entries of a folder.
    ///
    /// *Isolation*: blocks the calling thread while the system reads, so call it in an effect.
    public func read() -> Listing {
      do throws(FolderListing.Failure) {
        // NB: in an effect, because the loop, which sorts again, then only sees that they are sorted.
        let entries = try FolderListing(of: path.bytes).items.map(entry)
        return Listing(path, .success(Order.name.sorted(entries)))
      } catch {
        return Listing(path, .failure(.init(words: error.words)))
      }
    }

    private func entry(_ item: FolderListing.Item) -> Entry {
      Entry(
        path.appending(item.name), isFolder: item.isFolder, isLink: item.isLink, size: item.size,
        modified: item.modified)
    }

    /// Reads the first bytes of a file; there are none if it cannot be read.
    package func contents(upTo limit: Int) -> [UInt8] {
      (try? FileStart(of: path.bytes, upTo: limit))?.bytes ?? []
    }

    /// Reads the first lines of a file, or the names in a folder, for example for a preview.
    ///
    /// *Isolation*: blocks the calling thread while the system reads, so call it in an effect.
    ///
    /// - Parameters:
    ///   - bytes: The most bytes of the text of a file.
    ///   - lines: The most lines of the text.
    /// - Returns: The text, or why there is none.
    public func start(bytes: Int = 16 << 10, lines: Int = 500) -> Start {
      do throws(FolderListing.Failure) {
        if isFolder {
          let entries = Order.name.sorted(try FolderListing(of: path.bytes).items.map(entry))
          let text = entries.prefix(max(0, lines)).map { $0.title + "\n" }.joined()
          return .text(text, isCut: entries.count > lines)
        }
        let start = try FileStart(of: path.bytes, upTo: max(0, bytes))
        return Start(start.bytes, isCut: start.isCut, lines: max(0, lines))
      } catch {
        return .failure(.init(words: error.words))
      }
    }
  }

  /// The order of the files in a folder.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
    /// By the name: by its bytes, without the case of letters, and by the values of the numbers in it, so that `2.txt`
    /// comes before `10.txt`.
    case name
    /// The largest first.
    case size
    /// The last changed first.
    case modified

    /// Returns entries in this order, with the folders first; equal ones are in the order of their names.
    package func sorted(_ entries: [Entry], isReversed: Bool = false) -> [Entry] {
      entries.sorted { left, right in
        if left.isFolder != right.isFolder { return left.isFolder }
        let (left, right) = isReversed ? (right, left) : (left, right)
        if self == .size, left.size != right.size { return left.size > right.size }
        if self == .modified, left.modified != right.modified {
          return left.modified > right.modified
        }
        return left.path.precedes(right.path)
      }
    }
  }

  /// The first lines of a file, or why there are none.
  public enum Start: Hashable, Sendable {
    /// Text, and whether the file has more of it, or the folder more names.
    case text(String, isCut: Bool)
    /// A file that is no UTF-8 text, or has a zero byte.
    case binary
    /// A file that cannot be read.
    case failure(Listing.Failure)

    init(_ bytes: [UInt8], isCut: Bool, lines: Int) {
      var (end, newlines, isCut) = (0, 0, isCut)
      while end < bytes.count, newlines < lines {
        if bytes[end] == 0x0A { newlines += 1 }
        end += 1
      }
      if isCut, end == bytes.count {
        // The last character may be cut: its first byte is among the last three.
        let lead = bytes.suffix(3).lastIndex { $0 & 0xC0 == 0xC0 }
        if let lead, String(validating: bytes[lead...], as: UTF8.self) == nil { end = lead }
      }
      isCut = isCut || end < bytes.count
      let text = bytes.contains(0) ? nil : String(validating: bytes[..<end], as: UTF8.self)
      self = text.map { .text($0, isCut: isCut) } ?? .binary
    }
  }

  /// The entries of a folder, or why it cannot be read.
  public struct Listing: Hashable, Sendable {
    /// The reason why a folder cannot be read.
    public struct Failure: Error, Hashable {
      /// The words of the system.
      public let words: String

      /// Creates a reason.
      public init(words: String) { self.words = words }
    }

    /// The folder.
    public let folder: Path
    /// The entries, in any order.
    public let result: Result<[Entry], Failure>

    /// Creates a listing.
    public init(_ folder: Path, _ result: Result<[Entry], Failure>) {
      self.folder = folder
      self.result = result
    }
  }
}

extension UInt8 {
  fileprivate var withoutCase: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

extension [UInt8] {
  /// The digits from a place on.
  fileprivate func number(from start: Int) -> ArraySlice<UInt8> {
    self[start...].prefix { 0x30...0x39 ~= $0 }
  }
}
