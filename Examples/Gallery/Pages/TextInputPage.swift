import SpinTTY

extension Page {
  static let textInput = Page("TextInput", "A line of text; tab moves between the two.") { demo in
    HStack(spacing: 1) {
      Text("name    ")
      TextInput(demo.name, placeholder: "nobody").id(Area.name)
    }
    HStack(spacing: 1) {
      Text("password")
      TextInput(demo.secret).id(Area.secret)
    }
    Text("Hello, \(demo.name.text.isEmpty ? "stranger" : demo.name.text)!").styled(.success)
  } keys: {
    Control(Area.name) { .demo(.name($0)) }
    Control(Area.secret) { .demo(.secret($0)) }
  }
}
