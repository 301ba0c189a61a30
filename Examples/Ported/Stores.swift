import SpinAsync
import SpinExampleSupport

/// `ported stores`: Puredux's tree of an application, its features and a screen; here a child is a part of
/// one state, so an event is reduced from the screen to the root in one step, and closing is a value.
struct Stores: Equatable, Sendable {
  // snippet.states
  var user: String?
  var feed = Feed()
  var mail = Mail()

  struct Feed: Equatable, Sendable {
    enum Event: Equatable, Sendable { case opened, loaded([String]) }

    var headlines: [String]?
    var isOpen = false
  }

  struct Mail: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case compose, close, draft(Draft.Event)

      var draft: Draft.Event? { if case .draft(let event) = self { event } else { nil } }
    }

    var sent: [String] = []
    var draft: Draft?
  }

  struct Draft: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), send, sent(String) }

    var text = ""
    var outgoing: String?
  }
  // snippet.end

  enum Event: Equatable, Sendable {
    case signedIn(String), signedOut, feed(Feed.Event), mail(Mail.Event)

    var feed: Feed.Event? { if case .feed(let event) = self { event } else { nil } }
    var mail: Mail.Event? { if case .mail(let event) = self { event } else { nil } }
  }

  /// What a view of the draft knows: the screen, and one value of the root.
  struct DraftView: Equatable, Sendable {
    var from: String
    var text: String
    var isSending: Bool
  }

  static func spin(
    headlines: @escaping @Sendable () async -> [String],
    send: @escaping @Sendable (String) async -> Void
  ) -> Spin<Stores, Event> {
    // snippet.tree
    let draft = Spin<Draft, Draft.Event>(initialState: Draft()) {
      Feedback(on: \.outgoing) { text in
        .run {
          await send(text)
          return .sent(text)
        }
      }.named("send")
      Reducer { draft, event in
        switch event {
        case .typed(let text): if draft.outgoing == nil { draft.text = text }
        case .send: draft.outgoing = draft.text
        case .sent: draft.outgoing = nil
        }
      }
    }
    let mail = Spin<Mail, Mail.Event>(initialState: Mail()) {
      Scope(state: \.draft, event: Mail.Event.draft, from: \.draft) { draft }
      Reducer { mail, event in
        switch event {
        case .compose: mail.draft = mail.draft ?? Draft()
        case .draft(.sent(let text)): (mail.sent, mail.draft) = (mail.sent + [text], nil)
        case .close: if mail.draft?.outgoing == nil { mail.draft = nil }  // It may have arrived.
        case .draft: break
        }
      }
    }
    let feed = Spin<Feed, Feed.Event>(initialState: Feed()) {
      Feedback(while: { $0.isOpen && $0.headlines == nil }) { .run { .loaded(await headlines()) } }
        .named("load")
      Reducer { feed, event in
        switch event {
        case .opened: feed.isOpen = true
        case .loaded(let headlines): feed.headlines = headlines
        }
      }
    }
    return Spin(initialState: Stores()) {
      Scope(state: \.feed, event: Event.feed, from: \.feed) { feed }
      Scope(state: \.mail, event: Event.mail, from: \.mail) { mail }
      Reducer { app, event in
        switch event {
        case .signedIn(let user): app.user = user
        case .signedOut: app = Stores()  // The work of all parts is cancelled.
        case .feed, .mail: break  // The whole sees the events of its parts, and may react.
        }
      }
    }
    // snippet.end
  }

  static func run(on runtime: any SpinRuntime) async throws {
    let running = spin(headlines: { ["It rains."] }, send: { Console.line("to the server: \($0)") })
      .start(on: runtime)
    // snippet.view
    let draft = running.scope { app in
      app.mail.draft.map {
        DraftView(from: app.user ?? "?", text: $0.text, isSending: $0.outgoing != nil)
      }
    } event: {
      .mail(.draft($0))
    }
    // snippet.end
    for event: Event in [.signedIn("Ada"), .feed(.opened), .mail(.compose)] { running.emit(event) }
    draft.emit(.typed("Hello"))
    try await running.settled()
    Console.line(draft.state.map { "\($0.from) writes \($0.text)" } ?? "no draft")
    draft.emit(.send)
    let app = try await running.settled()
    Console.line("sent \(app.mail.sent), read \(app.feed.headlines ?? [])")
    Console.line(draft.state.map { "\($0.from) writes \($0.text)" } ?? "no draft")
    running.emit(.signedOut)
    Console.line("\(try await running.settled() == Stores() ? "signed out" : "still here")")
  }
}
