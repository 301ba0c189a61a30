import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection of TCP on this machine, over which each side sends one message.
///
/// The descriptor is closed when the last reference is released, so that no call can use it afterwards, when its
/// number may be that of another file.
final class Connection: Sendable {
  private static let queue = DispatchQueue(label: "connections", qos: .userInitiated)
  private let descriptor: Int32
  private let isEnded = Mutex(false)

  /// Takes a connection that was accepted.
  init(accepted descriptor: Int32) {
    self.descriptor = descriptor
    Socket.prepare(descriptor)
  }

  /// Makes a socket, which is not connected yet.
  init() throws(HTTPFailure) { descriptor = try Socket.make() }

  deinit { close(descriptor) }

  func open(to port: UInt16) throws(HTTPFailure) {
    let status = Socket.withAddress(of: port) { connect(descriptor, $0, $1) }
    // NB: a shutdown has no effect on a socket that is not connected yet.
    guard status == 0, !isEnded.withLock(\.self) else { throw .noServer }
  }

  /// Ends the wait for a message, and all later ones.
  ///
  /// Any thread may call this method.
  func end() {
    isEnded.withLock { $0 = true }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func send(all message: HTTPMessage) throws(HTTPFailure) {
    var rest = message.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Socket.send(descriptor, $0) }
      guard count > 0 || errno == EINTR else { throw .cut }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Waits until the other side has sent a whole message.
  ///
  /// No thread waits: the threads of queues are few, and a program may have many connections.
  func nextMessage() async throws(HTTPFailure) -> HTTPMessage {
    let reader = Mutex(HTTPReader())
    let result = await withCheckedContinuation { continuation in
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      source.setEventHandler { [self] in
        guard let result = reader.withLock({ read(into: &$0) }) else { return }
        source.cancel()
        continuation.resume(returning: result)
      }
      // The descriptor stays open until the source has left it.
      source.setCancelHandler { withExtendedLifetime(self) {} }
      source.resume()
    }
    return try result.get()
  }

  /// Reads what has arrived; returns nothing as long as there is more to come.
  private func read(into reader: inout HTTPReader) -> Result<HTTPMessage, HTTPFailure>? {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &room, room.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard count > 0 else { return .failure(.cut) }
    do {
      return try reader.take(room[..<count]).map { .success($0) }
    } catch {
      return .failure(error)
    }
  }
}
