/// Sends requests to a server on this machine, each over a connection of its own.
struct HTTPClient: Sendable {
  let port: UInt16

  /// Sends a request, and waits for the answer.
  ///
  /// *Cancellation*: ends the connection, and throws a `CancellationError`.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer, whatever its status.
  /// - Throws: An ``HTTPFailure`` if there is no answer.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let connection = try Connection()
    do {
      return try await withTaskCancellationHandler {
        try connection.open(to: port)
        try connection.send(all: request.message)
        return try HTTPResponse(try await connection.nextMessage())
      } onCancel: {
        connection.end()
      }
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }
}
