import Foundation
import TerminalTestSupport
import Testing

@testable import ported

@Suite struct PortedHTTPTests {
  static func read(_ text: String, by size: Int) throws -> HTTPMessage? {
    var reader = HTTPReader()
    var (rest, message) = (Array(text.utf8)[...], HTTPMessage?.none)
    while !rest.isEmpty, message == nil {
      message = try reader.take(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return message
  }

  @Test(arguments: 1...70)
  func aMessageIsReadHoweverItArrives(_ size: Int) throws {
    let text = "POST /todos HTTP/1.1\r\nhost: a\r\nCONTENT-length: \t 4 \r\n\r\n½ö"
    let message = try Self.read(text, by: size)
    #expect(message == HTTPMessage(words: ["POST", "/todos", "HTTP/1.1"], body: "½ö"))
    #expect(try message.map { try HTTPRequest($0) } == HTTPRequest("POST", "/todos", "½ö"))
  }

  @Test func whatIsWrittenIsRead() throws {
    let response = HTTPResponse(404, "½\n")
    let text = String(decoding: response.message.bytes, as: UTF8.self)
    #expect(try Self.read(text, by: 7) == response.message)
    #expect(response.message.words == ["HTTP/1.1", "404", "Not Found"])
    #expect(try HTTPResponse(response.message) == response)
  }

  @Test(arguments: [
    ("GET /\r\n\r\n", HTTPFailure.malformed),
    ("\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nlength\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nContent-Length:\r\n\r\n", .malformed),
    ("GET / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n", .tooLarge),
    ("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", .tooLarge),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .malformed),
    (String(repeating: "a", count: 8193), .tooLarge),
  ])
  func whatIsNoMessageIsRefused(_ text: String, _ failure: HTTPFailure) {
    #expect(throws: failure) { try Self.read(text, by: 4096) }
    #expect(throws: failure) { try Self.read(text, by: 1) }
  }

  @Test func aBodyThatIsNoTextIsRefused() {
    var reader = HTTPReader()
    let bytes = Array("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n".utf8) + [0xFF]
    #expect(throws: HTTPFailure.malformed) { try reader.take(bytes[...]) }
  }

  @Test(arguments: ["", " ", "a+b&c=d%e", "½ \n\r\0", "🙂"])
  func aFormKeepsEveryText(_ text: String) {
    let form = FormCoding.encode(["a": text, "b": "1"])
    #expect(form.utf8.allSatisfy { $0 > 32 && $0 < 127 })
    #expect(FormCoding.decode(form[...]) == ["a": text, "b": "1"])
  }

  @Test(arguments: ["a", "a=%", "a=%4", "a=%+1", "a=%FF", "a=1&a=2"])
  func whatIsNoFormIsNone(_ text: String) { #expect(FormCoding.decode(text[...]) == nil) }

  /// Another client than ours, which sends what it likes.
  @Test(
    .onItsOwnThread,
    arguments: [
      (#"GET /todos HTTP/1.1\r\n\r\n"#, "200 OK", TodoItem.samples.map { "\($0.form)\n" }.joined()),
      (#"DELETE /todos/3 HTTP/1.0\r\n\r\n"#, "200 OK", ""),
      (#"GET /todos/3 HTTP/1.1\r\n\r\n"#, "405 Method Not Allowed", ""),
      (#"PUT /todos/9 HTTP/1.1\r\n\r\n"#, "404 Not Found", ""),
      (#"PUT /todos/3 HTTP/1.1\r\n\r\n"#, "400 Bad Request", ""),
      (#"POST /todos HTTP/1.1\r\nContent-Length: 3\r\n\r\na=1"#, "400 Bad Request", ""),
      (#"GET / HTTP/1.1\r\n\r\n"#, "404 Not Found", ""),
      (#"hello\r\n\r\n"#, "400 Bad Request", "this is no HTTP\n"),
      (
        #"GET / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n"#, "413 Content Too Large",
        "the message is too large\n"
      ),
    ])
  func theServerAnswersAnyClient(_ request: String, _ status: String, _ body: String) throws {
    let server = try TodoServer().start()
    let command = """
      exec 3<>/dev/tcp/127.0.0.1/\(server.port)
      printf '\(request)' >&3
      cat <&3
      """
    let answer = try Program("ported").shell(command).output
    #expect(
      answer == """
        HTTP/1.1 \(status)\r
        Content-Length: \(body.utf8.count)\r
        Connection: close\r
        \r
        \(body)
        """)
    server.stop()
  }

  #if os(Linux)
    /// Until a program that was started meanwhile is executed, it has the descriptors of its parent.
    @Test func aServerThatWasStoppedRefusesThoughItsSocketIsHeldElsewhere() throws {
      let server = try TodoServer().start()
      let listener = try #require((0..<1024).first { Self.port(of: $0) == server.port })
      let held = dup(listener)
      defer { close(held) }
      server.stop()
      #expect(throws: HTTPFailure.noServer) { try Connection().open(to: server.port) }
    }

    private static func port(of descriptor: Int32) -> UInt16? {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
      }
      return status == 0 && address.sin_family == sa_family_t(AF_INET)
        ? UInt16(bigEndian: address.sin_port) : nil
    }
  #endif
}
