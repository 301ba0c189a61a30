internal import SpinCore

/// A runtime under test, with its known properties.
struct Subject: Sendable {
  let runtime: any SpinRuntime
  /// Returns whether the calling code runs where the runtime calls the closures of a loop.
  var isAtHome: (@Sendable () -> Bool)?
  /// Does the pending work of a runtime that does not run by itself.
  var pump: (@Sendable () async -> Void)?

  init(runtime: any SpinRuntime) {
    self.runtime = runtime
  }

  var isPumped: Bool { pump != nil }

  /// The scheduler of the runtime, if it is manual.
  var manual: ManualScheduler? { runtime.scheduler as? ManualScheduler }

  /// The unit of delays, which is long enough to distinguish two of them in real time.
  var unit: Duration { manual == nil ? .milliseconds(10) : .seconds(1) }
}
