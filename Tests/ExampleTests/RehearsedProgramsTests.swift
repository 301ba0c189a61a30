import Foundation
import LevelsDefinition
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTTY
import SpinTestSupport
import TerminalTestSupport
import Testing

@testable import InspectDefinition
@testable import chat
@testable import countdown
@testable import counter
@testable import files
@testable import gallery
@testable import ported
@testable import processes
@testable import search

/// Runs of the examples and the ported programs, on tasks and on a queue, rehearsed by their spins.
///
/// `new-project` has no spin of its own: it asks prompts.
@Suite(.serialized) struct RehearsedProgramsTests {
  static let runtimes: [RuntimeUnderTest] = RuntimeUnderTest.all.filter {
    ["tasks on the global executor", "callbacks on an own queue"].contains("\($0)")
  }

  /// Runs a spin, and rehearses the run.
  ///
  /// So do other spins, which the program makes for other runtimes. The spin waits on `time`, if there is one.
  @discardableResult
  private func rehearses<State: Sendable, Event: Sendable>(
    _ spin: Spin<State, Event>, and others: [Spin<State, Event>] = [], _ runtime: RuntimeUnderTest,
    _ time: ManualScheduler? = nil, settles: Bool = true, atLeast count: Int,
    _ act: (RunningSpin<State, Event>) async throws -> Void
  ) async throws -> RunLog<State, Event> {
    let record = RunRecord<State, Event>()
    let running = spin.start(
      on: runtime(scheduler: time),
      options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    try await act(running)
    if settles { try await running.settled() }
    await running.end()
    let log = record.log
    #expect(log.numbers.map { $0.upperBound >= count } == true, "\(log.entries.count) entries")
    for spin in [spin] + others { #expect(try log.rehearse(spin)?.description == nil) }
    return log
  }

  @Test func bothRuntimesAreThere() { #expect(Self.runtimes.count == 2) }

  @Test(arguments: runtimes) func theSearchGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    try await rehearses(Search.spin, runtime, atLeast: 4) { running in
      for text in ["s", "sw", "swift"] { try await running.send(.typed(text)) }
    }
  }

  @Test(arguments: runtimes)
  func theCountdownGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    try await rehearses(Countdown.spin, runtime, atLeast: 6) { _ in }
  }

  @Test(arguments: runtimes) func theCounterGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let spin = Counting.spin(interval: .milliseconds(1))
    try await rehearses(spin, runtime, atLeast: 5) { running in
      try await running.send(.toggle)
      _ = try await running.first { $0.ticks >= 4 }
      try await running.send(.toggle)
    }
  }

  @Test(arguments: [nil, Duration.milliseconds(100)])
  func theLevelsGoAsTheyWentOnTheOtherRuntime(_ interval: Duration?) async throws {
    var runs: [[String]] = []
    for runtime in Self.runtimes {
      let time = ManualScheduler()
      let spin = Levels.convergence(from: Levels(left: 3, right: 12)) { step in
        interval.map { .after($0, step) } ?? .just(step)
      }
      let log = try await rehearses(spin, runtime, time, atLeast: 9) { running in
        while interval != nil, !running.state.areEqual {
          _ = await running.idle()
          time.advance(by: .milliseconds(100))
        }
      }
      runs.append(log.entries.map { "\($0.sender) \($0.outcome) \($0.effects) \($0.time)" })
    }
    #expect(runs.count == 2 && runs.first == runs.last)
  }

  @Test(arguments: runtimes) func theChatGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<String>()
    try await rehearses(Chat.Page.spin(gear), runtime, atLeast: 6) { page in
      try await rehearses(Chat.Room.spin(gear).undoable(), runtime, atLeast: 5) { room in
        try await room.settled()  // It has joined.
        for text in ["hello", "hello", "again"] {
          page.emit(.typed(text))
          page.emit(.send)
        }
        try await settled(page, room)
        for event: HistoryEvent<Chat.Room.Event> in [.event(.cleared), .undo, .undo, .redo] {
          try await room.send(event)
        }
      }
    }
  }

  @Test(arguments: runtimes) func theGalleryGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    try await rehearses(Gallery.spin(Gallery(page: .text)), runtime, time, atLeast: 50) { running in
      let events: [Gallery.Event] = [
        .pages(.select(Page.bars.id)), .demo(.toast("saved")), .demo(.level(.choose(95))),
      ]
      for event in events { try await running.send(event) }
      for _ in 0..<50 {
        _ = await running.idle()
        time.advance(by: .milliseconds(100))
      }
      try await running.send(.pages(.select(Page.text.id)))
    }
  }

  @Test(arguments: runtimes) func theProcessesGoAsTheyWent(_ runtime: RuntimeUnderTest) async throws
  {
    let (time, rounds, sent) = (ManualScheduler(), Transcript<Int>(), Transcript<Int>())
    let spin = Top.spin(
      read: {
        rounds(0)
        let round = rounds.entries.count
        let processes = [11, 12].map { id in
          Sample.Process(id: id, command: "job \(id)", ticks: id * round)
        }
        return Sample(processes: processes, time: Double(2 * round))
      },
      send: { signal, process in
        sent(process.id)
        return "sent to \(process.id)"
      })
    try await rehearses(spin, runtime, time, settles: false, atLeast: 6) { running in
      for round in 1...3 {
        _ = try await running.first { $0.round == round }
        try await time.untilAlarms(1)
        time.advance(by: .seconds(1))
      }
      let events: [Top.Event] = [
        .table(.sort("PID")), .askForSignal(running.state.chosen), .signal(.choose("TERM")),
      ]
      for event in events { try await running.send(event) }
      _ = try await running.first { $0.note != "" }
    }
    #expect(sent.entries.count == 1, "The rehearsal has sent no signal.")
  }

  @Test(arguments: runtimes) func theFilesGoAsTheyWent(_ runtime: RuntimeUnderTest) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a.md", "b.swift"] {
      try Data("# \(name)\n".utf8).write(to: folder.url.appendingPathComponent(name))
    }
    let root = FilePicker.Path(folder.url.path).resolved
    let path = { (name: String) in root.appending(Array(name.utf8)) }
    try await rehearses(Files.spin(folder.url.path), runtime, atLeast: 8) { running in
      try await running.settled()
      let jobs = [
        Job(kind: .move, paths: [path("a.md")], folder: root, name: TextInput.Model("c.md")),
        Job(kind: .delete, paths: [path("b.swift")], folder: root),
      ]
      for job in jobs {
        let events: [Files.Event] = [
          .files(.rows(.select(job.paths[0]))), .ask(job), .answer(true),
        ]
        for event in events {
          try await running.send(event)
          try await running.settled()
        }
      }
    }
    // The rehearsal has changed no file.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["c.md"])
  }

  @Test(arguments: runtimes)
  func theInspectorGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let files = try [0, 1].map { discount in
      RecordingFile(
        try RecordedShop.record(in: folder, as: "\(discount).jsonl", discount: discount))
    }
    let spin = Inspect.spin(Inspect(files.map { Run($0.path, $0.read()) }), files)
    let time = ManualScheduler()
    try await rehearses(spin, runtime, time, settles: false, atLeast: 8) { running in
      _ = try await running.first { $0.comparison != nil }
      for event: Inspect.Event in [.ask(.search), .prompt(.insert("teapot")), .agreed, .match(1)] {
        try await running.send(event)
      }
      _ = try await running.first { $0.search?.found.isEmpty == false }
      try await running.send(.difference)
      // Both files are read again.
      try await time.untilAlarms(2)
      time.advance(by: .milliseconds(250))
      _ = try await running.first { $0.runs.allSatisfy { $0.round > 1 } }
    }
  }

  @Test(arguments: runtimes) func theMoviesGoAsTheyWent(_ runtime: RuntimeUnderTest) async throws {
    try await rehearses(Movies.spin(.sample()), runtime, atLeast: 10) { running in
      try await running.settled()
      let events: [Movies.Event] = [
        .reachedEnd, .reachedEnd, .selected(.popular), .opened(2), .detail(.starred), .closed,
      ]
      for event in events {
        try await running.send(event)
        try await running.settled()
      }
    }
  }

  @Test(arguments: runtimes) func theJobsGoAsTheyWent(_ runtime: RuntimeUnderTest) async throws {
    let spin = Jobs.spin(count: 30) { id, number in
      if number < id % 4 { throw Jobs.Busy() }
      return "ok"
    }
    try await rehearses(spin, runtime, atLeast: 30) { _ in }
  }

  @Test(arguments: runtimes) func theStoresGoAsTheyWent(_ runtime: RuntimeUnderTest) async throws {
    let spin = Stores.spin(headlines: { ["It rains."] }, send: { _ in })
    try await rehearses(spin, runtime, atLeast: 6) { running in
      let events: [Stores.Event] = [
        .feed(.opened), .mail(.compose), .mail(.draft(.typed("one"))), .mail(.draft(.send)),
      ]
      for event in events { try await running.send(event) }
    }
  }

  @Test(arguments: runtimes) func theProfileGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let alerts = Transcript<String>()
    let spin = Profile.spin { request in
      if request == .status { throw Profile.Offline() }
      return true
    } show: { alert in
      alerts(alert)
    }
    try await rehearses(spin, runtime, atLeast: 4) { running in
      try await running.send(.refreshTapped)
      _ = try await running.first { $0.alert != nil }
      try await running.send(.followTapped)
      _ = try await running.first { $0.isFollowing }
    }
    // The rehearsal has shown no alert.
    #expect(alerts.entries == ["Offline()"])
  }

  @Test(arguments: runtimes) func theTodosGoAsTheyWent(_ runtime: RuntimeUnderTest) async throws {
    let control = TodoControl()
    let server = try control.start()
    let requests = TodoRequests(client: HTTPClient(port: server.port))
    let screen = TodoScreen.spin(TodoStore(requests, on: runtime()))
    let others = Self.runtimes.map { TodoScreen.spin(TodoStore(requests, on: $0())) }
    try await rehearses(screen, and: others, runtime, atLeast: 12) { running in
      try await running.settled()
      let actions: [TodoAction] = [
        .addItem(name: "Tea", note: ""), .completeItem(TodoItem.samples[0]),
        .deleteItem(TodoItem.samples[1]),
      ]
      for action in actions { try await running.send(.dispatch(action)) }
      try await running.settled()
      control.fail()
      try await running.send(.dispatch(.updateList))
    }
    #expect(control.asked.entries.count == 5, "The rehearsals have asked nothing.")
    server.stop()
  }
}
