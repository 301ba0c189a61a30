import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct EveryOrder {
  // snippet.state
  struct Note: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String) }
    var text: String?
  }
  // snippet.end

  // snippet.spin
  func note(
    saving strategy: ExecutionStrategy = .queueNewState,
    _ save: @escaping @Sendable (String) async -> Void
  ) -> Spin<Note, Note.Event> {
    Spin(initialState: Note()) {
      Feedback(on: \.text) { text in .sideEffect { await save(text) } }
        .strategy(strategy).named("save")
      Reducer { note, event in if case .typed(let text) = event { note.text = text } }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theNewestTextIsOnTheDiskInEveryOrder() {
    let exploration = explore { test in
      let disk = World<String, String>()
      let running = note { text in await disk.insisting { try await $0.put(text, as: "note") } }
        .start(on: test)
      test.concurrently({ running.emit(.typed("a")) }, { running.emit(.typed("b")) })
      test.run()
      test.expect(disk["note"], equals: running.state.text)
    }
    #expect(exploration.orders > 1)
  }
  // snippet.end

  @Test(arguments: [ExecutionStrategy.continueOnNewState, .cancelOnNewState])
  func anOrderIsFoundInWhichAnotherStrategyLeavesAnOldText(_ strategy: ExecutionStrategy) {
    let failures = Transcript<TestFailure>()
    explore(report: FailureReporter { failures.add($0) }) { test in
      let disk = World<String, String>(faults: 0)
      let running = note(saving: strategy) { try? await disk.put($0, as: "note") }.start(on: test)
      test.concurrently({ running.emit(.typed("a")) }, { running.emit(.typed("b")) })
      test.run()
      test.expect(disk["note"], equals: running.state.text)
    }
    #expect(failures.all.count == 1)
  }
}
