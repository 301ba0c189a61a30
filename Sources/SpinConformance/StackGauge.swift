internal import SpinCore

/// Measures the depth of the stack on each thread.
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

  /// Measures the stack in this function.
  ///
  /// - Returns: The distance in bytes between the highest and the lowest place on this thread.
  func measure() -> Int {
    var mark: UInt8 = 0
    let place = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    let thread = currentThreadID()
    return extents.withLock { extents in
      var extent = extents[thread] ?? Extent(place)
      // A stack grows in small steps. After a larger step, this is a new thread that reuses the
      // identity or stack of an old one, or a thread that runs other work.
      if place.distance(to: extent.latest).magnitude > Self.step { extent = Extent(place) }
      extent.lowest = min(extent.lowest, place)
      extent.highest = max(extent.highest, place)
      extent.latest = place
      extents[thread] = extent
      return Int(extent.highest - extent.lowest)
    }
  }

  /// More than loops, tasks and queues need.
  static let limit = 192 * 1024

  /// More than the closures of a loop need between two measurements.
  private static let step = 64 * 1024
}
