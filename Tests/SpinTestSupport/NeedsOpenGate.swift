import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// The test tells what starts in the step that wants it.
  ///
  /// With `SPIN_GATE=late`, each run of a suite has a gate that opens late. What a step wants starts after the
  /// steps that follow it, or never, if one of them cancels it.
  package static var needsOpenGate: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["SPIN_GATE"] != "late",
      "A gate that opens late starts later what this test looks for.")
  }
}
