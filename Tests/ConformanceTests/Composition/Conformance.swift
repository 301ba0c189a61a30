import SpinTestSupport
import Testing

/// The part of the loop contract that is about parts, children, undo, gears and following.
@Suite(.fewAtOnce, .endsLoops, .timeLimit(.minutes(15)))
struct Conformance {
  typealias Events = [String]
}
