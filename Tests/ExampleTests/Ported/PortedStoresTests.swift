import RecipeSupport
import SpinCore
import SpinTestSupport
import SpinTesting
import Testing

@testable import ported

@Suite struct PortedStoresTests {
  let time = ManualScheduler()

  var test: TestSpin<Stores, Stores.Event> {
    let clock = time.clock
    let spin = Stores.spin {
      try? await clock.sleep(for: .seconds(2))
      return ["It rains."]
    } send: { _ in
      try? await clock.sleep(for: .seconds(1))
    }
    return TestSpin(spin, on: TestRuntime(time: time))
  }

  @Test func anEventOfTheScreenIsReducedUpToTheRootInOneStep() {
    let test = test
    test.emit(.mail(.compose)) { $0.mail.draft = .init() }
    test.emit(.mail(.draft(.typed("Hello")))) { $0.mail.draft?.text = "Hello" }
    test.emit(.mail(.draft(.send))) { $0.mail.draft?.outgoing = "Hello" }
    test.advance(by: .seconds(1))
    test.expect(.mail(.draft(.sent("Hello"))), from: "mail.draft.send") {
      ($0.mail.sent, $0.mail.draft) = (["Hello"], nil)
    }
    test.finish()
  }

  @Test func eachMailThatTheServerHasIsAmongThoseThatWereSent() {
    explore(seeds: 300) { test in
      let server = World<String, Int>(faults: 0)
      let spin = Stores.spin(headlines: { [] }, send: { try? await server.put(1, as: $0) })
      let running = spin.start(on: test)
      let events: [Stores.Mail.Event] = [
        .compose, .draft(.typed("one")), .draft(.send), .draft(.typed("two")), .draft(.send),
        .close,
        .compose, .draft(.typed("three")), .draft(.send),
      ]
      test.concurrently({
        for event in events {
          running.emit(.mail(event))
          await Task.yield()
        }
      })
      test.expect(running.state.mail.sent, equals: server.keys)
      test.expect(server.keys.contains("one"), "\(running.state.mail)")
    }
  }

  @Test func whatAnotherFeatureDoesDisturbsNoEffect() {
    let test = test
    test.emit(.feed(.opened)) { $0.feed.isOpen = true }
    test.emit(.mail(.compose)) { $0.mail.draft = .init() }
    test.emit(.mail(.draft(.typed("Hello")))) { $0.mail.draft?.text = "Hello" }
    test.expectRunning("feed.load")
    test.advance(by: .seconds(2))
    test.expect(.feed(.loaded(["It rains."])), from: "feed.load") {
      $0.feed.headlines = ["It rains."]
    }
    test.finish()
  }

  @Test func theWorkOfAllChildrenEndsWithTheRootsState() {
    let test = test
    test.emit(.signedIn("Ada")) { $0.user = "Ada" }
    test.emit(.feed(.opened)) { $0.feed.isOpen = true }
    test.emit(.mail(.compose)) { $0.mail.draft = .init() }
    test.emit(.mail(.draft(.typed("Hello")))) { $0.mail.draft?.text = "Hello" }
    test.emit(.mail(.draft(.send))) { $0.mail.draft?.outgoing = "Hello" }
    test.expectRunning("feed.load", "mail.draft.send")
    test.emit(.signedOut) { $0 = Stores() }
    test.expectRunning()
    test.expectDrop(.feed(.loaded(["It rains."])), reason: .stale, from: "feed.load")
    test.expectDrop(.mail(.draft(.sent("Hello"))), reason: .stale, from: "mail.draft.send")
    test.finish()
  }
}
