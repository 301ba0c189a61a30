public import SpinTTY

/// The start of a file, or the names in a folder: a view that may be stored in the state.
///
/// ```swift
/// Feedback(on: \.picker.selected) { file in .run { .previewed(FilePreview(file)) } }
/// case .previewed(let new): (preview, scroll) = (new, Scroll())       // the reducer
/// Viewport(state.scroll) { if let preview = state.preview { preview } }  // the view
/// ```
///
/// A file whose name ends with `.md` is shown as ``Markdown``, code in the colours of a
/// ``Code/Highlighter`` and in lines that scroll sideways in a `Viewport`, other text in lines that go on in the next
/// row, and the names in a folder in those of a `FilePicker`. A picture in the format PNG is
/// shown in the width offered; of other common pictures, the view says the format and the size. If a file is not
/// text or cannot be read, the view says so.
public struct FilePreview: View, Sendable {
  private enum Content {
    case document(Markdown.Document)
    case runs([Text.Run])
    /// Code, and its lines without their looks.
    case code([Text.Run], lines: [Substring])
    case picture(Pixels, words: String)
  }

  /// The file or the folder.
  public let entry: FilePicker.Entry
  private let content: Content

  /// Reads the start of a file, or a folder.
  ///
  /// *Isolation*: blocks the calling thread while the system reads, so call it in an effect.
  ///
  /// - Parameters:
  ///   - entry: The file or the folder.
  ///   - highlighters: The highlighters of code, by the name of the file or its ending, in lower case.
  public init(
    _ entry: FilePicker.Entry, highlighters: [String: Code.Highlighter] = Code.highlighters
  ) {
    self.entry = entry
    func words(_ text: String) -> Content { .runs([Text.Run(text, look: .secondary)]) }
    if entry.isFolder, case .success(let entries) = entry.read().result {
      let names = FilePicker.Order.name.sorted(entries).prefix(500).map {
        Text.Run($0.title + "\n", look: $0.look)
      }
      let rest =
        entries.count > names.count ? "… the rest is not shown" : names.isEmpty ? "empty" : ""
      content = .runs(names + [Text.Run(rest, look: .secondary)])
      return
    }
    switch entry.start() {
    case .failure(let failure): content = words(failure.words)
    case .binary:
      let header = PictureHeader(entry.contents(upTo: 1 << 18))
      let kind = header.map { "\($0.format), \($0.width) × \($0.height)" } ?? "binary"
      let described = "\(kind), \(entry.size.bytes)"
      let bytes = header?.format == "PNG" ? entry.contents(upTo: FilePreview.mostBytes) : []
      content = Pixels(png: bytes).map { .picture($0, words: described) } ?? words(described)
    case .text("", _): content = words("empty")
    case .text(let text, let isCut):
      let name = entry.path.name.lowercased()
      let ending = name.split(separator: ".").last.map { String($0) } ?? ""
      let rest = isCut ? "\n\n… the rest is not shown" : ""
      if ending == "md" {
        content = .document(Markdown.Document(text + rest))
      } else {
        let end = Text.Run(rest, look: .secondary)
        content =
          (highlighters[name] ?? highlighters[ending]).map { highlight in
            let lines = (text + rest).split(omittingEmptySubsequences: false) {
              $0 == "\n" || $0 == "\r\n" || $0 == "\r"
            }
            return .code(highlight(text) + [end], lines: lines)
          } ?? .runs([Text.Run(text), end])
      }
    }
  }

  /// The most bytes of a picture that is shown.
  private static let mostBytes = 1 << 24

  /// The document, the text or the picture; if there is none, words that say why.
  public var body: some View {
    switch content {
    case .document(let document): Markdown(document)
    case .runs(let runs): Text(runs)
    case .code(let runs, let lines): Panned(Text(runs, wrapping: .none), margin: 0, lines: lines)
    case .picture(let pixels, let words):
      Image(entry.path.name, pixels)
      Text(words).styled(.secondary)
    }
  }
}
