import SpinAsync
import SpinCallbacks
import SpinCombine
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Effects of publishers, on the thread of the test.
struct EffectTests {
  struct Search: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String?), found(String), failed(String) }
    var query: String?, titles: [String] = [], problem: String?

    mutating func reduce(_ event: Event) {
      switch event {
      case .typed(let text): query = text
      case .found(let title): titles.append(title)
      case .failed(let reason): problem = reason
      }
    }
  }

  struct Offline: Error {}

  /// A server whose answers the test gives.
  struct Server: Sendable {
    let answers = PassthroughSubject<String, Offline>()
    let log = Transcript<String>()

    func titles(matching query: String) -> some Publisher<String, Offline> & SendableMetatype {
      answers.handleEvents(
        receiveSubscription: { [log] _ in log.add("+\(query)") },
        receiveCancel: { [log] in log.add("-\(query)") })
    }
  }

  private func start(_ server: Server) -> RunningSpin<Search, Search.Event> {
    Spin(initialState: Search()) {
      Feedback(on: \.query) { query in
        .publisher {
          server.titles(matching: query).map(Search.Event.found)
        } catch: {
          .failed("\($0)")
        }
      }
      Reducer { search, event in search.reduce(event) }
    }
    .start(on: .callersThread)
  }

  @Test func theValuesOfAPublisherAreEventsInOrder() async throws {
    let server = Server()
    let running = start(server)
    running.emit(.typed("To"))
    for title in ["Tosca", "Tamerlano"] { server.answers.send(title) }
    server.answers.send(completion: .finished)
    let search = try await running.settled()
    #expect(search == Search(query: "To", titles: ["Tosca", "Tamerlano"]))
  }

  @Test func theFailureOfAPublisherIsItsLastEvent() async throws {
    let server = Server()
    let running = start(server)
    running.emit(.typed("To"))
    server.answers.send(completion: .failure(Offline()))
    let search = try await running.settled()
    #expect(search == Search(query: "To", problem: "Offline()"))
  }

  @Test func anotherValueCancelsTheSubscription() async throws {
    let server = Server()
    let running = start(server)
    for query in ["T", "To", nil] { running.emit(.typed(query)) }
    server.answers.send("Tosca")
    let search = try await running.settled()
    #expect(search == Search())
    #expect(server.log.all == ["+T", "-T", "+To", "-To"])
  }

  @Test func aPublisherThatCompletesAtOnceEndsItsEffect() async throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 == 0 }) { [1, 2, 3].publisher }
      Reducer { $0 += $1 }
    }
    // The first value cancels the effect, and takes back no other one.
    for runtime in runtimes {
      #expect(try await spin.start(on: runtime).settled() == 6)
    }
  }

  @Test func eachFormOfFeedbackTakesAPublisher() async throws {
    let log = Transcript<String>()
    let note: @Sendable (String) -> AnyPublisher<Search.Event, Never> = { word in
      log.add(word)
      return Empty().eraseToAnyPublisher()
    }
    let spin = Spin(initialState: Search()) {
      Feedback<Search, Search.Event>(effect: { _ in note("every") })
      Feedback<Search, Search.Event>(
        filteredBy: { $0.query != nil }, effect: { _ in note("filter") })
      Feedback<Search, Search.Event>(lensingOn: \.titles.count, effect: { note("lens \($0)") })
      Feedback<Search, Search.Event>(on: \.query, effect: { note("on \($0)") })
      Feedback<Search, Search.Event>(while: { $0.query != nil }, effect: { note("while") })
      Reducer { search, event in search.reduce(event) }
    }
    let running = spin.start(on: .callersThread)
    running.emit(.typed("T"))
    try await running.settled()
    #expect(
      log.all == ["every", "lens 0", "every", "filter", "lens 0", "on T", "while"])
  }

  @Test func theBodiesOfAFeedbackRunOnAScheduler() async throws {
    let scheduler = Counted()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: \.self) { value in value == 3 ? .none : .run { 1 } }
        .executor(.scheduler(scheduler))
      Reducer { $0 += $1 }
    }
    #expect(try await spin.start(on: .async).settled() == 3)
    #expect(scheduler.log.all.count >= 3)
  }
}
