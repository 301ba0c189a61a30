import SpinCore
import SpinTestSupport

/// Where the record of a run is written, and where its reader waits.
final class Notebook: Sendable {
  let record = Guarded(Record())
  /// Opened when all user code has returned and the memory of the run is freed.
  let end = Gate()
}
