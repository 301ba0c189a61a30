import SpinCore

/// Finds repositories while somebody types, and further pages when the end of the list is reached.
struct RepositorySearch: Equatable, Sendable {
  struct Request: Equatable, Sendable {
    var query: String, page = 1
  }

  enum Event: Equatable, Sendable {
    case typed(String), reachedEnd, found([String]), failed(String)
  }

  /// The last page that is asked for, however many there are.
  static let lastPage = 3
  var query = "", items: [String] = [], message: String?
  /// The request that is running, and the request for the next page.
  var request: Request?, next: Request?

  static func spin(
    _ page: @escaping @Sendable (Request) async throws -> [String]
  ) -> Spin<RepositorySearch, Event> {
    Spin(initialState: RepositorySearch()) {
      Feedback(on: \.request) { request in
        .run(retrying: .exponential(from: .milliseconds(200), upTo: .seconds(5), attempts: 3)) {
          .found(try await page(request))
        } catch: {
          .failed("\($0)")
        }
        .timeout(after: .seconds(10), .failed("no answer"))
        .delayed(by: request.page == 1 ? .milliseconds(300) : .zero)
      }.named("search")
      Reducer { search, event in search.reduce(event) }
    }
  }

  private mutating func reduce(_ event: Event) {
    switch event {
    case .typed(let query):
      self = RepositorySearch(query: query, request: query.isEmpty ? nil : Request(query: query))
    case .reachedEnd: if request == nil { (request, message) = (next, nil) }
    case .found(let more):
      let isLast = more.isEmpty || request?.page == Self.lastPage
      next = isLast ? nil : request.map { Request(query: $0.query, page: $0.page + 1) }
      (items, request) = (items + more, nil)
    case .failed(let message): (self.message, request) = (message, nil)
    }
  }
}
