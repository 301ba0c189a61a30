import SpinCore
import SpinMarkdown
import SpinTTY

extension Files {
  static func spin(_ root: String) -> Spin<Files, Event> {
    Spin(initialState: Files(root)) {
      Feedback(forEach: \.files.missing) { folder in .run { .read(folder.read()) } }
      Feedback(on: \.watched) { file in .run { .previewed(Disk.preview(file.path)) } }
      Feedback(on: \.change) { change in .run { .changed(Disk.make(change)) } }
      Reducer { $0.apply($1) }
    }
  }

  @ViewBuilder private var content: ViewList {
    switch preview {
    case _ where watched == nil: Text(files.selected?.path.description ?? "").styled(.secondary)
    case .words(let words): Text(words).styled(.secondary)
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
            .border(title: state.watched?.path.name ?? "preview").frame(
              width: .fill(3), height: .fill)
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
      Control.focus { .focus($0) }
      Key("/", help: "search", .focus(.move(to: .filter)))
      Key(.escape, help: "", .focus(.move(to: .files)))
      Key(".", help: "hidden", .hidden)
      Key(
        "r", help: "rename",
        event: { state in
          state.files.selected.map { .ask(.init(path: $0.path, name: .init($0.path.name))) }
        })
      Key("d", help: "delete", event: { $0.files.selected.map { .ask(.init(path: $0.path)) } })
      Key.help("?")
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.question) { question, _ in
        Dialog(question.name == nil ? "delete?" : "rename") {
          Text(question.path.name, wrapping: .none, truncation: .middle).frame(width: .max(50))
          if let name = question.name { TextInput(name).id(Area.name).frame(width: .fixed(40)) }
        }
      } keys: {
        Control(Area.name) { .name($0) }
        Key(.enter, help: "yes", .agreed)
        Key(.escape, help: "no", .ask(nil))
      }
    }
  }
}
