import SpinCore
import SpinMarkdown
import SpinTTY

/// The state of the program: the files below a folder, and a look into one of them.
struct Files: Equatable, Sendable {
  enum Area: Hashable, Sendable { case files, filter, preview, name }

  enum Preview: Equatable, Sendable { case lines(LogView.Lines), markdown(Markdown.Document) }

  enum Event: Equatable, Sendable {
    case files(Tree<FilePicker.Entry>.Action), read(FilePicker.Listing), hidden
    case filter(TextInput.Action), name(TextInput.Action), focus(Focus<Area>.Action)
    case previewed(FilePicker.Entry, Preview), scroll(Scroll.Action), log(LogView.Model.Action)
    case ask(Change?), agreed, changed(String), edited(FilePicker.Path), leave
  }

  /// A file to delete or, with a name, to rename.
  struct Change: Equatable, Sendable {
    let path: FilePicker.Path
    var name: TextInput.Model?
  }

  var files: FilePicker.Model
  var filter = TextInput.Model()
  var focus = Focus<Area>(.files)
  var preview = Preview.lines(LogView.Lines())
  /// How often files were changed.
  var version = 0
  /// The file that the preview shows, which may not be the selected one yet.
  var shown: FilePicker.Entry?
  var scroll = Scroll()
  var log = LogView.Model()
  /// The change that a dialog asks about.
  var question: Change?
  /// The change that is being made.
  var change: Change?
  var note = ""

  /// What the preview is made of.
  struct Watched: Equatable, Sendable {
    let entry: FilePicker.Entry
    let version: Int
  }

  var watched: Watched? { files.selected.map { Watched(entry: $0, version: version) } }

  init(_ root: FilePicker.Path) { files = FilePicker.Model(root) }

  mutating func apply(_ event: Event) {
    switch event {
    case .files(let action):
      note = ""
      if case .activated = files.reduce(action) { focus.reduce(.move(to: .preview)) }
    case .read(let listing): files.take(listing)
    case .filter(let action):
      filter.reduce(action)
      files.filter = filter.text
    case .focus(let action): focus.reduce(action)
    case .previewed(let entry, let new):
      (shown, preview, scroll, log) = (entry, new, Scroll(), LogView.Model(wraps: true))
      // Code begins at its first line.
      log.show(0)
    case .scroll(let action): scroll.reduce(action)
    case .log(let action): if case .lines(let lines) = preview { log.reduce(action, in: lines) }
    case .hidden: files.showsHidden.toggle()
    case .leave:
      if focus.isOn(.filter) { (filter, files.filter) = (TextInput.Model(), "") }
      focus.reduce(.move(to: .files))
    case .edited(let path): reload(path)
    case .ask(let asked):
      question = asked
      focus.reduce(.move(to: asked?.name == nil ? .files : .name))
    case .name(let action): question?.name?.reduce(action)
    case .agreed:
      // NB: a name that is no text would become another one.
      if question?.name?.text != question?.path.name { change = question }
      apply(.ask(nil))
    case .changed(let words):
      note = words
      if let path = change?.path { reload(path) }
      change = nil
    }
  }

  /// Has a file and its folder read again.
  private mutating func reload(_ path: FilePicker.Path) {
    files.reload(path.folder)
    version += 1
  }
}
