import Foundation
import Synchronization

/// An HTTP request over a plain socket, on a thread of its own; cancelling its task ends it.
///
/// NB: not by `URLSession`, which on Linux deadlocks or crashes when a request is cancelled
/// (swift-corelibs-foundation, issue 5412).
final class StatusRequest: Sendable {
  private let descriptor = socket(AF_INET, streamType, 0)
  private let isCancelled = Atomic(false)

  deinit { close(descriptor) }

  /// Returns the status of the answer; nil if there is none.
  static func status(of address: String) async -> Int? {
    guard let url = URL(string: address), let host = url.host() else { return nil }
    let request = StatusRequest()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: request.status(host, url.port ?? 80, url.path()))
        }
      }
    } onCancel: {
      request.isCancelled.store(true, ordering: .sequentiallyConsistent)
      shutdown(request.descriptor, Int32(SHUT_RDWR))
    }
  }

  private func status(_ host: String, _ port: Int, _ path: String) -> Int? {
    var list: UnsafeMutablePointer<addrinfo>?
    var hints = addrinfo()
    hints.ai_family = AF_INET
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let list else { return nil }
    defer { freeaddrinfo(list) }
    let isThere = connect(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0
    if !isThere || isCancelled.load(ordering: .sequentiallyConsistent) { return nil }

    let head = Array("GET \(path) HTTP/1.0\r\nHost: \(host)\r\n\r\n".utf8)
    if send(descriptor, head, head.count, noSignal) != head.count { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = max(recv(descriptor, &bytes, bytes.count, Int32(MSG_WAITALL)), 0)
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return words.count > 1 && words[0].hasPrefix("HTTP/1.") ? Int(words[1]) : nil
  }
}
