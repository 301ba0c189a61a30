import SpinCore

/// `ported movies`: the movies of ReduxVM's and Spin's demos; here the state says what loads, so that nothing is
/// cancelled by hand, and the open movie is a part that takes its work with it.
struct Movies: Codable, Equatable, Sendable {
  // snippet.state
  enum Category: String, CaseIterable, Codable, Sendable {
    case nowPlaying, upcoming, trending, popular
  }

  struct List: Identifiable, Codable, Equatable, Sendable {
    let id: Category
    var rows: [Movie] = []
    /// The first page that is missing; `nil` after the last one.
    var next: Int? = 1
    var isLoading = false
    var problem: String?

    /// The page that must be loaded; `nil` if none must.
    var wanted: Int? { isLoading ? next : nil }
  }

  var category = Category.nowPlaying
  var showsAll = false
  var lists = Category.allCases.map { List(id: $0) }
  var detail: Detail?
  @Pulse var favourites: Set<Movie.ID> = []
  // snippet.end

  struct Movie: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    let title: String
  }

  struct Page: Codable, Equatable, Sendable {
    var movies: [Movie]
    var next: Int?
  }

  struct Detail: Identifiable, Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable { case loaded(String), starred }

    let id: Movie.ID
    var plot: String?

    /// The movie whose plot is missing.
    var wanted: Movie.ID? { plot == nil ? id : nil }
  }

  // snippet.actions
  enum Event: Codable, Equatable, Sendable {
    case selected(Category), reachedEnd, changedViewMode
    case loaded(Category, Page), failed(Category, String)
    case opened(Movie.ID), closed, detail(Detail.Event)

    var detail: Detail.Event? { if case .detail(let event) = self { event } else { nil } }
  }
  // snippet.end

  /// What the program needs from the world.
  struct Server: Sendable {
    var page: @Sendable (_ category: Category, _ number: Int) async throws -> Page
    var plot: @Sendable (_ id: Movie.ID) async -> String
    var save: @Sendable (_ favourites: Set<Movie.ID>) async -> Void
  }

  init() { load(.nowPlaying) }

  static func spin(_ server: Server) -> Spin<Movies, Event> {
    Spin(initialState: Movies()) {
      // snippet.feedbacks
      // A page loads as long as it is wanted. A second `reachedEnd` changes nothing.
      Feedback(forEach: \.lists, on: \.wanted) { list in
        .run {
          .loaded(list.id, try await server.page(list.id, list.next ?? 1))
        } catch: {
          .failed(list.id, "\($0)")
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
    case .selected(let category):
      self.category = category
      if self[category].rows.isEmpty { load(category) }
    case .reachedEnd: load(category)
    case .changedViewMode: showsAll.toggle()
    case .loaded(let category, let page):
      self[category].rows += page.movies
      (self[category].next, self[category].isLoading) = (page.next, false)
    case .failed(let category, let problem):
      (self[category].isLoading, self[category].problem) = (false, problem)
    case .opened(let id): detail = Detail(id: id)
    case .closed: detail = nil
    case .detail(.starred): if let id = detail?.id { favourites.formSymmetricDifference([id]) }
    case .detail(.loaded): break  // The part's own reducer has taken the plot.
    }
  }

  private mutating func load(_ category: Category) {
    (self[category].isLoading, self[category].problem) = (self[category].next != nil, nil)
  }

  /// The list of a category.
  subscript(category: Category) -> List {
    get { lists.first { $0.id == category } ?? List(id: category) }
    set {
      if let place = lists.firstIndex(where: { $0.id == category }) { lists[place] = newValue }
    }
  }
}
