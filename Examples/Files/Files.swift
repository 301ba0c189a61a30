import SpinMarkdown
import SpinTTY

/// The state of the program: the files below a folder, the preview of one file, and the changes under way.
struct Files: Sendable {
  typealias Path = FilePicker.Path

  enum Area: Hashable, Sendable { case files, filter, preview, name, cancel(Job.ID) }

  /// A change of a file, which may take a while.
  struct Job: Identifiable, Equatable, Sendable {
    enum Kind: String, Sendable {
      case copy = "copied", move = "moved", delete = "deleted", make = "made"
    }
    let kind: Kind
    let path: Path
    var target: Path
    /// Whether the user has agreed to replace what has the name already.
    var replaces = false
    var id = 0
    var pace: Pace?
  }

  /// Jobs that wait for the answer of the user; one of them may get a name first.
  struct Question: Sendable {
    let title: String
    var jobs: [Job]
    var name: TextInput.Model?
  }

  enum Event: Sendable {
    case files(Tree<FilePicker.Entry>.Action), mark, read(FilePicker.Listing), reload(Path)
    case hidden, order, filter(TextInput.Action), focus(Focus<Area>.Action), leave
    case previewed(FilePreview), scroll(Scroll.Action), take(moves: Bool), put
    case ask(Question), name(TextInput.Action), answer(Bool), cancel(Job.ID?)
    case advanced(Job.ID, done: Int, total: Int, at: Duration), ended(Job, Disk.Failure?)
  }

  var files: FilePicker.Model
  var filter = TextInput.Model()
  var focus = Focus<Area>(.files)
  /// The start of a file, which may not be the selected one yet.
  var preview: FilePreview?
  var scroll = Scroll()
  /// The files that the user puts elsewhere.
  private(set) var taken: (kind: Job.Kind, paths: [Path]) = (.copy, [])
  private(set) var questions: [Question] = []
  private(set) var jobs: [Job] = []
  private var lastJob = 0
  private(set) var note = ""

  init(_ root: Path) { files = FilePicker.Model(root) }

  /// The marked files, or else the selected one.
  var chosen: [Path] {
    if files.marked.isEmpty { return files.selected.map { [$0.path] } ?? [] }
    return files.marked.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// The selected folder, or the folder of the selected file.
  var folder: Path {
    files.selected.map { $0.isFolder ? $0.path : $0.path.folder } ?? files.root
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .files(let action):
      note = ""
      if case .activated = files.reduce(action) { focus.reduce(.move(to: .preview)) }
    case .mark:
      files.reduce(.rows(.mark))
      files.reduce(.rows(.move(1)))
    case .read(let listing): files.take(listing)
    case .reload(let folder): files.reload(folder)
    case .hidden: files.showsHidden.toggle()
    case .order:
      let orders = FilePicker.Order.allCases
      let next = orders.drop { $0 != files.order }.dropFirst().first ?? orders[0]
      (files.order, note) = (next, "sorted by \(next)")
    case .filter(let action):
      filter.reduce(action)
      files.filter = filter.text
    case .focus(let action): focus.reduce(action)
    case .leave:
      if focus.isOn(.files) { files.marked = [] }
      if focus.isOn(.filter) { (filter, files.filter) = (TextInput.Model(), "") }
      focus.reduce(.move(to: .files))
    case .previewed(let new): (preview, scroll) = (new, Scroll())
    case .scroll(let action): scroll.reduce(action)
    case .take(let moves):
      taken = (moves ? .move : .copy, chosen)
      files.marked = []
      note = "v puts \(taken.paths.names) into the selected folder."
    case .put:
      for path in taken.paths {
        begin(Job(kind: taken.kind, path: path, target: folder.appending(path.lastBytes)))
      }
      if taken.kind == .move { taken.paths = [] }
    case .ask(let question): questions.append(question)
    case .name(let action): questions[0].name?.reduce(action)
    case .answer(let isYes):
      let question = questions.removeFirst()
      for var job in question.jobs where isYes {
        if let name = question.name { job.target = job.target.appending(Array(name.text.utf8)) }
        // NB: a name that is no text would become another one.
        if question.name.map({ $0.text != job.path.name && !$0.text.isEmpty }) ?? true {
          begin(job)
        }
      }
    case .advanced(let id, let done, let total, let time):
      guard let number = jobs.firstIndex(where: { $0.id == id }) else { return }
      var pace = jobs[number].pace ?? Pace(of: Double(total))
      pace.reach(Double(done), at: time)
      jobs[number].pace = pace
    case .ended(var job, let failure):
      end(job)
      note = failure?.words ?? "\(job.target.name): \(job.kind.rawValue)"
      guard failure?.isConflict == true, job.kind != .make else { return }
      job.replaces = true
      questions.append(Question(title: "replace?", jobs: [job]))
    case .cancel(let id):
      for job in jobs where id == nil || job.id == id {
        end(job)
        note = "\(job.target.name): not \(job.kind.rawValue)"
      }
    }
  }

  private mutating func begin(_ job: Job) {
    lastJob += 1
    jobs.append(job)
    jobs[jobs.count - 1].id = lastJob
  }

  private mutating func end(_ job: Job) {
    jobs.removeAll { $0.id == job.id }
    files.marked.remove(job.path)
    for folder in [job.path.folder, job.target.folder] { files.reload(folder) }
  }
}

extension FilePicker.Path {
  var lastBytes: [UInt8] { Array(bytes[((bytes.lastIndex(of: 0x2F) ?? -1) + 1)...]) }
}

extension [FilePicker.Path] {
  /// The name of the only one, or the number.
  var names: String { count == 1 ? self[0].name : "\(count) files" }
}
