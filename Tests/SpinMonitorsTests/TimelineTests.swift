import Foundation
import SpinAsync
import SpinCallbacks
import SpinMonitors
import SpinTesting
import Testing

struct TimelineTests {
  @Test(arguments: Place.allCases)
  func aTimelineHasTheStepsTheEffectsAndTheirCauses(_ place: Place) async throws {
    let (time, timeline) = (ManualScheduler(), Recorded(Timeline()))
    let runtime = place.runtime(time)
    // snippet.timeline
    let options = RunOptions<Draft, Draft.Event>(
      name: "draft", monitors: [.timeline(into: timeline)])
    let running = draft(saving: .after(.seconds(2), .saved)).start(on: runtime, options: options)
    // snippet.end
    try await running.send(.save)
    time.advance(by: .seconds(1))
    try await running.send(.edited("x"))
    try await running.send(.save)
    time.advance(by: .seconds(2))
    try await running.settled()
    running.stop()
    await running.finished()
    // snippet.json
    let json = timeline.value.json
    // snippet.end
    let trace = try TraceFormat(json)
    #expect(trace.complaints == [])
    let slices = trace.events("X").map { slice in
      "\(trace.laneNames[slice.lane] ?? ""): \(slice[text: "name"]) \(slice.begin)…\(slice.end)"
    }
    #expect(
      slices == [
        "steps: 0 start 0.0…0.0", "steps: 1 save 0.0…0.0", "save: save #1 0.0…1000000.0",
        "steps: 2 edited 1000000.0…1000000.0", "steps: 3 save 1000000.0…1000000.0",
        "save: save #2 1000000.0…3000000.0", "steps: 4 saved 3000000.0…3000000.0",
      ])
    #expect(
      trace.arrows == [
        ["1 save", "save #1"], ["3 save", "save #2"], ["save #2", "4 saved"],
      ])
    let ends = trace.events("X").compactMap { $0.arguments["end"] as? String }
    #expect(ends == ["cancelled: the condition is false", "finished"])
    let processes = trace.events("M").filter { $0[text: "name"] == "process_name" }
    #expect(processes.map { $0.arguments["name"] as? String } == ["draft"])
    #expect(trace.events("i").map { $0[text: "name"] }.suffix(2) == ["settled", "stopped"])
  }

  private struct Received: Sendable { var messages = 0 }

  /// Executions that overlap, elements, attempts and loops that a gear connects, in real time.
  @Test(arguments: [AsyncRuntime(), CallbackRuntime()] as [any SpinRuntime])
  func whateverOverlapsKeepsTheRulesOfTheFormat(_ runtime: any SpinRuntime) async throws {
    let (timeline, gear) = (Recorded(Timeline()), Gear<Int>())
    let sender = Spin<[Int], Int>(initialState: []) {
      Feedback(filteredBy: { $0.count < 6 }) { .after(.milliseconds(5), $0.count) }
        .strategy(.continueOnNewState).named("overlapping")
      Feedback(forEach: \.self, atMost: 3) { number in .run { 100 + number } }.named("each")
      Feedback.sending(on: \.last, to: gear).named("gear")
      Reducer { numbers, number in if number < 100 { numbers.append(numbers.count) } }
    }
    let receiver = Spin<Received, Int>(initialState: Received()) {
      Feedback.receiving(from: gear) { $0 }
      Reducer { received, _ in received.messages += 1 }
    }
    let heard = receiver.start(
      on: runtime, options: RunOptions(name: "receiver", monitors: [.timeline(into: timeline)]))
    try await heard.settled()
    let running = sender.start(
      on: runtime, options: RunOptions(name: "sender", monitors: [.timeline(into: timeline)]))
    try await settled(running, heard)
    let trace = try TraceFormat(timeline.value.json)
    #expect(trace.complaints == [])
    // Several lanes have the name of a feedback whose effects overlap.
    let overlapping = trace.laneNames.values.filter { $0 == "overlapping" }
    #expect(overlapping.count > 1)
    #expect(Set(trace.lanes(of: "each[3] ")) == ["each[3]"])
    // Each message is caused by a step of the other process.
    let senders = trace.events("s").map { $0[number: "pid"] }
    let receivers = trace.events("f").map { $0[number: "pid"] }
    #expect(zip(senders, receivers).count { $0 == 2 && $1 == 1 } == heard.state.messages)
    running.stop()
    heard.stop()
  }

  /// That the check of the rules finds what breaks them.
  @Test(
    arguments: [
      ("\"ph\":\"f\"", "\"ph\":\"g\""), ("\"bp\":\"e\"", "\"bp\":\"n\""),
      ("\"s\":\"t\"", "\"s\":\"q\""), ("\"dur\":", "\"dur\":-1"), ("\"tid\":1", "\"tid\":7"),
      ("\"id\":2", "\"id\":3"), ("\"name\":\"1 save\"", "\"name\":\"\""),
    ])
  func aFileThatBreaksARuleIsFoundOut(_ text: String, _ other: String) throws {
    let (time, timeline) = (ManualScheduler(), Recorded(Timeline()))
    let running = draft(saving: .after(.seconds(1), .saved)).start(
      on: .callersThread(scheduler: time),
      options: RunOptions(monitors: [.timeline(into: timeline)]))
    running.emit(.save)
    time.advance(by: .seconds(1))
    running.stop()
    let json = timeline.value.json
    #expect(try TraceFormat(json).complaints == [])
    let place = try #require(json.range(of: text, options: .backwards))
    #expect(try TraceFormat(json.replacingCharacters(in: place, with: other)).complaints != [])
  }

  @Test func namesAreQuoted() throws {
    let timeline = Recorded(Timeline())
    let running = Spin<Int, String>(initialState: 0) { Reducer { count, _ in count += 1 } }.start(
      on: .callersThread,
      options: RunOptions(
        name: "a \"b\"\\\u{0}", monitors: [.timeline(into: timeline, naming: { $0 })]))
    running.emit("\n\t\u{1F}\u{2028}\u{7F} 🎈\"")
    running.stop()
    running.emit("late")
    let trace = try TraceFormat(timeline.value.json)
    #expect(trace.complaints == [])
    #expect(trace.events("X").map { $0[text: "name"] }.last == "1 \n\t\u{1F}\u{2028}\u{7F} 🎈\"")
    #expect(trace.events("M")[0].arguments["name"] as? String == "a \"b\"\\\u{0}")
    #expect(trace.events("i").last?[text: "name"] == "late refused as stopped, from outside")
  }
}
