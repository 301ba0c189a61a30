import SpinCore

// snippet.door
/// What the loops that need a session are told.
enum Account: Equatable, Sendable { case signedIn(token: String), signedOut }

/// Signs somebody in and out, and tells the others.
struct Authorization: Equatable, Sendable {
  enum Event: Equatable, Sendable { case login(String), answered(token: String?), logout }

  var name: String?, token: String?

  static func spin(
    _ account: Gear<Account>, login: @escaping @Sendable (String) async throws -> String
  ) -> Spin<Authorization, Event> {
    Spin(initialState: Authorization()) {
      Feedback(on: \.name) { id in .run { .answered(token: try? await login(id)) } }.named("login")
      Feedback.sending(on: { $0.token.map(Account.signedIn) ?? .signedOut }, to: account)
      Reducer { authorization, event in
        switch event {
        case .login(let name): authorization = Authorization(name: name)
        case .answered(let token): authorization = Authorization(token: token)
        case .logout: authorization = Authorization()
        }
      }
    }
  }
}
// snippet.end

// snippet.room
/// Shows the messages of the user who is signed in.
struct Inbox: Equatable, Sendable {
  enum Event: Equatable, Sendable { case account(Account), loaded([String]) }

  var token: String?, items: [String] = []

  static func spin(
    _ account: Gear<Account>, load: @escaping @Sendable (String) async -> [String]
  ) -> Spin<Inbox, Event> {
    Spin(initialState: Inbox()) {
      Feedback.receiving(from: account) { .account($0) }.named("account")
      Feedback(on: \.token) { token in .run { .loaded(await load(token)) } }.named("load")
      Reducer { inbox, event in
        switch event {
        case .account(.signedIn(let token)): inbox = Inbox(token: token)
        case .account(.signedOut): inbox = Inbox()
        case .loaded(let items): inbox.items = items
        }
      }
    }
  }
}
// snippet.end
