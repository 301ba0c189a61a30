import SpinAsync
import SpinCombine
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// The examples of the comments and of the page.
struct ExampleTests {
  struct Search: Sendable {
    var query: String? = "T"
    var titles: [String] = []
    var problem = ""
  }

  enum Event: Sendable { case found([String]), failed(String) }

  struct Offline: Error {}

  /// A catalogue whose titles are there at once.
  struct Catalogue: Sendable {
    func titles(matching query: String) -> AnyPublisher<[String], Never> {
      Just(["Tosca", "Tamerlano"].filter { $0.hasPrefix(query) }).eraseToAnyPublisher()
    }
  }

  /// A catalogue that cannot be reached.
  struct Library: Sendable {
    func titles(matching query: String) -> Fail<[String], Offline> { Fail(error: Offline()) }
  }

  private func spin(_ feedback: Feedback<Search, Event>) -> Spin<Search, Event> {
    Spin(initialState: Search()) {
      feedback
      Reducer { search, event in
        switch event {
        case .found(let titles): search.titles = titles
        case .failed(let reason): search.problem = reason
        }
      }
    }
  }

  private func search(in catalogue: Catalogue) -> Feedback<Search, Event> {
    // snippet.effect
    Feedback(on: \.query) { query in
      .publisher { catalogue.titles(matching: query).map(Event.found) }
    }
    // snippet.end
  }

  private func search(in library: Library) -> Feedback<Search, Event> {
    // snippet.catch
    Feedback(on: \.query) { query in
      .publisher {
        library.titles(matching: query).map(Event.found)
      } catch: {
        .failed("\($0)")
      }
    }
    // snippet.end
  }

  private func search(
    in catalogue: Catalogue, on queue: some Scheduler & SendableMetatype
  ) -> Feedback<Search, Event> {
    // snippet.executor
    Feedback(on: \.query) { query in
      .publisher { catalogue.titles(matching: query).map(Event.found) }
    }
    .executor(.scheduler(queue))
    // snippet.end
  }

  @Test func theTitlesOfAPublisherAreShown() async throws {
    let (shown, isShown) = (Transcript<[String]>(), Gate())
    @Sendable func show(_ titles: [String]) {
      shown.add(titles)
      isShown.open()
    }
    var cancellables = Set<AnyCancellable>()
    let running = spin(search(in: Catalogue())).start(on: .async)
    try await running.settled()
    // snippet.states
    running.publisher.map(\.titles).removeDuplicates().sink { show($0) }
      .store(in: &cancellables)
    // snippet.end
    await isShown.wait()
    #expect(shown.all == [["Tosca", "Tamerlano"]])
    cancellables = []
  }

  @Test func theFailureOfAPublisherIsAnEvent() async throws {
    let search = try await spin(search(in: Library())).start(on: .async).settled()
    #expect(search.problem == "Offline()")
  }

  @Test func aPublisherIsSubscribedToOnAScheduler() async throws {
    let scheduler = Counted()
    let feedback = search(in: Catalogue(), on: scheduler)
    let search = try await spin(feedback).start(on: .async).settled()
    #expect(search.titles == ["Tosca", "Tamerlano"])
    #expect(!scheduler.log.all.isEmpty)
  }
}
