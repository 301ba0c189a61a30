import SpinAsync
import SpinExampleSupport
import Synchronization

/// `ported profile`: ReactorKit's profile with a following status; here one event replaces the action and
/// its mutations, because the request in the state is what starts the work and what shows the loading.
struct Profile: Equatable, Sendable {
  // snippet.events
  enum Event: Equatable, Sendable {
    case refreshTapped, followTapped  // Actions.
    case answered(isFollowing: Bool), failed(String)  // Mutations.
  }
  // snippet.end

  // snippet.state
  enum Request: Equatable, Sendable { case status, follow(Bool) }

  var isFollowing = false
  /// What the server is asked; `nil` if it is asked nothing.
  var request: Request?
  @Pulse var alert: String?

  var isLoading: Bool { request != nil }
  // snippet.end

  /// - Parameters:
  ///   - ask: Asks the server; returns whether the profile is followed.
  ///   - show: Shows an alert; called by the loop.
  /// - Returns: The definition.
  static func spin(
    ask: @escaping @Sendable (Request) async throws -> Bool,
    show: @escaping @Sendable (_ alert: String) -> Void
  ) -> Spin<Profile, Event> {
    // snippet.spin
    Spin(initialState: Profile()) {
      Feedback(on: \.request) { request in
        .run {
          .answered(isFollowing: try await ask(request))
        } catch: {
          .failed("\($0)")
        }
      }.named("ask")

      // An alert of the same words is shown again.
      Feedback.sideEffect(pulse: \.$alert) { show($0) }

      Reducer { profile, event in
        switch event {
        // A tap replaces a question, and never a change, which may have arrived.
        case .refreshTapped: profile.request = profile.request ?? .status
        case .followTapped: profile.request = .follow(!profile.isFollowing)
        case .answered(let isFollowing): (profile.isFollowing, profile.request) = (isFollowing, nil)
        case .failed(let reason):
          profile.alert = reason
          profile.request = profile.request == .status ? nil : .status
        }
      }
    }
    // snippet.end
  }
}

extension Profile {
  struct Offline: Error {}

  static func run(on runtime: any SpinRuntime) async throws {
    let calls = Mutex(0)
    let profile = spin { request in
      // The first two calls fail.
      if calls.withLock({
        $0 += 1; return $0 <= 2
      }) {
        throw Offline()
      }
      return if case .follow(let isFollowing) = request { isFollowing } else { false }
    } show: { alert in
      Console.line("  alert: \(alert)")
    }
    let running = profile.start(on: runtime) { Console.line("  \($0.state.words)") }
    for tap: Event in [.refreshTapped, .refreshTapped, .refreshTapped, .followTapped] {
      try await running.settled()
      Console.line("\(tap)")
      running.emit(tap)
    }
    try await running.settled()
  }

  var words: String {
    (isFollowing ? "follows" : "does not follow") + (isLoading ? ", loading" : "")
  }
}
