import SpinCore
import SpinExampleSupport
import SpinMarkdown
import SpinTTY

extension Files {
  /// The definition; all that waits for a disk runs on the executor, if there is one.
  static func spin(_ root: String, on executor: (any TaskExecutor)? = nil) -> Spin<Files, Event> {
    let work = Feedbacks<Files, Event> {
      Feedback(forEach: \.files.missing) { folder in .run { .read(folder.read()) } }
      Feedback(on: \.files.selected) { file in .run { .previewed(FilePreview(file)) } }
      Feedback(forEach: \.jobs, on: \.replaces, atMost: 4) { job in
        .run { emit, clock in carryOut(job, emit, clock) }
      }
    }
    return Spin(initialState: Files(FilePicker.Path(root).resolved)) {
      executor.map { work.executor($0) } ?? work
      Reducer { $0.apply($1) }
    }
  }

  /// Carries out a job, and reports its progress ten times a second.
  private static func carryOut(_ job: Job, _ emit: Emitter<Event>, _ clock: LoopClock) {
    let start = clock.now
    var told = Duration.zero
    do throws(Disk.Failure) {
      try Disk.carryOut(job) { done, total in
        let time = start.duration(to: clock.now)
        guard time - told >= .milliseconds(100) else { return }
        told = time
        emit(.advanced(job.id, done: done, total: total, at: time))
      }
      emit(.ended(job, nil))
    } catch {
      emit(.ended(job, error))
    }
  }

  static func ui(_ spin: Spin<Files, Event>) -> UISpin<Files, Event> {
    var options = UIOptions.fullScreen
    options.mouse = .drags
    return UISpin(spin, options: options, focus: \.focus) { state, screen in
      HStack(spacing: 1) {
        // If there is no room for both panes, the pane with the focus stays.
        let isRead = state.focus.isOn(.preview)
        VStack {
          FilePicker(state.files) { entry in
            Text(entry.isFolder ? "" : entry.size.bytes).styled(.secondary)
              .frame(width: .fixed(10), alignment: .topTrailing)
            Text(Int(entry.modified.components.seconds).shortDate).styled(.secondary)
              .frame(width: .fixed(10).priority(-1), alignment: .topTrailing)
          }
          .scrollbar().id(Area.files).frame(width: .fill, height: .fill)
          TextInput(state.filter, placeholder: "/ searches").id(Area.filter)
        }
        .border(title: state.files.root.description)
        .frame(width: .fill(3).atLeast(28).priority(isRead ? 0 : 1), height: .fill)
        Viewport(state.scroll) { if let preview = state.preview { preview } }
          .scrollbar().id(Area.preview).border(title: state.preview?.entry.path.name ?? "")
          .frame(width: .fill(3).atLeast(40).priority(isRead ? 1 : 0), height: .fill)
      }
      .frame(height: .fill)
      for job in state.jobs.prefix(4) {
        HStack(spacing: 1) {
          Text("\(job.kind) \(job.path.name)", wrapping: .none, truncation: .middle)
            .frame(width: .fixed(24))
          if let pace = job.pace { ProgressBar(pace, unit: "B") } else { Spacer() }
          Button("cancel", id: Area.cancel(job.id))
        }
      }
      if state.jobs.count > 4 { Text("\(state.jobs.count - 4) more wait").styled(.secondary) }
      if !state.note.isEmpty { Text(state.note, wrapping: .none).styled(.warning) }
      Help()
    } keys: {
      Control(Area.files, help: "move") { .files($0) }
      Control(Area.filter) { .filter($0) }
      Control(Area.preview, help: "scroll") { .scroll($0) }
      Control.focus(help: "next") { .focus($0) }
      Click { (area: Area) in if case .cancel(let id) = area { .cancel(id) } else { nil } }
      Key("/", help: "search", .focus(.move(to: .filter)))
      Key(.enter, .down, help: "", when: { $0.focus.isOn(.filter) }, .focus(.move(to: .files)))
      Key(.escape, help: "", .leave)
      Key("m", help: "mark", .mark)
      Key("c", help: "copy", .take(moves: false))
      Key("x", help: "cut", .take(moves: true))
      Key("v", help: "put here", when: { !$0.taken.paths.isEmpty }, .put)
      Key("X", help: "cancel all", when: { !$0.jobs.isEmpty }, .cancel(nil))
      Key("r", help: "rename") { state in
        state.files.selected.map { entry in
          let job = Job(kind: .move, path: entry.path, target: entry.path.folder)
          return .ask(Question(title: "rename", jobs: [job], name: .init(entry.path.name)))
        }
      }
      Key("d", help: "delete") { state in
        let jobs = state.chosen.map { Job(kind: .delete, path: $0, target: $0) }
        return jobs.isEmpty ? nil : .ask(Question(title: "delete?", jobs: jobs))
      }
      Key("n", help: "new folder") { state in
        let job = Job(kind: .make, path: state.folder, target: state.folder)
        return .ask(Question(title: "new folder", jobs: [job], name: TextInput.Model()))
      }
      Key("s", help: "sort", .order)
      Key(".", help: "hidden", .hidden)
      Key.run("e", help: "edit") {
        // An editor takes text, and the name of a file may be none.
        $0.files.selected.flatMap { $0.isFolder ? nil : $0.path.text.map { .editor($0) } }
      } finished: { state, _ in
        .reload(state.folder)
      }
      Key.run("!", help: "shell") {
        $0.folder.text.map { .shell(#"cd "$1" && exec "${SHELL:-/bin/sh}""#, [$0]) }
      } finished: { state, _ in
        .reload(state.folder)
      }
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.questions.first) { question, _ in
        Dialog(question.title) {
          if let name = question.name {
            TextInput(name).id(Area.name).frame(width: .fixed(40))
          } else {
            VStack {
              for job in question.jobs.prefix(8) {
                Text(job.target.name, wrapping: .none, truncation: .middle).frame(width: .max(50))
              }
              if question.jobs.count > 8 { Text("and \(question.jobs.count - 8) more") }
            }
          }
        }
      } keys: {
        Control(Area.name) { .name($0) }
        Key(.enter, help: "do it", .answer(true))
        Key(.escape, help: "cancel", .answer(false))
      }
    }
  }
}
