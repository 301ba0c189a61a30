import SpinTTY

extension Page {
  static let textInput = Page(
    "TextInput", "Lines of text: shift selects, ctrl and _ undoes.", focus: .name
  ) { demo in
    HStack(spacing: 1) {
      Text("name    ")
      TextInput(demo.name, placeholder: "nobody").id(Area.name)
    }
    HStack(spacing: 1) {
      Text("password")
      TextInput(demo.secret).id(Area.secret)
    }
    Text("Hello, \(demo.greeted)!").styled(.success)
  } keys: {
    Control(Area.name) { .demo(.name($0)) }
    Control(Area.secret) { .demo(.secret($0)) }
  }
}
