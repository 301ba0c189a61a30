internal import SpinCLibrary

/// A descriptor to wait for, and its state after the wait.
package struct Readiness {
  /// What to wait for; the loss of the other side always ends a wait.
  private enum Purpose { case reading, writing, loss }

  package let descriptor: Descriptor
  private let purpose: Purpose
  package var isWriting: Bool { purpose == .writing }
  package private(set) var isReady = false
  /// Whether the other side is gone; bytes that it sent before can still be read.
  package private(set) var isHungUp = false

  package init(_ descriptor: Descriptor, writing: Bool = false) {
    self.descriptor = descriptor
    purpose = writing ? .writing : .reading
  }

  /// Waits only for the loss of the other side, such as that of the last reader of a pipe.
  package init(lossOf descriptor: Descriptor) {
    self.descriptor = descriptor
    purpose = .loss
  }

  /// The descriptor as `poll` takes it.
  private var entry: pollfd {
    let events =
      switch purpose {
      case .reading: POLLIN
      case .writing: POLLOUT
      case .loss: 0 as Int32
      }
    return pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
  }

  /// Waits until a descriptor is ready, without a limit if `timeout` is `nil`; a signal may end the
  /// wait early.
  package static func wait(for items: inout [Readiness], atMost timeout: Duration?) {
    let isSupported = unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: items.count) {
      entries in
      for index in items.indices { unsafe entries[index] = items[index].entry }
      let count = unsafe poll(
        entries.baseAddress, nfds_t(entries.count), timeout.map(milliseconds) ?? -1)
      var isSupported = true
      for index in items.indices {
        let events = unsafe count > 0 ? Int32(entries[index].revents) : 0
        items[index].isReady = events != 0
        items[index].isHungUp = events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
        if events & Int32(POLLNVAL) != 0 { isSupported = false }
      }
      return isSupported
    }
    if !isSupported {
      #if canImport(Darwin)
        // NB: on these systems, poll does not support the alias /dev/tty and reports that at once;
        // select does.
        selectReady(&items, atMost: timeout)
      #endif
    }
  }

  /// Waits with `select`, which has no place for descriptors from 1,024 on; those are polled every
  /// ten milliseconds.
  package static func selectReady(_ items: inout [Readiness], atMost timeout: Duration?) {
    var (reading, writing) = (fd_set(), fd_set())
    var (end, waited): (Int32, Int32) = (0, timeout.map(milliseconds) ?? 3_600_000)
    for item in items where item.descriptor.isOpen && item.purpose != .loss {
      guard item.fitsSet else {
        waited = min(waited, item.isPolledReady ? 0 : 10)
        continue
      }
      end = max(end, item.descriptor.number + 1)
      if item.isWriting {
        insert(item.descriptor, into: &writing)
      } else {
        insert(item.descriptor, into: &reading)
      }
    }
    var time = timeval()
    time.tv_sec = numericCast(waited / 1000)
    time.tv_usec = numericCast(waited % 1000 * 1000)
    let count = unsafe select(end, &reading, &writing, nil, &time)
    for index in items.indices {
      let item = items[index]
      items[index].isHungUp = !item.descriptor.isOpen
      if item.purpose == .loss { continue }  // `select` does not report it; the next write does.
      if item.descriptor.isOpen {
        items[index].isReady =
          item.fitsSet
          ? count > 0 && contains(item.descriptor, in: item.isWriting ? writing : reading)
          : item.isPolledReady
      } else {
        items[index].isReady = true
      }
    }
  }

  /// Whether the set of `select` has a bit for the descriptor.
  private var fitsSet: Bool { descriptor.number < 8 * MemoryLayout<fd_set>.size }

  /// Whether `poll` finds the descriptor ready now; `false` if `poll` does not support it.
  private var isPolledReady: Bool {
    var entry = entry
    return unsafe poll(&entry, 1, 0) > 0 && Int32(entry.revents) & POLLNVAL == 0
  }

  /// Returns whole milliseconds, rounded up so that the deadline has passed after the wait.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    // NB: the components of a duration of any length do not fit.
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(1_000_000)).components
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(seconds * 1000 + fraction)
  }

  /// The sets are arrays of bits, which on little-endian machines can be indexed by bytes.
  private static func insert(_ descriptor: Descriptor, into set: inout fd_set) {
    unsafe withUnsafeMutableBytes(of: &set) { bytes in
      let number = Int(descriptor.number)
      unsafe bytes[number / 8] |= 1 << UInt8(number % 8)
    }
  }

  private static func contains(_ descriptor: Descriptor, in set: fd_set) -> Bool {
    unsafe withUnsafeBytes(of: set) { bytes in
      let number = Int(descriptor.number)
      return unsafe bytes[number / 8] & 1 << UInt8(number % 8) != 0
    }
  }
}
