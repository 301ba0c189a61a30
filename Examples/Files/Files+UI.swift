import SpinCore
import SpinMarkdown
import SpinTTY

extension Files {
  static func spin(_ root: String) -> Spin<Files, Event> {
    Spin(initialState: Files(Disk.absolute(root))) {
      Feedback(forEach: \.files.missing) { folder in .run { .read(folder.read()) } }
      Feedback(on: \.watched) { it in .run { .previewed(it.entry, Disk.preview(it.entry)) } }
      Feedback(on: \.change) { change in .run { .changed(Disk.make(change)) } }
      Reducer { $0.apply($1) }
    }
  }

  @ViewBuilder private var content: ViewList {
    switch preview {
    case .lines(let lines): LogView(lines, log).scrollbar().id(Area.preview)
    case .markdown(let document):
      Viewport(scroll) { Markdown(document) }.scrollbar().id(Area.preview)
    }
  }

  static func ui(_ spin: Spin<Files, Event>) -> UISpin<Files, Event> {
    UISpin(spin, options: .fullScreen, focus: \.focus) { state, screen in
      // Beside each other if there is room; otherwise what has the focus.
      let isWide = screen.size.columns >= 70
      HStack(spacing: 1) {
        if isWide || !state.focus.isOn(.preview) {
          VStack {
            FilePicker(state.files).scrollbar().id(Area.files).frame(width: .fill, height: .fill)
            TextInput(state.filter, placeholder: "/ searches").id(Area.filter)
          }
          .border(title: state.files.root.description).frame(width: .fill(2), height: .fill)
        }
        if isWide || state.focus.isOn(.preview) {
          VStack { state.content }.frame(width: .fill, height: .fill)
            .border(title: state.shown?.path.name ?? "").frame(width: .fill(3), height: .fill)
        }
      }
      .frame(height: .fill)
      if !state.note.isEmpty { Text(state.note, wrapping: .none).styled(.warning) }
      Help()
    } keys: {
      Control(Area.files) { .files($0) }
      Control(Area.filter) { .filter($0) }
      Control(Area.preview) { .scroll($0) }
      Control(Area.preview) { .log($0) }
      Control.focus(help: "next") { .focus($0) }
      Key("/", help: "search", .focus(.move(to: .filter)))
      Key(.enter, .down, help: "", when: { $0.focus.isOn(.filter) }, .focus(.move(to: .files)))
      Key(.escape, help: "", .leave)
      Key(".", help: "hidden", .hidden)
      Key(
        "r", help: "rename",
        event: { state in
          state.files.selected.map { .ask(.init(path: $0.path, name: .init($0.path.name))) }
        })
      Key.run("e", help: "edit") { state in
        // An editor takes text, and the name of a file may be none.
        state.files.selected.flatMap { file in
          let name = file.path.description
          return file.isFolder || FilePicker.Path(name) != file.path ? nil : .editor(name)
        }
      } finished: { state, _ in
        state.files.selected.map { .edited($0.path) }
      }
      Key("d", help: "delete", event: { $0.files.selected.map { .ask(.init(path: $0.path)) } })
      Key.help("?")
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.question) { question, _ in
        Dialog(question.name == nil ? "delete?" : "rename") {
          if let name = question.name {
            TextInput(name).id(Area.name).frame(width: .fixed(40))
          } else {
            Text(question.path.name, wrapping: .none, truncation: .middle).frame(width: .max(50))
          }
        }
      } keys: {
        Control(Area.name) { .name($0) }
        Key(.enter, help: "do it", .agreed)
        Key(.escape, help: "cancel", .ask(nil))
      }
    }
  }
}
