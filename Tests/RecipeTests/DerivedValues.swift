import SpinAsync
import SpinTesting
import Testing

struct DerivedValues {
  // snippet.state
  struct Library: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), marked(String) }
    struct Search: Equatable, Sendable { let titles: [String], query: String }
    var titles = ["Tosca", "Turandot", "Carmen"], query = "", marked: Set<String> = []
    var found = Memo<Search, [String]>()

    var summary: String { "\(found.value?.count ?? 0) of \(titles.count)" }
  }
  // snippet.end

  func library(
    _ search: @escaping @Sendable (Library.Search) -> [String]
  ) -> Spin<Library, Library.Event> {
    Spin(initialState: Library()) {
      // snippet.spin
      Reducer { library, event in
        switch event {
        case .typed(let text): library.query = text
        case .marked(let title): library.marked.insert(title)
        }
        library.found.update(for: .init(titles: library.titles, query: library.query), search)
      }
      // snippet.end
    }
  }

  // snippet.test
  @Test func theSearchIsMadeOnlyForAnotherQuery() {
    let searches = Transcript<String>()
    let spin = library { search in
      searches.add(search.query)
      return search.titles.filter { $0.hasPrefix(search.query) }
    }
    let test = TestSpin(spin, exhaustivity: .off)
    test.emit(.typed("T"))
    test.emit(.marked("Tosca"))
    test.emit(.typed("Tu"))
    #expect(searches.all == ["T", "Tu"])
    #expect(test.state.summary == "1 of 3")
    test.finish()
  }
  // snippet.end
}
