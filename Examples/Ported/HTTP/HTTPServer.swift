import Dispatch
import SpinCallbacks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server of HTTP/1.1 on the loopback interface, with one request for each connection.
///
/// It listens until it is stopped or released. An answer that is being made then still arrives.
final class HTTPServer {
  /// The port on which the server listens.
  let port: UInt16
  /// NB: not the global executor, and not its priority: an answer would wait behind all tasks of the program.
  private static let executor = DispatchQueueExecutor(
    DispatchQueue(label: "answers", qos: .userInitiated))
  private let source: any DispatchSourceRead
  private let isOpen = DispatchGroup()

  /// Starts a server on a port that is free.
  ///
  /// - Parameter answer: Called with each request, and may take its time: others are answered meanwhile. It must
  ///   not block its thread.
  /// - Throws: An error if no port is free.
  init(
    _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPFailure) {
    let listener = try Socket.make()
    do {
      port = try Socket.open(listener)
    } catch {
      close(listener)
      throw error
    }
    source = DispatchSource.makeReadSource(
      fileDescriptor: listener, queue: DispatchQueue(label: "server", qos: .userInitiated))
    source.setEventHandler {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      let connection = Connection(accepted: descriptor)
      Task(executorPreference: Self.executor) { await Self.serve(connection, answer) }
    }
    isOpen.enter()
    source.setCancelHandler { [isOpen] in
      // NB: not only closed. A program that another thread starts has the listener as well until it is executed,
      // and connections to a listener that nobody answers are accepted.
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      isOpen.leave()
    }
    source.resume()
  }

  deinit { source.cancel() }

  /// Refuses connections from now on.
  func stop() {
    source.cancel()
    isOpen.wait()
  }

  private static func serve(
    _ connection: Connection, _ answer: @Sendable (HTTPRequest) async -> HTTPResponse
  ) async {
    var response: HTTPResponse
    do {
      response = await answer(try HTTPRequest(try await connection.nextMessage()))
    } catch {
      response = HTTPResponse(error == .tooLarge ? 413 : 400, "\(error)\n")
    }
    // Nobody hears of a client that is gone.
    try? connection.send(all: response.message)
  }
}
