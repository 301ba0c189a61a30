#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A descriptor to wait for, and its state after the wait.
struct Readiness {
  let descriptor: Descriptor
  let isWriting: Bool
  private(set) var isReady = false
  /// Whether the other side is gone; bytes that it sent before can still be read.
  private(set) var isHungUp = false

  init(_ descriptor: Descriptor, writing: Bool = false) {
    self.descriptor = descriptor
    isWriting = writing
  }

  /// Waits until a descriptor is ready, without a limit if `timeout` is `nil`; a signal may end the
  /// wait early.
  static func wait(for items: inout [Readiness], atMost timeout: Duration?) {
    var entries = items.map { item in
      pollfd(
        fd: item.descriptor.number, events: Int16(item.isWriting ? POLLOUT : POLLIN), revents: 0)
    }
    let count = poll(&entries, nfds_t(entries.count), timeout.map(milliseconds) ?? -1)
    for index in items.indices {
      let events = count > 0 ? Int32(entries[index].revents) : 0
      items[index].isReady = events != 0
      items[index].isHungUp = events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
    }
    #if canImport(Darwin)
      // NB: on these systems, poll does not support the alias /dev/tty and reports that at once;
      // select does.
      if entries.contains(where: { Int32($0.revents) & POLLNVAL != 0 }) {
        selectReady(&items, atMost: timeout)
      }
    #endif
  }

  /// Waits with `select`, for descriptors below 1,024.
  static func selectReady(_ items: inout [Readiness], atMost timeout: Duration?) {
    var (reading, writing) = (fd_set(), fd_set())
    for item in items where item.descriptor.isOpen {
      if item.isWriting {
        insert(item.descriptor, into: &writing)
      } else {
        insert(item.descriptor, into: &reading)
      }
    }
    let highest = items.map(\.descriptor.number).max() ?? 0
    let waited = timeout.map(milliseconds) ?? 3_600_000
    var time = timeval()
    time.tv_sec = numericCast(waited / 1000)
    time.tv_usec = numericCast(waited % 1000 * 1000)
    let count = select(highest + 1, &reading, &writing, nil, &time)
    for index in items.indices {
      let item = items[index]
      items[index].isHungUp = !item.descriptor.isOpen
      items[index].isReady =
        !item.descriptor.isOpen
        || count > 0 && contains(item.descriptor, in: item.isWriting ? writing : reading)
    }
  }

  /// Returns whole milliseconds, rounded up so that the deadline has passed after the wait.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0 else { return 0 }
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(min(seconds, 1_000_000) * 1000 + max(fraction, 0))
  }

  /// The sets are arrays of bits, which on little-endian machines can be indexed by bytes.
  private static func insert(_ descriptor: Descriptor, into set: inout fd_set) {
    withUnsafeMutableBytes(of: &set) { bytes in
      let number = Int(descriptor.number)
      if number / 8 < bytes.count { bytes[number / 8] |= 1 << UInt8(number % 8) }
    }
  }

  private static func contains(_ descriptor: Descriptor, in set: fd_set) -> Bool {
    withUnsafeBytes(of: set) { bytes in
      let number = Int(descriptor.number)
      return number / 8 < bytes.count && bytes[number / 8] & 1 << UInt8(number % 8) != 0
    }
  }
}
