import SpinTestSupport
import Testing

/// The part of the loop contract that is about effects, elements and time.
@Suite(.fewAtOnce, .endsLoops, .timeLimit(.minutes(15)))
struct Conformance {
  typealias Events = [String]

  enum Failure: Error { case broken }
}
