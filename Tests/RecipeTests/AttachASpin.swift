import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct AttachASpin {
  // snippet.root
  struct Account: Equatable, Sendable {
    enum Event: Equatable, Sendable { case rename(String), saved(String) }
    var name = "nobody", saved = "nobody"
  }

  func account(_ save: @escaping @Sendable (String) async -> Void) -> Spin<Account, Account.Event> {
    Spin(initialState: Account()) {
      Feedback(on: { $0.name == $0.saved ? nil : $0.name }) { name in
        .run {
          await save(name)
          return .saved(name)
        }
      }.strategy(.queueNewState).named("save")
      Reducer { account, event in
        switch event {
        case .rename(let name): account.name = name
        case .saved(let name): account.saved = name
        }
      }
    }
  }
  // snippet.end

  // snippet.screen
  struct Screen: Equatable, Sendable {
    enum Event: Equatable, Sendable { case account(Account), typed(String), root(Account.Event) }
    var account = Account(), draft = ""
  }

  func screen(
    attachedTo root: RunningSpin<Account, Account.Event>
  ) -> Spin<Screen, Screen.Event> {
    Spin(initialState: Screen(account: root.state)) {
      Feedback.following(root, \.self) { account in .account(account) }
      Feedback.forwarding(to: root) { event in
        if case .root(let event) = event { event } else { nil }
      }
      Reducer { screen, event in
        switch event {
        case .account(let account): screen.account = account
        case .typed(let text): screen.draft = text
        case .root: screen.draft = ""
        }
      }
    }
  }
  // snippet.end

  @Test(arguments: Host.allCases)
  func anAttachedScreenFollowsTheRootAndForwardsToIt(_ host: Host) async throws {
    // snippet.test
    let root = account { _ in }.start(on: host.runtime())
    let (first, second) = (screen(attachedTo: root), screen(attachedTo: root))
    let (screen, other) = (first.start(on: host.runtime()), second.start(on: host.runtime()))
    screen.emit(.typed("ann"))
    screen.emit(.root(.rename("ann")))
    let shown = Account(name: "ann", saved: "ann")
    #expect(try await screen.first { $0.account == shown } == Screen(account: shown))
    #expect(try await other.first { $0.account == shown } == Screen(account: shown))
    screen.stop()  // The screen goes, and the root stays.
    #expect(try await root.send(.rename("bob")).name == "bob")
    // snippet.end
    for running in [screen, other] { running.stop() }
    root.stop()
    await root.finished()
    await screen.finished()
    await other.finished()
  }

  @Test func allScreensShowTheRootInEveryOrder() {
    explore(seeds: 300) { test in
      let world = World<String, String>()
      let root = account { name in await world.insisting { try await $0.put(name, as: "name") } }
        .start(on: test)
      let (first, second) = (screen(attachedTo: root), screen(attachedTo: root))
      let (screen, other) = (first.start(on: test), second.start(on: test))
      test.concurrently(
        { screen.emit(.root(.rename("ann"))) }, { other.emit(.root(.rename("bob"))) },
        { root.emit(.rename("eve")) })
      test.expect(world["name"], equals: root.state.name)
      test.expect(root.state.saved, equals: root.state.name)
      test.expect(screen.state.account, equals: root.state)
      test.expect(other.state.account, equals: root.state)
    }
  }
}
