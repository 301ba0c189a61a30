import SpinCore
import SpinMarkdown
import SpinTTY

extension Files {
  static func spin(_ root: String) -> Spin<Files, Event> {
    Spin(initialState: Files(FilePicker.Path(root).resolved)) {
      Feedback(forEach: \.files.missing) { folder in .run { .read(folder.read()) } }
      Feedback(on: \.files.selected) { file in .run { .previewed(FilePreview(file)) } }
      Feedback(on: \.change) { change in .run { .changed(change.path, Disk.make(change)) } }
      Reducer { $0.apply($1) }
    }
  }

  static func ui(_ spin: Spin<Files, Event>) -> UISpin<Files, Event> {
    UISpin(spin, options: .fullScreen, focus: \.focus) { state, screen in
      HStack(spacing: 1) {
        // If there is no room for both panes, the pane with the focus stays.
        let isRead = state.focus.isOn(.preview)
        VStack {
          FilePicker(state.files).scrollbar().id(Area.files).frame(width: .fill, height: .fill)
          TextInput(state.filter, placeholder: "/ searches").id(Area.filter)
        }
        .border(title: state.files.root.description)
        .frame(width: .fill(2).atLeast(28).priority(isRead ? 0 : 1), height: .fill)
        Viewport(state.scroll) { if let preview = state.preview { preview } }
          .scrollbar().id(Area.preview).border(title: state.preview?.entry.path.name ?? "")
          .frame(width: .fill(3).atLeast(40).priority(isRead ? 1 : 0), height: .fill)
      }
      .frame(height: .fill)
      if !state.note.isEmpty { Text(state.note, wrapping: .none).styled(.warning) }
      Help()
    } keys: {
      Control(Area.files, help: "move") { .files($0) }
      Control(Area.filter) { .filter($0) }
      Control(Area.preview, help: "scroll") { .scroll($0) }
      Control.focus(help: "next") { .focus($0) }
      Key("/", help: "search", .focus(.move(to: .filter)))
      Key(.enter, .down, help: "", when: { $0.focus.isOn(.filter) }, .focus(.move(to: .files)))
      Key(.escape, help: "", .leave)
      Key(".", help: "hidden", .hidden)
      Key("r", help: "rename") { state in
        state.files.selected.map { .ask(.init(path: $0.path, name: .init($0.path.name))) }
      }
      Key("d", help: "delete") { $0.files.selected.map { .ask(.init(path: $0.path)) } }
      Key.run("e", help: "edit") {
        // An editor takes text, and the name of a file may be none.
        $0.files.selected.flatMap { $0.isFolder ? nil : $0.path.text.map { .editor($0) } }
      } finished: { state, _ in
        state.files.selected.map { .changed($0.path, "") }
      }
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
