/// A request or an answer of HTTP/1.1: three words, and a body of a known length.
struct HTTPMessage: Equatable, Sendable {
  /// Such as `GET`, `/todos` and `HTTP/1.1`, or `HTTP/1.1`, `404` and `Not Found`.
  let words: [String]
  let body: String

  var bytes: [UInt8] {
    let body = Array(body.utf8)
    let host = words[0].hasPrefix("HTTP/") ? "" : "Host: 127.0.0.1\r\n"
    let head = """
      \(words.joined(separator: " "))\r
      \(host)Content-Length: \(body.count)\r
      Connection: close\r
      \r

      """
    return head.utf8 + body
  }
}

struct HTTPRequest: Equatable, Sendable {
  let method: String
  let path: String
  var body = ""

  init(_ method: String, _ path: String, _ body: String = "") {
    (self.method, self.path, self.body) = (method, path, body)
  }

  init(_ message: HTTPMessage) throws(HTTPFailure) {
    guard message.words[2].hasPrefix("HTTP/1.") else { throw .malformed }
    self.init(message.words[0], message.words[1], message.body)
  }

  var message: HTTPMessage { HTTPMessage(words: [method, path, "HTTP/1.1"], body: body) }
}

struct HTTPResponse: Equatable, Sendable {
  let status: Int
  var body = ""

  init(_ status: Int, _ body: String = "") { (self.status, self.body) = (status, body) }

  init(_ message: HTTPMessage) throws(HTTPFailure) {
    guard message.words[0].hasPrefix("HTTP/1."), let status = Int(message.words[1]),
      (100...599).contains(status)
    else { throw .malformed }
    self.init(status, message.body)
  }

  var message: HTTPMessage {
    HTTPMessage(words: ["HTTP/1.1", "\(status)", Self.reason(of: status)], body: body)
  }

  private static func reason(of status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 503: "Service Unavailable"
    default: status < 400 ? "Success" : "Error"
    }
  }
}

/// Why there is no answer.
enum HTTPFailure: Error, Equatable, CustomStringConvertible {
  case noServer, cut, malformed, tooLarge
  case system(Int32)

  var description: String {
    switch self {
    case .noServer: "no server"
    case .cut: "the connection ended too early"
    case .malformed: "this is no HTTP"
    case .tooLarge: "the message is too large"
    case .system(let code): "the system refuses a socket (\(code))"
    }
  }
}
