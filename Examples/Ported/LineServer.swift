import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server on this machine, which answers each connection's line with a line.
struct LineServer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let port: in_port_t
  private let clients = DispatchQueue(label: "clients", attributes: .concurrent)

  /// Starts a server on a port that is free.
  ///
  /// - Parameter answer: Called on a queue with one line at a time; `nil` ends the server.
  /// - Throws: An error if no port is free.
  init(_ answer: @escaping @Sendable (String) -> String?) throws(Failure) {
    let listener = try Self.socket()
    var address = Self.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw Failure(description: "no port")
    }
    port = address.sin_port
    DispatchQueue(label: "server").async {
      var isOpen = true
      while isOpen {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          if errno == EINTR { continue }
          break
        }
        let text = answer(Self.readLine(of: connection))
        isOpen = text != nil
        // Nobody connects any more when the last answer arrives.
        if !isOpen { close(listener) }
        Self.write(text ?? "bye", to: connection)
        close(connection)
      }
      if isOpen { close(listener) }
    }
  }

  /// Asks the server, on a queue, because the calls of the C library block.
  ///
  /// *Cancellation*: the call goes on, and nobody waits for its answer.
  @Sendable func ask(_ line: String) async throws(Failure) -> String {
    let (port, clients) = (port, clients)
    let answer = await withCheckedContinuation { continuation in
      clients.async { continuation.resume(returning: Self.answer(to: line, port: port)) }
    }
    return try answer.get()
  }

  private static func answer(to line: String, port: in_port_t) -> Result<String, Failure> {
    do throws(Failure) {
      let connection = try socket()
      defer { close(connection) }
      var address = address(port: port)
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else { throw Failure(description: "no server") }
      write(line, to: connection)
      return .success(readLine(of: connection))
    } catch {
      return .failure(error)
    }
  }

  private static func socket() throws(Failure) -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
      let descriptor = Musl.socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(description: "no socket") }
    return descriptor
  }

  private static func address(port: in_port_t) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func write(_ line: String, to connection: Int32) {
    let bytes = Array("\(line)\n".utf8)
    _ = send(connection, bytes, bytes.count, 0)
  }

  /// Reads to the end of a line, or of the connection.
  private static func readLine(of connection: Int32) -> String {
    var (line, byte): ([UInt8], UInt8) = ([], 0)
    while read(connection, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
