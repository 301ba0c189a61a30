import SpinAsync
import SpinMonitors
import SpinTestSupport
import SpinTesting
import Testing

struct StateGraphTests {
  @Test(arguments: Place.allCases)
  func aGraphHasTheStatesAndEventsOfAllRuns(_ place: Place) async throws {
    let time = ManualScheduler()
    // snippet.graph
    let graph = Recorded(StateGraph())
    let options = RunOptions<Draft, Draft.Event>(monitors: [.graph(of: \.phase, into: graph)])
    let running = draft(saving: .just(.saved)).start(on: place.runtime(time), options: options)
    for event in [Draft.Event.edited("a"), .save, .edited("b")] { try await running.send(event) }
    print(graph.value.mermaid)
    // snippet.end
    let text = """
      stateDiagram-v2
        state "editing" as s0
        state "saved" as s1
        state "saving" as s2
        [*] --> s0
        s0 --> s0: edited
        s0 --> s2: save
        s1 --> s0: edited
        s2 --> s1: saved

      """
    #expect(graph.value.mermaid == text)
    #expect(packageFile("Documentation/Guides/Pictures.md").contains(text))
    let before = graph.value
    // snippet.unreached
    #expect(graph.value.unreached(Draft.Phase.self) == [.failed])
    // snippet.end
    let second = draft(saving: .just(.failed)).start(on: place.runtime(time), options: options)
    try await second.send(.save)
    try await second.settled()
    #expect(graph.value.unreached(Draft.Phase.self) == [])
    let missing = before.missing(from: graph.value)
    #expect(missing.states == ["failed", "saving"])
    #expect(missing.edges == [.init(from: "saving", event: "failed", to: "failed")])
    #expect(missing.starts == [])
    #expect(graph.value.missing(from: before) == StateGraph())
    var merged = before
    merged.merge(missing)
    #expect(merged == graph.value)
  }

  /// Whatever a state is called, it stays one state, and the text has its lines.
  @Test func namesWithCharactersOfTheLanguagesAreEscaped() {
    var graph = StateGraph()
    graph.add(start: "a\u{0}\"b\"\n")
    graph.add(.init(from: "a\u{0}\"b\"\n", event: "x: \\{;}", to: "start"))
    #expect(
      graph.mermaid == """
        stateDiagram-v2
          state "a #34;b#34; " as s0
          state "start" as s1
          [*] --> s0
          s0 --> s1: x#58; #92;#123;#59;#125;

        """)
    #expect(
      graph.dot == #"""
        digraph {
          start [shape=point]
          s0 [label="a \"b\"\n"]
          s1 [label="start"]
          start -> s0
          s0 -> s1 [label="x: \\{;}"]
        }

        """#)
  }

  @Test func eventsCanBeNamed() async throws {
    let graph = Recorded(StateGraph())
    let monitor = Monitor<Draft, Draft.Event>.graph(of: \.phase, into: graph) {
      if case .edited(let text) = $0 { "edited to \(text)" } else { "\($0)" }
    }
    let running = draft(saving: .none).start(on: .async, options: RunOptions(monitors: [monitor]))
    try await running.send(.edited("x"))
    #expect(graph.value.edges == [.init(from: "editing", event: "edited to x", to: "editing")])
    running.stop()
  }
}
