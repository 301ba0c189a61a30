import SpinCallbacks
import SpinCore
import SpinTTY

/// A recording that was read to its end, for the benchmarks of this project.
@_spi(Benchmarks)
public struct InspectMeasurement: Sendable {
  private let file: RecordingFile
  private let run: Run

  /// Reads a file.
  public init(_ path: String) {
    file = RecordingFile(path)
    var run = Run(path, file.read())
    while !run.reading.isAtEnd { run.take(file.read()) }
    self.run = run
  }

  /// The number of entries.
  public var count: Int { run.count }

  /// Returns a screen that shows the recording.
  public func show(columns: Int, rows: Int) -> InspectScreen {
    let ui = Inspect.ui(Inspect.spin(Inspect([run]), [file]))
    return InspectScreen(
      rehearsal: ui.rehearse(
        on: .callersThread(scheduler: NoTime()), columns: columns, rows: rows))
  }
}

/// The program on a screen.
@_spi(Benchmarks)
public struct InspectScreen {
  let rehearsal: Rehearsal<Inspect, Inspect.Event>

  /// Types a key, and returns the number of bytes of the frame after it.
  public func press(_ key: String) -> Int {
    rehearsal.input(Array(key.utf8))
    return rehearsal.frame().count
  }
}

/// Time that does not pass, so that nobody looks whether the file has grown.
private struct NoTime: SpinScheduler {
  var now: Duration { .zero }

  func after(_: Duration, _: @escaping @Sendable () -> Void) -> Cancellation { Cancellation {} }
}
