internal import Foundation

/// Returns how many times as much processor time a piece of work takes if it is four times as large.
///
/// Work that grows like its size takes four times as much, and work that grows like the square of it takes 16
/// times as much. The time is that of this thread. A busy machine may still make the larger work seem slow, so
/// it is measured again, ten times at most, until it is below the bound.
package func growth(from size: Int, below bound: Double, of work: (_ size: Int) -> Void) -> Double {
  func time(_ size: Int) -> Double {
    let times = (0..<3).map { _ in
      let start = processorTime()
      work(size)
      return processorTime() - start
    }
    return max(times.min() ?? 0, 1e-9)
  }
  var least = Double.infinity
  for _ in 0..<10 where least >= bound { least = min(least, time(4 * size) / time(size)) }
  return least
}

/// The processor time of this thread in seconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
