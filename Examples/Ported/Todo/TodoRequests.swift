/// The requests to the server of the todos.
struct TodoRequests: Sendable {
  let client: HTTPClient

  /// An answer that is none to the request.
  struct Refusal: Error, CustomStringConvertible {
    let response: HTTPResponse

    var description: String {
      "the server answers \(response.message.words.dropFirst().joined(separator: " "))"
    }
  }

  func list() async throws -> [TodoItem] {
    let response = try await send("GET", "/todos")
    let lines = response.body.split(separator: "\n")
    let items = lines.compactMap { TodoItem(form: $0) }
    guard items.count == lines.count else { throw Refusal(response: response) }
    return items
  }

  func add(name: String, note: String) async throws -> TodoItem {
    try await item("POST", "/todos", TodoItem(id: 0, name: name, note: note))
  }

  func update(_ item: TodoItem) async throws -> TodoItem {
    try await self.item("PUT", "/todos/\(item.id)", item)
  }

  func delete(_ id: TodoItem.ID) async throws { _ = try await send("DELETE", "/todos/\(id)") }

  private func item(_ method: String, _ path: String, _ item: TodoItem) async throws -> TodoItem {
    let response = try await send(method, path, item.form)
    guard let item = TodoItem(form: response.body[...]) else { throw Refusal(response: response) }
    return item
  }

  private func send(
    _ method: String, _ path: String, _ body: String = ""
  ) async throws -> HTTPResponse {
    let response = try await client.send(HTTPRequest(method, path, body))
    guard (200..<300).contains(response.status) else { throw Refusal(response: response) }
    return response
  }
}
