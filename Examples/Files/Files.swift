import SpinCore
import SpinMarkdown
import SpinTTY

/// The state of the program: the files below a folder, and a look into one of them.
struct Files: Sendable {
  enum Area: Hashable, Sendable { case files, filter, preview, name }

  enum Event: Sendable {
    case files(Tree<FilePicker.Entry>.Action), read(FilePicker.Listing), hidden
    case filter(TextInput.Action), name(TextInput.Action), focus(Focus<Area>.Action)
    case previewed(FilePicker.Entry, Preview), scroll(Scroll.Action)
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
  /// The file that the preview shows, which may not be the selected one yet.
  var shown: FilePicker.Entry?
  var preview = Preview.words("")
  var scroll = Scroll()
  /// The change that a dialog asks about.
  var question: Change?
  /// The change that is being made.
  var change: Change?
  var note = ""

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
    case .previewed(let entry, let new): (shown, preview, scroll) = (entry, new, Scroll())
    case .scroll(let action): scroll.reduce(action)
    case .hidden: files.showsHidden.toggle()
    case .leave:
      if focus.isOn(.filter) { (filter, files.filter) = (TextInput.Model(), "") }
      focus.reduce(.move(to: .files))
    case .edited(let path): files.reload(path.folder)
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
      if let path = change?.path { files.reload(path.folder) }
      change = nil
    }
  }
}

extension Files {
  /// The preview of a file.
  enum Preview: Sendable {
    case text([Text.Run]), markdown(Markdown.Document)

    static func words(_ text: String) -> Preview { .text([Text.Run(text, look: .secondary)]) }
  }
}
