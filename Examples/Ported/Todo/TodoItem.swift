/// A todo, as the server keeps it.
struct TodoItem: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var note = ""
  var isCompleted = false

  static let samples = [
    TodoItem(id: 1, name: "Buy bread", note: "rye"), TodoItem(id: 2, name: "Call Ann"),
    TodoItem(id: 3, name: "Pay the rent", isCompleted: true),
  ]
}

extension TodoItem {
  /// The todo as a form, for bodies of requests and answers.
  var form: String {
    FormCoding.encode(["id": "\(id)", "name": name, "note": note, "done": "\(isCompleted)"])
  }

  /// Reads a form; `nil` if it is none of a todo.
  init?(form: Substring) {
    guard let fields = FormCoding.decode(form), let id = fields["id"].flatMap({ Int($0) }),
      let name = fields["name"], let note = fields["note"],
      let isCompleted = fields["done"].flatMap(Bool.init)
    else { return nil }
    self.init(id: id, name: name, note: note, isCompleted: isCompleted)
  }
}
