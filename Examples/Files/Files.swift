import SpinMarkdown
import SpinTTY

/// The state of the program: the files below a folder, the preview of one file, and the changes under way.
struct Files: Sendable {
  typealias Path = FilePicker.Path

  enum Area: Hashable, Sendable { case files, filter, preview, name, cancel(Job.ID) }

  enum Event: Sendable {
    case files(Tree<FilePicker.Entry>.Action), read(FilePicker.Listing), reload, show(Path)
    case left(String, Result<ChildStatus, TerminalError>), open, closed(Opened.ID, String?)
    case hidden, order, reverse
    case find, filter(TextInput.Action), focus(Focus<Area>.Action), leave
    case previewed(FilePreview), scroll(Scroll.Action)
    case invertMarks, take(Job.Kind), put, undo, rename(Job.Kind), remove(Job.Kind), makeFolder,
      ask(Job)
    case name(TextInput.Action), answer(Bool), cancel(Job.ID?), isBusy
    case advanced(Job.ID, done: Double, total: Double, at: Duration), ended(Job, [Disk.Failure])
  }

  /// A file or a folder in another program.
  struct Opened: Identifiable, Equatable, Sendable {
    let id: Int
    let path: Path
  }

  private(set) var files: FilePicker.Model
  private(set) var filter = TextInput.Model()
  private(set) var focus = Focus<Area>(.files)
  /// The start of a file, which may not be the selected one yet.
  private(set) var preview: FilePreview?
  private(set) var scroll = Scroll()
  /// The files that the user puts elsewhere.
  private(set) var taken: (kind: Job.Kind, paths: [Path]) = (.copy, [])
  /// The jobs that wait for the answer of the user, and those that are carried out.
  private(set) var questions: [Job] = []
  private(set) var jobs: [Job] = []
  /// The jobs that put back what was moved or renamed, the newest last.
  ///
  /// A job has a problem if another job has changed its files since.
  private(set) var undos: [Job] = []
  /// What another program has opened, until it says how that went.
  private(set) var opened: [Opened] = []
  private var lastJob = 0
  private(set) var note = ""

  init(_ root: Path) { files = FilePicker.Model(root) }

  /// The question on the screen: one that a job asks waits while the user types a filter.
  var question: Job? { focus.isOn(.filter) ? nil : questions.first }

  /// The selected folder, or the folder of the selected file.
  var folder: Path { selectedFolder ?? files.selected?.path.folder ?? files.root }

  /// The files and folders beside the selected one, and itself.
  private var siblings: [FilePicker.Entry] {
    files.selected.flatMap { files.children(of: .init($0.path.folder, isFolder: true)) } ?? []
  }

  private func isShown(_ path: Path) -> Bool { files.showsHidden || !path.name.hasPrefix(".") }

  var selectedFolder: Path? { files.selected.flatMap { $0.isFolder ? $0.path : nil } }

  /// The folder, and what applies to its files.
  var title: String {
    "\(files.root)" + (files.marked.isEmpty ? "" : " · \(files.marked.count) marked")
      + (files.order == .name ? "" : " · by \(files.order)")
      + (files.isReversed ? " · reversed" : "")
  }

  mutating func apply(_ event: Event) {
    switch event {
    // The picker finds all rows again for each folder that it gets.
    case .files(.openSiblings) where siblings.filter(\.isFolder).count > 500:
      note = "More than 500 folders are too many to be opened at once."
    case .files(let action):
      note = ""
      if case .activated = files.reduce(action) { focus.reduce(.move(to: .preview)) }
    case .read(let listing): files.take(listing)
    case .reload: files.reload()
    case .left(let program, let result):
      files.reload()
      note =
        switch result {
        case .success(.exited(0)): ""
        case .success(let status): "\(program): \(status)"
        case .failure(let error): "\(program): \(error)"
        }
    case .open:
      guard let path = files.selected?.path else { return }
      lastJob += 1
      opened.append(Opened(id: lastJob, path: path))
      note = "\(path.name.asName) opens in its program."
    case .closed(let id, let failure):
      opened.removeAll { $0.id == id }
      if let failure { note = failure }
    case .show(let root):
      let old = files
      (files, filter) = (FilePicker.Model(root), TextInput.Model())
      (files.order, files.isReversed) = (old.order, old.isReversed)
      files.showsHidden = old.showsHidden
      files.reveal(old.root)
    case .hidden: files.showsHidden.toggle()
    case .order:
      let orders = FilePicker.Order.allCases
      files.order = orders.drop { $0 != files.order }.dropFirst().first ?? orders[0]
      note = "sorted by \(files.order)"
    case .reverse: files.isReversed.toggle()
    case .find:
      filter.reduce(.selectAll)
      focus.reduce(.move(to: .filter))
    case .filter(let action):
      filter.reduce(action)
      files.filter = filter.text
    case .focus(let action): focus.reduce(action)
    case .leave:
      if focus.isOn(.files), !files.marked.isEmpty { return files.marked = [] }
      let selected = files.filter.isEmpty ? nil : files.selected?.path
      (filter, files.filter) = (TextInput.Model(), "")
      if let selected { files.reveal(selected) }
      focus.reduce(.move(to: .files))
    case .previewed(let new):
      // The lines on the screen stay while the file grows.
      if new.entry.path != preview?.entry.path { scroll = Scroll() }
      preview = new
    case .scroll(let action): scroll.reduce(action)
    case .invertMarks: files.marked.formSymmetricDifference(siblings.map(\.path))
    case .take(let kind):
      if files.chosen.isEmpty { return }
      taken = (kind, files.chosen.outermost)
      files.marked = []
      note = "v puts \(taken.paths.names) into the selected folder."
    case .put:
      if !taken.paths.isEmpty { begin(Job(kind: taken.kind, paths: taken.paths, folder: folder)) }
      if taken.kind == .move { taken.paths = [] }
    case .undo:
      guard let job = undos.last else { return }
      if jobs.contains(where: { job.paths.contains(where: $0.changes) }) {
        return note = "\(job.paths.names): another job is at work there."
      }
      undos.removeLast()
      if let problem = job.problem {
        note = problem
        spoil(job)
      } else {
        begin(job)
      }
    case .rename(let kind):
      guard let path = files.selected?.path else { return }
      // A text field drops the bytes that it cannot show, so the user types such a name again.
      let name = TextInput.Model(path.name)
      let isShown = Array(name.text.utf8) == path.lastComponent
      ask(Job(kind: kind, paths: [path], folder: path.folder, name: isShown ? name : .init()))
    case .remove(let kind): ask(Job(kind: kind, paths: files.chosen.outermost, folder: folder))
    case .makeFolder:
      ask(Job(kind: .make, paths: [folder.appending([])], folder: folder, name: .init()))
    case .ask(let job): ask(job)
    case .name(let action): questions[0].name?.reduce(action)
    case .answer(let isYes):
      note = ""
      let job = questions.removeFirst()
      if isYes, job.isChange { begin(job) }
    case .cancel(let id):
      for job in jobs where id == nil || job.id == id {
        end(job)
        // It has done a part of its work, but nobody knows which.
        spoil(job)
        note = "\(job.names): not \(job.paths.count > 1 ? "all " : "")\(job.done)"
      }
    case .isBusy: note = "Files are being changed: X cancels that, and then q quits."
    case .advanced(let id, let done, let total, let time):
      guard let number = jobs.firstIndex(where: { $0.id == id }) else { return }
      if jobs[number].pace == nil { jobs[number].pace = Pace(of: total) }
      jobs[number].pace?.reach(done, at: time)
    case .ended(var job, let failures):
      end(job)
      remember(job, failures)
      let more = failures.count > 1 ? ", and \(failures.count - 1) more" : ""
      note = failures.first.map { $0.words + more } ?? "\(job.names): \(job.done)"
      // The selection follows a name, unless that hides the file.
      let target = job.paths.first.map(job.target)
      if job.name != nil || job.isUndo, failures.isEmpty, let target,
        job.kind == .make || isShown(target)
      {
        files.reveal(target)
      }
      if job.isUndo { return }
      if job.kind == .move, job.name == nil, taken.paths.isEmpty {
        let failed = Set(failures.filter { !$0.isConflict }.map(\.path))
        taken = (.move, job.paths.filter(failed.contains))
      }
      let conflicts = failures.filter(\.isConflict).map(\.path)
      if job.asked != nil, conflicts.isEmpty, let failure = failures.first, !failure.isOmission {
        (job.problem, note) = (failure.words, "")
      } else {
        (job.paths, job.replaces) = (conflicts, true)
        job.merges = failures.contains(where: \.merges)
      }
      ask(job)
    }
  }

  /// Keeps the job that undoes another one; nothing undoes a job that has replaced files.
  private mutating func remember(_ job: Job, _ failures: [Disk.Failure]) {
    let failed = Set(failures.map(\.path))
    let moved = job.paths.filter { !failed.contains($0) }
    if job.kind == .move, !job.replaces, !job.isUndo {
      if !moved.isEmpty { undos = Array((undos + [job.undo(moved)]).suffix(100)) }
    } else if !job.isUndo || !failed.isEmpty {
      spoil(job)
    }
  }

  /// Refuses to undo what another job has changed since.
  private mutating func spoil(_ job: Job) {
    for number in undos.indices {
      guard let path = undos[number].paths.first(where: job.changes) else { continue }
      undos[number].problem = "\(path.name.asName): it was changed since, and is not moved back."
    }
  }

  private mutating func ask(_ job: Job) {
    if !job.paths.isEmpty { questions.append(job) }
  }

  private mutating func begin(_ job: Job) {
    note = ""
    lastJob += 1
    var job = job
    (job.id, job.problem, job.pace) = (lastJob, nil, nil)
    jobs.append(job)
  }

  private mutating func end(_ job: Job) {
    jobs.removeAll { $0.id == job.id }
    // Its button is gone, and no key would reach the files.
    if focus.isOn(.cancel(job.id)) { focus.reduce(.move(to: .files)) }
    files.marked.subtract(job.paths)
    // With the folder above, which shows when the folder was changed.
    for folder in (job.paths + job.old.values).map(\.folder) + [job.folder, job.folder.folder] {
      files.reload(folder)
    }
  }
}
