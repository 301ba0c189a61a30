import SpinCore
import SpinExampleSupport
import SpinMarkdown
import SpinTTY

extension Files {
  static func spin(_ root: String) -> Spin<Files, Event> {
    Spin(initialState: Files(Path(root).resolved)) {
      Feedback(forEach: \.files.missing) { folder in .run { .read(folder.read()) } }
      // Other programs change files, too.
      Feedback.source { .every(.seconds(2), .reload) }
      Feedback(on: \.files.selected) { file in .run { .previewed(FilePreview(file)) } }
      Feedback(forEach: \.jobs, on: \.id, atMost: 4) { job in
        .run { emit, clock in
          let start = clock.now
          let failures = Disk.carryOut(job) { done, total in
            let time = start.duration(to: clock.now)
            emit(.advanced(job.id, done: done, total: total, at: time))
          }
          emit(.ended(job, failures))
        }
      }
      .executor(Disk.executor)
      Feedback(forEach: \.opened) { opened in
        .run { .closed(opened.id, await Desktop.open(opened.path)) }
      }
      Reducer { $0.apply($1) }
    }
  }

  static func ui(_ spin: Spin<Files, Event>) -> UISpin<Files, Event> {
    var options = UIOptions.fullScreen(mouse: .drags)
    options.exitBehavior = .returned
    return UISpin(spin, options: options, focus: \.focus) { state, screen in
      HStack(spacing: 1) {
        // If there is no room for both panes, the pane with the focus stays.
        let isRead = state.focus.isOn(.preview)
        VStack {
          FilePicker(state.files) { entry in
            Text(entry.isFolder ? "" : entry.size.bytes).styled(.secondary)
              .frame(width: .fixed(8), alignment: .topTrailing)
            if screen.size.columns > 85 {
              Text(Int(entry.modified.components.seconds).shortDate).styled(.secondary)
                .frame(width: .fixed(10).priority(-1), alignment: .topTrailing)
            }
          }
          .scrollbar().id(Area.files).frame(width: .fill, height: .fill)
          TextInput(state.filter, placeholder: "/ filters").id(Area.filter)
        }
        .border(title: state.title, truncation: .head)
        .frame(width: .fill(3).atLeast(28).priority(isRead ? 0 : 1), height: .fill)
        let preview = state.files.selected == nil ? nil : state.preview
        Viewport(state.scroll) { if let preview { preview } }
          .scrollbar().id(Area.preview).border(title: preview?.entry.path.name ?? "")
          .frame(width: .fill(3).atLeast(40).priority(isRead ? 1 : 0), height: .fill)
      }
      .frame(height: .fill)
      for job in state.jobs {
        HStack(spacing: 1) {
          Text("\(job.kind) \(job.names)", wrapping: .none, truncation: .middle)
            .frame(width: .fixed(24))
          if let pace = job.pace { ProgressBar(pace, unit: "B") } else { Spacer() }
          Button("cancel", id: Area.cancel(job.id))
        }
      }
      if state.question == nil, let job = state.questions.first {
        Text("\(job.question) enter leaves the filter to answer.").styled(.warning)
      }
      if !state.note.isEmpty {
        Text(state.note, wrapping: .none, truncation: .middle).styled(.warning)
      }
      Help()
    } keys: {
      Control(Area.files, help: "move") { .files($0) }
      Control(Area.filter) { .filter($0) }
      Control(Area.preview, help: "scroll") { .scroll($0) }
      Control.focus(help: "next") { .focus($0) }
      Click { (area: Area) in if case .cancel(let id) = area { .cancel(id) } else { nil } }
      Key("v", help: "put here", when: { !$0.taken.paths.isEmpty }, .put)
      Key("/", help: "filter", .find)
      Key(.enter, .down, help: "", when: { $0.focus.isOn(.filter) }, .focus(.move(to: .files)))
      Key(.escape, help: "", .leave)
      // Enter and the arrow keys open and close folders.
      Key(.space, help: "mark", when: { $0.focus.isOn(.files) }, .files(.rows(.mark)))
      Key("c", help: "copy", .take(.copy))
      Key("x", help: "cut", .take(.move))
      Key("X", help: "cancel all", when: { !$0.jobs.isEmpty }, .cancel(nil))
      Key("r", help: "rename", .rename(.move))
      Key("D", help: "duplicate", .rename(.copy))
      Key("d", help: "delete", .remove(.delete))
      Key("t", help: "trash", .remove(.trash))
      Key("u", help: "undo", when: { !$0.undos.isEmpty }, .undo)
      Key("n", help: "new folder", .makeFolder)
      Key("i", help: "invert marks", .invertMarks)
      Key("s", help: "sort", .order)
      Key("S", help: "reverse", .reverse)
      Key(".", help: "hidden", .hidden)
      Key(.ctrl("r"), .f(5), help: "read again", .reload)
      Key(.backspace, help: "up", event: { .show($0.files.root.folder) })
      Key("o", help: "go in", event: { $0.selectedFolder.map { .show($0) } })
      Key("O", help: "open", .open)
      Key.run("e", help: "edit", \.editor, finished: { .left("editor", $0) })
      Key.run("!", help: "shell", \.shell, finished: { .left("shell", $0) })
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key("q", .ctrl("c"), help: "", when: { !$0.jobs.isEmpty }, .isBusy)
      Key.quit("q", .ctrl("c"), when: \.jobs.isEmpty)
    } layers: {
      Layer(\.question) { job, _ in
        Dialog(job.question) {
          if let name = job.asked {
            Field("", error: job.problem) { TextInput(name).id(Area.name) }.frame(width: .fixed(44))
          } else {
            Text(job.paths.map(\.name.asName).joined(separator: "\n"))
              .frame(width: .max(50), height: .max(8))
          }
        }
      } keys: {
        Control(Area.name, when: { $0.asked != nil }) { .name($0) }
        Key(.enter, help: "do it", when: { $0.asked != nil }, .answer(true))
        Key("y", help: "yes", when: { $0.asked == nil && !$0.replaces }, .answer(true))
        // A job asks this by itself, so the answer is no key that the user may be about to press.
        Key("R", help: "replace", when: \.replaces, .answer(true))
        Key("n", .escape, help: "no", .answer(false))
      }
    }
  }

  /// The editor of the selected file; an editor takes text, and the name of a file may be none.
  private var editor: ChildCommand? {
    files.selected.flatMap { $0.isFolder ? nil : $0.path.text.map { .editor($0) } }
  }

  private var shell: ChildCommand? {
    folder.text.map { .shell(#"cd "$1" && exec "${SHELL:-/bin/sh}""#, [$0]) }
  }
}
