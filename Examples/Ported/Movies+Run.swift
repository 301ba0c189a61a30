import SpinAsync
import SpinCallbacks
import SpinExampleSupport
import Synchronization

extension Movies {
  // snippet.replay
  /// The states of a session: no side effect runs.
  static func states(of session: [Event]) -> [Movies] {
    let reducer = spin(.sample()).reducer
    var state = Movies()
    return session.map { event in
      reducer.reduce(&state, event)
      return state
    }
  }
  // snippet.end

  static func run(_ words: [String], on runtime: any SpinRuntime) async throws {
    guard words.isEmpty || words == ["--log"] else {
      throw UsageError("movies takes --log, not \(words.joined(separator: " ").debugDescription)")
    }
    let spin = spin(.sample())
    // snippet.session
    let session = Mutex<[Event]>([])
    let recorder = Observer<Movies, Event> { transition in
      if let event = transition.event { session.withLock { $0.append(event) } }
    }
    let log = Monitor<Movies, Event>.log(to: { Console.complain($0) })
    let options = RunOptions(
      observers: [recorder], monitors: words == ["--log"] ? [log] : [])
    // snippet.end
    let running = spin.start(on: runtime, options: options)
    Console.line("start: \(try await running.settled().words)")
    let taps: [(String, Event)] = [
      ("more", .reachedEnd), ("more", .reachedEnd), ("popular", .selected(.popular)),
      ("open", .opened(2)), ("star", .detail(.starred)), ("close", .closed),
      ("all", running.state.props.changeViewMode),
    ]
    for (name, event) in taps {
      running.emit(event)
      Console.line("\(name): \(try await running.settled().words)")
    }
    let states = states(of: session.withLock(\.self))
    let isEqual = states.last == running.state
    Console.line(
      "played again: \(states.count) actions, the end is \(isEqual ? "equal" : "another")")
  }

  var words: String {
    if let detail { return "\(favourites.contains(detail.id) ? "* " : "")\(detail.plot ?? "…")" }
    return "\(props.title): \(props.rows.joined(separator: ", "))"
  }
}

extension Movies.Server {
  struct Offline: Error {}

  /// A server that is offline once, when page 2 is first asked for.
  static func sample() -> Self {
    let calls = Mutex(0)
    return Self { category, number in
      if category == .popular { return .init(movies: [.init(id: 4, title: "Diva")], next: nil) }
      if number == 1 {
        return .init(
          movies: [.init(id: 1, title: "Alien"), .init(id: 2, title: "Brazil")], next: 2)
      }
      if calls.withLock({
        $0 += 1; return $0 == 1
      }) {
        throw Offline()
      }
      return .init(movies: [.init(id: 3, title: "Casablanca")], next: nil)
    } plot: { id in
      "the plot of movie \(id)"
    } save: { favourites in
      Console.line("saved \(favourites.sorted())")
    }
  }
}
