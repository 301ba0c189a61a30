import SpinCallbacks
import SpinTestSupport

/// What is done to prove that a differential test can fail.
enum Proof {
  /// Runs a plan on the thread of the test.
  static func record(_ plan: Plan) async -> Record {
    await Rig.record(plan) { CallbackRuntime.callersThread(scheduler: $0) }
  }

  /// Whether the model refuses these lines.
  static func differs(_ plan: Plan, _ lines: [Line]) -> Bool {
    var replay = Replay(plan, lines)
    return (try? replay.run()) == nil
  }
}
