import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct DraftTests {
  /// Makes a disk that notes each text it writes, and refuses one text.
  private static func disk(
    _ notes: Notes, refusing refused: String? = nil,
    writing: @escaping @Sendable () async throws -> Void = {}
  ) -> Disk {
    Disk { text in
      try await writing()
      if text == refused { throw Offline() }
      notes.add(text)
    } show: {
      notes.add("! \($0)")
    }
  }

  // snippet.test
  @Test func aDraftIsSavedWhenTheTypingPauses() {
    let notes = Notes()
    let test = TestSpin(Draft.spin(Disk(save: { notes.add($0) }, show: { _ in })))
    for text in ["a", "ab", "abc"] {
      test.emit(.typed(text)) { $0.text = text }
      test.advance(by: .milliseconds(499))
    }
    #expect(notes.all.isEmpty)
    test.advance(by: .milliseconds(1))
    test.expect(.paused, from: "pause") { $0.saving = "abc" }
    test.expect(.saved("abc"), from: "save") { ($0.saved, $0.saving) = ("abc", nil) }
    test.emit(.typed("abcd")) { $0.text = "abcd" }
    test.emit(.typed("abc")) { $0.text = "abc" }  // It is on the disk.
    test.finish()
    #expect(notes.all == ["abc"])
  }
  // snippet.end

  @Test func typingNeverEndsASaveAndTheNextOneFollowsIt() {
    for _ in 1...Support.rounds {
      let (time, notes) = (ManualScheduler(), Notes())
      let disk = Self.disk(notes) { try await time.clock.sleep(for: .seconds(2)) }
      let test = TestSpin(Draft.spin(disk), on: TestRuntime(time: time))
      test.emit(.typed("a")) { $0.text = "a" }
      test.advance(by: .milliseconds(500))
      test.expect(.paused, from: "pause") { $0.saving = "a" }
      test.emit(.typed("ab")) { $0.text = "ab" }
      test.advance(by: .seconds(2))
      test.expect(.saved("a"), from: "save") { ($0.saved, $0.saving) = ("a", nil) }
      test.advance(by: .milliseconds(2500))
      test.expect(.paused, from: "pause") { $0.saving = "ab" }
      test.expect(.saved("ab"), from: "save") { ($0.saved, $0.saving) = ("ab", nil) }
      test.finish()
      #expect(notes.all == ["a", "ab"])
    }
  }

  @Test func anAlertIsShownOnceForEachFailureAndNeverAfterARestore() {
    for _ in 1...Support.rounds {
      let notes = Notes()
      let test = TestSpin(Draft.spin(Self.disk(notes, refusing: "bad")))
      var shown = Draft()
      for round in 1...2 {
        test.emit(.typed("bad")) { $0.text = "bad" }
        test.advance(by: .milliseconds(500))
        test.expect(.paused, from: "pause") { $0.saving = "bad" }
        test.expect(.failed("offline"), from: "save") {
          ($0.saved, $0.saving, $0.refused) = (nil, nil, "bad")
          $0.alert = "Not saved: offline"
        }
        let alerts = (1...round).map { _ in "! Not saved: offline" }
        #expect(notes.all.filter { $0 != "good" } == alerts)
        if round == 1 { shown = test.state }
        test.emit(.typed("good")) { $0.text = "good" }
        test.advance(by: .milliseconds(500))
        test.expect(.paused, from: "pause") { $0.saving = "good" }
        test.expect(.saved("good"), from: "save") {
          ($0.saved, $0.saving, $0.refused) = ("good", nil, nil)
        }
      }
      // An older state has an alert as well, and brings it with it.
      shown.text = "good"
      test.emit(.restored(shown)) {
        $0 = shown
        ($0.saved, $0.refused) = ("good", nil)
      }
      test.emit(.typed("")) { $0.text = "" }
      test.emit(.restored(Draft())) {
        $0 = Draft()
        $0.saved = "good"
      }
      test.emit(.typed("good")) { $0.text = "good" }
      test.finish()
      #expect(notes.all.filter { $0 != "good" }.count == 2)
    }
  }

  @Test func theDiskHasTheTextUnlessTheUserWasToldThatItWasRefused() {
    explore(seeds: 300) { test in
      let (world, alerts) = (World<String, String>(), Notes())
      let disk = Disk {
        try await world.put($0, as: "text")
      } show: {
        alerts.add($0)
      }
      let running = test.restarting(Draft.spin(disk)) { last in
        var draft = last
        draft.refused = nil
        return draft
      } use: { running in
        for text in ["a", "", "a", "b", "", "a"] {
          running.emit(.typed(text))
          try? await test.time.clock.sleep(for: .milliseconds(300))
        }
      }
      let (draft, text) = (running.state, world["text"] ?? "")
      test.expect(draft.saving, equals: nil)
      test.expect(draft.saved == nil || draft.saved == text, "\(text) is saved: \(draft)")
      test.expect(draft.text == text || draft.text == draft.refused, "\(text) is saved: \(draft)")
      test.expect(draft.refused == nil || !alerts.all.isEmpty, "\(draft)")
    }
  }

  @Test(arguments: Host.all)
  func whatWasTypedLastIsOnTheDiskInTheEnd(_ host: Host) async throws {
    let (time, notes) = (ManualScheduler(), Notes())
    let spin = Draft.spin(Self.disk(notes, refusing: "2"))
    let state = try await spin.withRunning(on: host.runtime(time)) { running in
      for text in 1...3 {
        try await running.send(.typed("\(text)-"))
        try await running.send(.typed("\(text)"))
        time.advance(by: .milliseconds(500))
        try await running.settled()
      }
      return try await running.settled()
    }
    #expect(state.saved == "3" && state.alert == "Not saved: offline")
    #expect(notes.all == ["1", "! Not saved: offline", "3"])
    #expect(time.alarmCount == 0)
  }
}
