internal import Foundation
internal import SpinCore
package import Testing

/// Runs only a few test cases with this trait at the same time.
///
/// Thousands of cases that begin together share the threads of Swift's tasks, which take jobs in
/// the order of their arrival. Each `await` then takes as long as one step of every other case,
/// time limits become meaningless, and most of the processor time is lost.
package struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    await Self.places.take()
    defer { Self.places.leave() }
    try await body()
  }

  // Cases that only wait, for an alarm or another process, leave the processors to the others.
  private static let places = Places(2 * ProcessInfo.processInfo.activeProcessorCount)
}

extension Trait where Self == FewAtOnce {
  /// Runs only a few test cases of the suite at the same time.
  package static var fewAtOnce: Self { FewAtOnce() }
}

/// A counting semaphore for tasks, first come, first served.
private final class Places: Sendable {
  private struct Line: Sendable {
    var free: Int
    var waiting: [Gate] = []
  }

  private let line: Guarded<Line>

  init(_ count: Int) {
    line = Guarded(Line(free: count))
  }

  func take() async {
    let gate = line.withLock { line -> Gate? in
      if line.free > 0 {
        line.free -= 1
        return nil
      }
      let gate = Gate()
      line.waiting.append(gate)
      return gate
    }
    await gate?.waitStubbornly()
  }

  func leave() {
    let gate = line.withLock { line -> Gate? in
      if line.waiting.isEmpty {
        line.free += 1
        return nil
      }
      return line.waiting.removeFirst()
    }
    gate?.open()
  }
}
