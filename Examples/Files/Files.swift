import SpinCore
import SpinMarkdown
import SpinTTY

/// The state of the program: the files below a folder, and a look into one of them.
struct Files: Equatable, Sendable {
  enum Area: Hashable, Sendable { case files, filter, preview, name }

  enum Preview: Equatable, Sendable {
    case words(String), lines(LogView.Lines), markdown(Markdown.Document)
  }

  enum Event: Equatable, Sendable {
    case files(Tree<FilePicker.Entry>.Action), read(FilePicker.Listing), hidden
    case filter(TextInput.Action), name(TextInput.Action), focus(Focus<Area>.Action)
    case previewed(Preview), scroll(Scroll.Action), log(LogView.Model.Action)
    case ask(Change?), agreed, changed(String)
  }

  /// A file to delete or, with a name, to rename.
  struct Change: Equatable, Sendable {
    let path: FilePicker.Path
    var name: TextInput.Model?
  }

  var files: FilePicker.Model
  var filter = TextInput.Model()
  var focus = Focus<Area>(.files)
  var preview = Preview.words("")
  var scroll = Scroll()
  var log = LogView.Model()
  /// The change that a dialog asks about.
  var question: Change?
  /// The change that is being made.
  var change: Change?
  var note = ""

  init(_ root: String) { files = FilePicker.Model(FilePicker.Path(root)) }

  /// The file to look into.
  var watched: FilePicker.Entry? { files.selected.flatMap { $0.isFolder ? nil : $0 } }

  mutating func apply(_ event: Event) {
    switch event {
    case .files(let action):
      if case .activated = files.reduce(action) { focus.reduce(.move(to: .preview)) }
    case .read(let listing): files.take(listing)
    case .filter(let action):
      filter.reduce(action)
      files.filter = filter.text
    case .focus(let action): focus.reduce(action)
    case .previewed(let new):
      (preview, scroll, log) = (new, Scroll(), LogView.Model(wraps: true))
      // Code begins at its first line.
      log.show(0)
    case .scroll(let action): scroll.reduce(action)
    case .log(let action): if case .lines(let lines) = preview { log.reduce(action, in: lines) }
    case .hidden: files.showsHidden.toggle()
    case .ask(let asked):
      question = asked
      focus.reduce(.move(to: asked?.name == nil ? .files : .name))
    case .name(let action): question?.name?.reduce(action)
    case .agreed:
      change = question
      apply(.ask(nil))
    case .changed(let words):
      note = words
      if let path = change?.path { files.reload(path.folder) }
      change = nil
    }
  }
}
