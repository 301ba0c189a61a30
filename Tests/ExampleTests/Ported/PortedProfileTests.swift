import RecipeSupport
import SpinCore
import SpinTestSupport
import SpinTesting
import Testing

@testable import ported

@Suite struct PortedProfileTests {
  let time = ManualScheduler()
  let alerts = Transcript<String>()

  func profile(
    _ answer: @escaping @Sendable (Profile.Request) throws -> Bool
  ) -> TestSpin<Profile, Profile.Event> {
    let (clock, alerts) = (time.clock, alerts)
    let spin = Profile.spin { request in
      try? await clock.sleep(for: .seconds(1))
      return try answer(request)
    } show: { alert in
      alerts.append(alert)
    }
    return TestSpin(spin, on: TestRuntime(time: time))
  }

  @Test func anAlertOfTheSameWordsIsShownAgain() {
    let test = profile { _ in throw Profile.Offline() }
    for _ in 1...2 {
      test.emit(.refreshTapped) { $0.request = .status }
      test.advance(by: .seconds(1))
      test.expect(.failed("Offline()"), from: "ask") {
        ($0.alert, $0.request) = ("Offline()", nil)
      }
    }
    #expect(alerts.entries == ["Offline()", "Offline()"])
    test.finish()
  }

  @Test func anAnswerIsNoAlert() {
    let test = profile { _ in true }
    test.emit(.refreshTapped) { $0.request = .status }
    #expect(test.state.isLoading)
    test.advance(by: .seconds(1))
    test.expect(.answered(isFollowing: true), from: "ask") {
      ($0.isFollowing, $0.request) = (true, nil)
    }
    #expect(alerts.entries.isEmpty && !test.state.isLoading)
    test.finish()
  }

  @Test func theServerHasWhatIsShownInEveryOrderOfTaps() {
    explore(seeds: 300) { test in
      let server = World(["ann": false], faults: 1)
      let spin = Profile.spin { request in
        if case .follow(let isFollowing) = request { try await server.put(isFollowing, as: "ann") }
        return try await server.get("ann") ?? false
      } show: { _ in
      }
      let running = spin.start(on: test)
      test.concurrently(
        { for _ in 1...2 { running.emit(.followTapped) } }, { running.emit(.refreshTapped) },
        {
          await Task.yield()
          running.emit(.followTapped)
        })
      test.expect(running.state.isFollowing, equals: server["ann"] ?? false)
      test.expect(!running.state.isLoading, "\(running.state)")
    }
  }

  /// The status was asked before the tap: its answer would undo what the tap has done.
  @Test func theAnswerToAnEarlierRequestIsDropped() {
    let test = profile { $0 == .follow(true) }
    test.emit(.refreshTapped) { $0.request = .status }
    test.advance(by: .milliseconds(500))
    test.emit(.followTapped) { $0.request = .follow(true) }
    test.expectDrop(.answered(isFollowing: false), reason: .stale, from: "ask")
    test.advance(by: .seconds(1))
    test.expect(.answered(isFollowing: true), from: "ask") {
      ($0.isFollowing, $0.request) = (true, nil)
    }
    test.finish()
  }
}
