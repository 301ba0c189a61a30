import SpinAsync
import SpinExampleSupport
import Synchronization

/// `ported movies`: the catalogues of Spin's and ReactorKit's demos; here the state says what loads, so
/// nothing is cancelled by hand, and the open movie is a part that takes its work with it.
struct Movies: Equatable, Sendable {
  // snippet.state
  var rows: [Movie] = []
  /// The first page that is missing; `nil` after the last one.
  var next: Int? = 1
  var isLoading = true
  var problem: String?
  var detail: Detail?
  @Pulse var favourites: Set<Movie.ID> = []

  /// The page that must be loaded; `nil` if none must.
  var wanted: Int? { isLoading ? next : nil }
  // snippet.end

  struct Movie: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
  }

  struct Page: Equatable, Sendable {
    var movies: [Movie]
    var next: Int?
  }

  struct Detail: Identifiable, Equatable, Sendable {
    enum Event: Equatable, Sendable { case loaded(String), starred }

    let id: Movie.ID
    var plot: String?

    /// The movie whose plot is missing.
    var wanted: Movie.ID? { plot == nil ? id : nil }
  }

  enum Event: Equatable, Sendable {
    case reachedEnd, loaded(Page), failed(String), opened(Movie.ID), closed, detail(Detail.Event)

    var detail: Detail.Event? { if case .detail(let event) = self { event } else { nil } }
  }

  /// What the program needs from the world.
  struct Server: Sendable {
    var page: @Sendable (_ number: Int) async throws -> Page
    var plot: @Sendable (_ id: Movie.ID) async -> String
    var save: @Sendable (_ favourites: Set<Movie.ID>) async -> Void
  }

  static func spin(_ server: Server) -> Spin<Movies, Event> {
    Spin(initialState: Movies()) {
      // snippet.feedbacks
      // A page loads as long as it is wanted. A second `reachedEnd` changes nothing.
      Feedback(on: \.wanted) { number in
        .run {
          .loaded(try await server.page(number))
        } catch: {
          .failed("\($0)")
        }
      }.named("page")

      // Each change of the favourites is written, one after another.
      Feedback(pulse: \.$favourites) { favourites in
        .sideEffect { await server.save(favourites) }
      }.named("save").strategy(.queueNewState)

      // The detail lives as long as the movie is open: to close it cancels the load of its plot.
      Scope(state: \.detail, event: Event.detail, from: \.detail) {
        Feedback(on: \.wanted) { id in .run { .loaded(await server.plot(id)) } }.named("plot")
        Reducer { detail, event in if case .loaded(let plot) = event { detail.plot = plot } }
      }
      // snippet.end

      Reducer { $0.reduce($1) }
    }
  }

  mutating func reduce(_ event: Event) {
    switch event {
    case .reachedEnd: (isLoading, problem) = (next != nil, nil)
    case .loaded(let page): (rows, next, isLoading) = (rows + page.movies, page.next, false)
    case .failed(let problem): (isLoading, self.problem) = (false, problem)
    case .opened(let id): detail = Detail(id: id)
    case .closed: detail = nil
    case .detail(.starred): if let id = detail?.id { favourites.formSymmetricDifference([id]) }
    case .detail(.loaded): break  // The part's own reducer has taken the plot.
    }
  }
}

extension Movies {
  static func run(on runtime: any SpinRuntime) async throws {
    let running = spin(.sample()).start(on: runtime)
    Console.line("start: \(try await running.settled().words)")
    let taps: [(String, Event)] = [
      ("more", .reachedEnd), ("more", .reachedEnd), ("open", .opened(2)),
      ("star", .detail(.starred)), ("close", .closed),
    ]
    for (name, event) in taps {
      running.emit(event)
      Console.line("\(name): \(try await running.settled().words)")
    }
  }

  var words: String {
    if let detail { return "\(favourites.contains(detail.id) ? "* " : "")\(detail.plot ?? "…")" }
    let list = rows.map { favourites.contains($0.id) ? "*\($0.title)" : $0.title }
    return list.joined(separator: ", ") + (problem.map { ", \($0)" } ?? "")
  }
}

extension Movies.Server {
  struct Offline: Error {}

  /// A server that is offline once, when page 2 is first asked for.
  static func sample() -> Self {
    let calls = Mutex(0)
    return Self { number in
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
