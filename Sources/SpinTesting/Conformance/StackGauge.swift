internal import SpinCore

/// How deep the stack has been, on each thread.
final class StackGauge: Sendable {
  private struct Extent: Sendable {
    var lowest: UInt
    var highest: UInt
    var latest: UInt

    init(_ place: UInt) {
      (lowest, highest, latest) = (place, place, place)
    }
  }

  private let extents = Guarded<[Int: Extent]>([:])

  /// Measures the stack here.
  ///
  /// - Returns: How far the highest and the lowest place on this thread lie apart, in bytes.
  func measure() -> Int {
    var mark: UInt8 = 0
    let place = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    let thread = currentThreadID()
    return extents.withLock { extents in
      var extent = extents[thread] ?? Extent(place)
      // A stack grows step by step. So this is another thread, which was given the place of one that
      // is gone, or a thread that has begun something else.
      if place.distance(to: extent.latest).magnitude > Self.step { extent = Extent(place) }
      extent.lowest = min(extent.lowest, place)
      extent.highest = max(extent.highest, place)
      extent.latest = place
      extents[thread] = extent
      return Int(extent.highest - extent.lowest)
    }
  }

  /// More than loops, tasks and queues need at different times.
  static let limit = 192 * 1024

  /// More than the closures of a loop need from one call of each other to the next.
  private static let step = 64 * 1024
}
