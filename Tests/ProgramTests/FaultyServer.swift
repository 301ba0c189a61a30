import Foundation
import Synchronization

/// An HTTP server on the loopback interface that answers as the path of a request says.
///
/// - `/ok` gets an answer, `/unavailable` the status 503.
/// - `/malformed` gets bytes that are no HTTP.
/// - `/reset` has its connection reset.
/// - `/slow` gets an answer when the test says so.
///
/// It works on a thread of its own, until it is closed.
final class FaultyServer: Sendable {
  /// Yields for each request that is held.
  let arrivals: AsyncStream<Void>

  private let arrived: AsyncStream<Void>.Continuation
  private let listener: Socket
  private let held = Mutex<[Int32]>([])

  init() throws {
    (arrivals, arrived) = AsyncStream.makeStream()
    listener = try Socket()
    guard listen(listener.descriptor, 64) == 0 else { throw Fault(code: errno) }
    Thread.detachNewThread { self.serve() }
  }

  func address(_ path: String) -> String { "http://127.0.0.1:\(listener.port)/\(path)" }

  /// Answers the requests that are held.
  func release() {
    let connections = held.withLock { held in
      defer { held = [] }
      return held
    }
    for connection in connections { end(connection, "HTTP/1.1 200 OK") }
  }

  /// Ends the thread, and the requests that are held.
  func close() {
    shutdown(listener.descriptor, Int32(SHUT_RDWR))
    release()
  }

  private func serve() {
    while true {
      let connection = accept(listener.descriptor, nil, nil)
      if connection < 0 { return }
      answer(connection)
    }
  }

  private func answer(_ connection: Int32) {
    let line = readRequest(connection)
    if line.contains("/ok") {
      end(connection, "HTTP/1.1 200 OK")
    } else if line.contains("/unavailable") {
      end(connection, "HTTP/1.1 503 Service Unavailable")
    } else if line.contains("/malformed") {
      end(connection, "\u{1}\u{2}\u{3}")
    } else if line.contains("/slow") {
      held.withLock { $0.append(connection) }
      arrived.yield()
    } else {
      var now = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
      Foundation.close(connection)
    }
  }

  /// Reads the head of a request.
  private func readRequest(_ connection: Int32) -> String {
    var head: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = recv(connection, &bytes, bytes.count, 0)
      if count <= 0 { break }
      head += bytes[..<count]
      if head.suffix(4) == Array("\r\n\r\n".utf8)[...] { break }
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Sends the head of an answer without a body, and closes the connection.
  private func end(_ connection: Int32, _ head: String) {
    let bytes = Array("\(head)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    send(connection, bytes, bytes.count, noSignal)
    Foundation.close(connection)
  }
}
