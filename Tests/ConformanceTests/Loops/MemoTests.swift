import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// `Memo`: what a reducer computes from parts of the state.
extension Conformance {
  struct Shelf: Codable, Hashable, Sendable {
    struct Search: Hashable, Sendable {
      var books: [String]
      var query: String
    }

    var books: [String] = []
    var query = ""
    var found = Memo<Search, [String]>()
    var other = 0
  }

  enum Shelving: Equatable, Sendable {
    case book(String), query(String), other
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aMemoIsComputedAgainOnlyIfItsKeyHasChanged(_ runtime: RuntimeUnderTest) async throws {
    let (computed, found) = (Transcript<String>(), Transcript<[String]>())
    let spin = Spin<Shelf, Shelving>(initialState: Shelf()) {
      Reducer { shelf, shelving in
        switch shelving {
        case .book(let book): shelf.books.append(book)
        case .query(let query): shelf.query = query
        case .other: shelf.other += 1
        }
        shelf.found.update(for: .init(books: shelf.books, query: shelf.query)) { search in
          computed(search.query)
          return search.books.filter { $0.contains(search.query) }
        }
      }
      Feedback.sideEffect(on: \.found.value) { found($0) }
    }
    let running = spin.start(on: runtime)
    let events: [Shelving] = [
      .other, .other, .book("Emma"), .other, .query("m"), .query("m"), .query("x"), .book("Max"),
      .other,
    ]
    for event in events { running.emit(event) }
    let state = try await running.settled()
    #expect(computed.entries == ["", "", "m", "x", "x"])
    #expect(found.entries == [[], ["Emma"], [], ["Max"]])
    #expect(state.found.value == ["Max"])
  }

  @Test
  func aMemoIsNoPartOfEqualityHashingOrCoding() throws {
    var (left, right) = (Shelf(), Shelf())
    left.found.update(for: .init(books: [], query: "")) { _ in ["found"] }
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(left)
    #expect(String(decoding: data, as: UTF8.self) == #"{"books":[],"other":0,"query":""}"#)
    right = try JSONDecoder().decode(Shelf.self, from: data)
    #expect(right == left)
    #expect(right.found.value == nil)
  }

  @Test
  func aMemoWhoseComputingFailsKeepsWhatItHad() {
    struct Failure: Error {}
    var memo = Memo<Int, String>()
    #expect(memo.update(for: 1) { "\($0)" } == "1")
    #expect(throws: Failure.self) {
      try memo.update(for: 2) { _ throws(Failure) in throw Failure() }
    }
    #expect(memo.value == "1")
    #expect(memo.update(for: 1) { _ in "again" } == "1")
    memo.reset()
    #expect(memo.value == nil)
    #expect(memo.update(for: 1) { _ in "again" } == "again")
  }
}
