import SpinMarkdown
import SpinTTY

/// The state of the program: the files below a folder, and a look into one of them.
struct Files: Sendable {
  enum Area: Hashable, Sendable { case files, filter, preview, name }

  enum Event: Sendable {
    case files(Tree<FilePicker.Entry>.Action), read(FilePicker.Listing), hidden
    case filter(TextInput.Action), focus(Focus<Area>.Action), leave
    case previewed(FilePreview), scroll(Scroll.Action)
    case ask(Change?), name(TextInput.Action), agreed, changed(FilePicker.Path, String)
  }

  /// A file to delete or, with a name, to rename.
  struct Change: Equatable, Sendable {
    let path: FilePicker.Path
    var name: TextInput.Model?
  }

  var files: FilePicker.Model
  var filter = TextInput.Model()
  var focus = Focus<Area>(.files)
  /// The start of a file, which may not be the selected one yet.
  var preview: FilePreview?
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
    case .hidden: files.showsHidden.toggle()
    case .filter(let action):
      filter.reduce(action)
      files.filter = filter.text
    case .focus(let action): focus.reduce(action)
    case .leave:
      if focus.isOn(.filter) { (filter, files.filter) = (TextInput.Model(), "") }
      focus.reduce(.move(to: .files))
    case .previewed(let new): (preview, scroll) = (new, Scroll())
    case .scroll(let action): scroll.reduce(action)
    case .ask(let asked): question = asked
    case .name(let action): question?.name?.reduce(action)
    case .agreed:
      // The next change waits for the end of one under way, which cannot be taken back.
      guard change == nil else { return }
      // NB: a name that is no text would become another one.
      if question?.name?.text != question?.path.name { change = question }
      question = nil
    case .changed(let path, let words):
      note = words
      if change?.path == path { change = nil }
      files.reload(path.folder)
    }
  }
}
