import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct AuthorizationTests {
  private let time = ManualScheduler()
  private let account = Gear<Account>(replayingLatest: true)

  /// A service that takes a second to sign anybody in but `nobody`.
  private var authorization: Spin<Authorization, Authorization.Event> {
    Authorization.spin(account) { [time] name in
      try await time.clock.sleep(for: .seconds(1))
      if name == "nobody" { throw Offline() }
      return "\(name)'s token"
    }
  }

  /// A service that takes two seconds to load.
  private func inbox(_ title: String) -> Spin<Inbox, Inbox.Event> {
    Inbox.spin(account) { [time] token in
      try? await time.clock.sleep(for: .seconds(2))
      return ["\(title) for \(token)"]
    }
  }

  @Test func whoSignsInSeesTheirItemsAndWhoSignsOutSeesNone() {
    for _ in 1...Support.rounds {
      let runtime = TestRuntime(time: time)
      let door = TestSpin(authorization, on: runtime)
      let room = TestSpin(inbox("mail"), on: runtime)
      room.expect(.account(.signedOut), from: "account")  // It is late, and hears the newest.
      door.emit(.login("ann")) { $0.name = "ann" }
      runtime.advance(by: .seconds(1))
      door.expect(.answered(token: "ann's token"), from: "login") {
        ($0.name, $0.token) = (nil, "ann's token")
      }
      room.expect(.account(.signedIn(token: "ann's token")), from: "account") {
        $0.token = "ann's token"
      }
      runtime.advance(by: .seconds(2))
      room.expect(.loaded(["mail for ann's token"]), from: "load") {
        $0.items = ["mail for ann's token"]
      }
      door.emit(.logout) { $0.token = nil }
      room.expect(.account(.signedOut), from: "account") { $0 = Inbox() }
      door.finish()
      room.finish()
    }
  }

  @Test func whatIsLoadedForSomebodyWhoHasLeftIsNeverShown() {
    for _ in 1...Support.rounds {
      let runtime = TestRuntime(time: time)
      let door = TestSpin(authorization, on: runtime)
      let titles = ["mail", "news"]
      let rooms = titles.map { TestSpin(inbox($0), on: runtime) }
      for room in rooms { room.expect(.account(.signedOut), from: "account") }
      door.emit(.login("ann")) { $0.name = "ann" }
      runtime.advance(by: .seconds(2))
      door.expect(.answered(token: "ann's token"), from: "login") {
        ($0.name, $0.token) = (nil, "ann's token")
      }
      for room in rooms {
        room.expect(.account(.signedIn(token: "ann's token"))) { $0.token = "ann's token" }
        room.expectRunning("load")
      }
      door.emit(.logout) { $0.token = nil }
      runtime.advance(by: .seconds(9))
      for (title, room) in zip(titles, rooms) {
        room.expect(.account(.signedOut), from: "account") { $0 = Inbox() }
        room.expectDrop(.loaded(["\(title) for ann's token"]), reason: .stale, from: "load")
        room.finish()
      }
      door.finish()
    }
  }

  @Test func aRefusalTellsNobodyAnything() {
    for _ in 1...Support.rounds {
      let runtime = TestRuntime(time: time)
      let door = TestSpin(authorization, on: runtime)
      let room = TestSpin(inbox("mail"), on: runtime)
      room.expect(.account(.signedOut), from: "account")
      door.emit(.login("nobody")) { $0.name = "nobody" }
      runtime.advance(by: .seconds(1))
      door.expect(.answered(token: nil), from: "login") { $0.name = nil }
      door.finish()
      room.finish()
    }
  }

  @Test func theRoomShowsTheMailOfWhoeverIsSignedIn() {
    explore(seeds: 300) { test in
      let account = Gear<Account>(replayingLatest: true)
      let names = World(["ann": "ann's token", "bob": "bob's token"], faults: 1)
      let mail = World(["ann's token": ["hello"], "bob's token": ["bye"]])
      let door = Authorization.spin(account) { try await names.get($0) ?? "" }.start(on: test)
      let room = Inbox.spin(account) { token in
        await mail.insisting { try await $0.get(token) } ?? []
      }.start(on: test)
      test.concurrently(
        {
          for event in [.login("ann"), .logout, .login("bob")] as [Authorization.Event] {
            door.emit(event)
            await Task.yield()
          }
        }, { door.emit(.login("ann")) })
      test.expect(room.state.token, equals: door.state.token)
      test.expect(room.state.items, equals: door.state.token.flatMap { mail[$0] } ?? [])
    }
  }

  @Test(arguments: Host.all)
  func bothAreSettledWhenEveryRoomHasWhatTheDoorSays(_ host: Host) async throws {
    // snippet.test
    let door = Authorization.spin(account) { "\($0)'s token" }.start(on: host.runtime(time))
    let room = Inbox.spin(account) { ["mail for \($0)"] }.start(on: host.runtime(time))
    for name in ["ann", "bob", "cy"] {
      door.emit(.login(name))
      try await settled(door, room)
      #expect(room.state.items == ["mail for \(name)'s token"])
      door.emit(.logout)
      try await settled(door, room)
      #expect(room.state == Inbox())
    }
    // snippet.end
    door.stop()
    room.stop()
  }
}
