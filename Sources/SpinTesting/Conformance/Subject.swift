internal import SpinCore

/// A runtime under test, with what is known of it.
struct Subject: Sendable {
  let runtime: any SpinRuntime
  /// Whether the calling code is where the runtime calls the closures of a loop.
  var isAtHome: (@Sendable () -> Bool)?
  /// Does what the runtime has to do, if it does not run by itself.
  var pump: (@Sendable () async -> Void)?

  init(runtime: any SpinRuntime) {
    self.runtime = runtime
  }

  var isPumped: Bool { pump != nil }

  /// The time of the runtime, if it passes by hand.
  var manual: ManualScheduler? { runtime.scheduler as? ManualScheduler }

  /// The unit of delays: long enough for real time to tell two of them apart.
  var unit: Duration { manual == nil ? .milliseconds(10) : .seconds(1) }
}
