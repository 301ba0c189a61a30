import SpinTestSupport
import Testing

/// The loop contract: each promise is a test of its name, run on every runtime.
///
/// The suite sees loops through the public API alone. It synchronises by gates, transcripts and
/// manual time; what must not happen is given every occasion to happen by `RunningSpin.idle()`.
@Suite(.fewAtOnce, .endsLoops, .timeLimit(.minutes(15)))
struct Conformance {
  typealias Events = [String]

  enum Failure: Error { case broken }
}
