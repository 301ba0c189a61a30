import Foundation
import SpinAsync
import SpinCallbacks
import SpinExampleSupport
import SpinRecording
import Synchronization

extension Movies {
  static func run(_ words: [String], on runtime: any SpinRuntime) async throws {
    switch (words.first, words.count) {
    case (nil, _), ("--log", 1), ("--save", 2): break
    case ("--play", 2): return try play(URL(fileURLWithPath: words[1]))
    default:
      throw UsageError(
        "movies takes --log, --save FILE or --play FILE, not "
          + words.joined(separator: " ").debugDescription)
    }
    let spin = spin(.sample())
    // snippet.session
    let session = RunRecord<Movies, Event>()
    var options = RunOptions<Movies, Event>(monitors: [.recording(into: session)])
    if words.first == "--save" {
      options.monitors.append(.recording(to: URL(fileURLWithPath: words[1]), keeping: .all))
    }
    if words == ["--log"] { options.monitors.append(.log(to: { Console.complain($0) })) }
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
    let end = try await running.settled()
    running.stop()
    let replay = try session.log.replay(spin)
    let isEqual = replay.state(at: replay.numbers.upperBound) == end
    Console.line(
      "played again: \(replay.numbers.upperBound) actions, the end is \(isEqual ? "equal" : "another")"
    )
  }

  // snippet.replay
  /// Prints the states of a session that was saved: no side effect runs, and no server is asked.
  static func play(_ file: URL) throws {
    var session = try RunLog<Movies, Event>(contentsOf: file).replay(spin(.sample()))
    repeat { Console.line("\(session.number) \(session.state.words)") } while session.stepForward()
  }
  // snippet.end

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
