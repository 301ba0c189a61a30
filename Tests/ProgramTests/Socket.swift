import Foundation

#if canImport(Glibc)
  let streamType = Int32(SOCK_STREAM.rawValue)
#else
  let streamType = SOCK_STREAM
#endif

/// Tells `send` that the process is to get no signal if nobody reads any more.
let noSignal = Int32(MSG_NOSIGNAL)

/// A socket that is bound to a free port of the loopback interface; connections to it are refused as
/// long as nobody listens.
final class Socket: Sendable {
  let descriptor: Int32
  let port: UInt16

  init() throws {
    descriptor = socket(AF_INET, streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if !isBound { throw Fault(code: errno) }
  }

  deinit { close(descriptor) }
}

/// A call of the system that has failed.
struct Fault: Error {
  let code: Int32
}
