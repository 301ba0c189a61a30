@testable import SpinTTY

/// The reading end of a pipe that is slow by its own clock: it reads a page whenever the writer
/// looks at the time.
final class SlowReader {
  let pipe: (reading: Descriptor, writing: Descriptor)
  private(set) var now = Duration.zero
  private(set) var bytes: [UInt8] = []
  /// The looks at which it does not read.
  var pause = 0..<0
  private var looks = 0
  private var room = [UInt8](repeating: 0, count: 4096)

  init() throws { pipe = try SystemCall.pipe() }

  deinit {
    pipe.reading.close()
    pipe.writing.close()
  }

  func look() -> Duration {
    looks += 1
    now += .milliseconds(150)
    if !pause.contains(looks) { _ = read() }
    return now
  }

  func readRest() { while read() {} }

  private func read() -> Bool {
    guard case .moved(let count) = room.withUnsafeMutableBytes({ pipe.reading.read(into: $0) })
    else { return false }
    bytes += room[..<count]
    return true
  }
}
