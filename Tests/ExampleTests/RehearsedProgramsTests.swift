import SpinAsync
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import Testing

@testable import chat
@testable import countdown
@testable import counter
@testable import ported
@testable import search

/// Runs of the examples and the ported programs, on tasks and on a queue, rehearsed by their spins.
@Suite(.serialized) struct RehearsedProgramsTests {
  static let runtimes: [RuntimeUnderTest] = RuntimeUnderTest.all.filter {
    ["tasks on the global executor", "callbacks on an own queue"].contains("\($0)")
  }

  /// Runs a spin, and rehearses the run.
  private func rehearses<State: Sendable, Event: Sendable>(
    _ spin: Spin<State, Event>, _ runtime: RuntimeUnderTest, atLeast count: Int,
    _ act: (RunningSpin<State, Event>) async throws -> Void
  ) async throws {
    let record = RunRecord<State, Event>()
    let running = spin.start(
      on: runtime(), options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    try await act(running)
    try await running.settled()
    await running.end()
    let log = record.log
    #expect(log.numbers.map { $0.upperBound >= count } == true, "\(log.entries.count) entries")
    let difference = try log.rehearse(spin)
    #expect(difference == nil)
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

  @Test(arguments: runtimes) func theChatGoesAsItWent(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<String>()
    let page = Chat.Page.spin(gear).start(on: runtime())
    try await rehearses(Chat.Room.spin(gear), runtime, atLeast: 2) { room in
      try await room.settled()  // It has joined.
      for text in ["hello", "hello", "again"] {
        page.emit(.typed(text))
        page.emit(.send)
      }
      try await settled(page, room)
    }
    await page.end()
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
}
