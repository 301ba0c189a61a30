#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls about sockets that differ between systems or take an address.
enum Socket {
  static func make() throws(HTTPFailure) -> Int32 {
    // NB: at once, where that is possible. A program that another thread starts meanwhile would keep a listener
    // open that nobody answers.
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      let descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .system(errno) }
    prepare(descriptor)
    return descriptor
  }

  /// Keeps a descriptor from the programs that this one starts, and this one from a signal.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      // An accepted connection has the mode of its listener, which never waits.
      _ = fcntl(descriptor, F_SETFL, 0)
    #endif
  }

  /// Lets a socket listen on a port of the loopback interface, without ever blocking.
  ///
  /// - Parameter descriptor: The socket.
  /// - Returns: The port, which was free.
  /// - Throws: An error if none is free.
  static func open(_ descriptor: Int32) throws(HTTPFailure) -> UInt16 {
    guard withAddress(of: 0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0,
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else { throw .system(errno) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard status == 0 else { throw .system(errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Sends bytes; a peer that is gone is an error, and no signal.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #elseif canImport(Musl)
      Musl.send(descriptor, bytes.baseAddress, bytes.count, MSG_NOSIGNAL)
    #else
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
  }

  static func withAddress(
    of port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
