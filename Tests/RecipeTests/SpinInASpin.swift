import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct SpinInASpin {
  // snippet.part
  struct Login: Equatable, Sendable {
    enum Event: Equatable, Sendable { case submit(String), answered(token: String) }
    var name: String?

    static func spin(_ token: @escaping @Sendable (String) async -> String) -> Spin<Login, Event> {
      Spin(initialState: Login()) {
        Feedback(on: \.name) { name in
          .run { .answered(token: await token(name)) }
        }.named("answer")
        Reducer { login, event in if case .submit(let name) = event { login.name = name } }
      }
    }
  }
  // snippet.end

  // snippet.state
  struct App: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case login(Login.Event), showLogin, cancel
      var login: Login.Event? { if case .login(let event) = self { event } else { nil } }
    }
    var login: Login?, token: String?
  }
  // snippet.end

  // snippet.spin
  func app(_ token: @escaping @Sendable (String) async -> String) -> Spin<App, App.Event> {
    Spin(initialState: App()) {
      Scope(state: \.login, event: App.Event.login, from: \.login) { Login.spin(token) }
      Reducer { app, event in
        switch event {
        case .login(.answered(let token)): app = App(token: token)
        case .login(.submit): break
        case .showLogin: app.login = Login()
        case .cancel: app.login = nil
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theAppTakesTheTokenAndEndsTheLogin() {
    let test = TestSpin(app { "\($0)'s token" })
    test.emit(.showLogin) { $0.login = Login() }
    test.emit(.login(.submit("ann"))) { $0.login?.name = "ann" }
    test.expect(.login(.answered(token: "ann's token")), from: "login.answer") {
      $0 = App(token: "ann's token")
    }
    test.finish()
  }
  // snippet.end

  @Test func theTokenIsThatOfTheNameThatWasSubmittedLast() {
    explore(seeds: 300) { test in
      let server = World(["ann": "ann's token", "bob": "bob's token"])
      let spin = app { name in await server.insisting { try await $0.get(name) } ?? "" }
      let running = spin.start(on: test)
      test.concurrently({
        for event in [
          .showLogin, .login(.submit("ann")), .cancel, .showLogin, .login(.submit("bob")),
        ] as [App.Event] {
          running.emit(event)
          await Task.yield()
        }
      })
      test.expect(running.state, equals: App(token: "bob's token"))
    }
  }

  @Test func cancellingTheLoginCancelsItsRequest() {
    let time = ManualScheduler()
    let spin = app { name in
      try? await time.clock.sleep(for: .seconds(1))
      return "late"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.showLogin) { $0.login = Login() }
    test.emit(.login(.submit("ann"))) { $0.login?.name = "ann" }
    test.emit(.cancel) { $0.login = nil }
    test.expectDrop(.login(.answered(token: "late")), reason: .stale, from: "login.answer")
    test.finish()
    #expect(time.alarmCount == 0)
  }
}
