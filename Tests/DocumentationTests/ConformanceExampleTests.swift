import SpinTestSupport
import Testing

/// The line that the author of a runtime copies.
@Suite(.enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "needs swiftc in the PATH"))
struct ConformanceExampleTests {
  private static let example = {
    let comment = packageFile("Sources/SpinConformance/Conformance.swift")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .compactMap { $0.hasPrefix("/// ") ? $0.dropFirst(4) : nil }
    return blocks(of: comment.joined(separator: "\n")).first { $0.language == "swift" }?.text ?? ""
  }()

  @Test func theGuideToRuntimesHasTheLineOfTheExample() throws {
    let line = try #require(Self.example.split(separator: "\n").first { $0.contains("check(") })
    let call = String(line).trimmingPrefix { $0 == " " }
    #expect(call.contains("isAtHome:"))
    #expect(packageFile("Documentation/Guides/Runtimes.md").contains("`\(call)`"))
  }

  /// Another place than the runtime says is found, so the line asks for it.
  @Test(arguments: [(true, "kept"), (false, "reducer")])
  func theExampleCompilesAndTellsWhetherClosuresRunWhereTheRuntimeSays(
    _ isRight: Bool, _ words: String
  ) async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.run(
      """
      import Dispatch
      import SpinAsync
      import SpinConformance
      import Testing

      struct MyRuntime: SpinRuntime {
        private static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "mine")
        private let other = DispatchQueue(label: "other")
        let scheduler: any SpinScheduler
        var isolation: LoopIsolation { .serialQueue(queue.label) }
        var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == true }

        init(scheduler: (any SpinScheduler)?) {
          self.scheduler = scheduler ?? ClockScheduler(SuspendingClock())
          queue.setSpecific(key: Self.key, value: true)
        }

        func schedule(_ turn: Turn) { (\(isRight) ? queue : other).async { turn() } }

        func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
          Cancellation(
            Task.detached(executorPreference: executor) {
              if let turn = await body() { schedule(turn) }
            })
        }
      }

      \(Self.example)
      do {
        for clause in Conformance.clauses where clause.clause == 11 {
          try await myRuntimeKeepsThePromises(clause)
        }
        print("kept")
      } catch {
        print(error)
      }
      """)
    #expect(verdict.accepts && verdict.messages.contains(words), "\(verdict.messages)")
  }
}
