import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct WaitForAState {
  // snippet.state
  struct Note: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), saved(String) }
    var text = "", saved = ""

    mutating func reduce(_ event: Event) {
      switch event {
      case .typed(let text): self.text = text
      case .saved(let text): saved = text
      }
    }
  }
  // snippet.end

  // snippet.spin
  func note(_ save: @escaping @Sendable (String) async -> Void) -> Spin<Note, Note.Event> {
    Spin(initialState: Note()) {
      Feedback(on: { $0.text == $0.saved ? nil : $0.text }) { text in
        .run {
          await save(text)
          return .saved(text)
        }
      }.named("save")
      Reducer { note, event in note.reduce(event) }
    }
  }
  // snippet.end

  @Test(arguments: Host.allCases)
  func aTaskWaitsForTheStateThatItNeeds(_ host: Host) async throws {
    // snippet.test
    let running = note { _ in await Task.yield() }.start(on: host.runtime())
    let typed = try await running.send(.typed("a"))  // The state right after the event.
    #expect(typed.text == "a")
    let saved = try await running.send(.typed("ab"), until: { $0.saved == "ab" })
    #expect(saved.text == "ab")
    running.emit(.typed("abc"))
    #expect(try await running.first { $0.saved == "abc" }.text == "abc")
    #expect(try await running.settled() == Note(text: "abc", saved: "abc"))
    running.stop()
    await running.finished()  // Nothing of the loop runs any more.
    // snippet.end
  }

  @Test(arguments: Host.allCases)
  func aWaitEndsWhenTheLoopStops(_ host: Host) async throws {
    let running = note { _ in }.start(on: host.runtime())
    let waiting = Task { try await running.first { $0.text == "never" } }
    running.stop()
    await #expect(throws: LoopStopped()) { try await waiting.value }
    await running.finished()
  }
}
