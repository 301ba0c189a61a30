import Synchronization

/// What the server keeps, and how it answers.
///
/// | request | answer |
/// |---|---|
/// | `GET /todos` | a form for each todo, one a line |
/// | `POST /todos` with a form | the form of the new todo, whose id the server chooses |
/// | `PUT /todos/1` with a form | the form of the changed todo |
/// | `DELETE /todos/1` | nothing |
final class TodoServer: Sendable {
  private let stored: Mutex<[TodoItem]>

  init(_ items: [TodoItem] = TodoItem.samples) { stored = Mutex(items) }

  var items: [TodoItem] { stored.withLock(\.self) }

  /// Starts to serve.
  ///
  /// - Parameter meddle: Called with each request before it is carried out. It may take its time, and may return
  ///   an answer, so that the request is not carried out.
  /// - Returns: The server, which serves until it is stopped or released.
  /// - Throws: An error if no port is free.
  func start(
    meddling meddle: @escaping @Sendable (HTTPRequest) async -> HTTPResponse? = { _ in nil }
  ) throws(HTTPFailure) -> HTTPServer {
    try HTTPServer { [self] request in
      if let other = await meddle(request) { return other }
      return answer(to: request)
    }
  }

  private func answer(to request: HTTPRequest) -> HTTPResponse {
    let path = request.path.split(separator: "/")
    let id = path.count == 2 ? Int(path[1]) : nil
    guard path.first == "todos", path.count == 1 || id != nil else { return HTTPResponse(404) }
    return stored.withLock { items in
      let place = items.firstIndex { $0.id == id }
      switch (request.method, id, place) {
      case ("GET", nil, _):
        return HTTPResponse(200, items.map { "\($0.form)\n" }.joined())
      case ("POST", nil, _):
        guard let new = TodoItem(form: request.body[...]) else { return HTTPResponse(400) }
        let next = (items.map(\.id).max() ?? 0) + 1
        items.append(
          TodoItem(id: next, name: new.name, note: new.note, isCompleted: new.isCompleted))
        return HTTPResponse(201, items[items.count - 1].form)
      case ("PUT", let id?, let place?):
        guard let new = TodoItem(form: request.body[...]), new.id == id else {
          return HTTPResponse(400)
        }
        items[place] = new
        return HTTPResponse(200, new.form)
      case ("DELETE", _?, let place?):
        items.remove(at: place)
        return HTTPResponse(200)
      case ("PUT", _?, nil), ("DELETE", _?, nil): return HTTPResponse(404)
      default: return HTTPResponse(405)
      }
    }
  }
}
