import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct WaitForAState {
  // snippet.state
  struct Note: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), saved(String) }
    /// The text on the disk, and the text on its way there.
    var text = "", saved = "", saving: String?

    mutating func reduce(_ event: Event) {
      switch event {
      case .typed(let text): self.text = text
      case .saved(let text): (saved, saving) = (text, nil)
      }
      // One save after another: to cancel a save does not take it back.
      if saving == nil && text != saved { saving = text }
    }
  }
  // snippet.end

  // snippet.spin
  func note(_ save: @escaping @Sendable (String) async -> Void) -> Spin<Note, Note.Event> {
    Spin(initialState: Note()) {
      Feedback(on: \.saving) { text in
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

  @Test func theTextIsOnTheDiskInEveryOrder() {
    explore(seeds: 300) { test in
      let disk = World<String, String>()
      let spin = note { text in await disk.insisting { try await $0.put(text, as: "note") } }
      let running = test.restarting(spin) { running in
        for text in ["a", "", "a", ""] {
          running.emit(.typed(text))
          await Task.yield()
        }
      }
      test.expect(disk["note"] ?? "", equals: running.state.text)
      test.expect(running.state.saved, equals: running.state.text)
    }
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
