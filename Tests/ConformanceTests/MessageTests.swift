import SpinTestSupport
import Testing

/// The messages of the compiler about a spin that is not one.
@Suite(
  .enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "There is no swiftc to ask."),
  .serialized, .timeLimit(.minutes(15)))
struct MessageTests {
  struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    let snippet: String
    let message: String
  }

  static let mistakes = [
    Mistake(
      description: "a list without a reducer",
      snippet: """
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback { number in number == 0 ? .just(1) : .none }
        }
        """,
      message: "A spin needs a reducer: add Reducer { state, event in … }."),
    Mistake(
      description: "an empty list",
      snippet: "let spin = Spin<Int, Int>(initialState: 0) {}",
      message: "A spin needs a reducer: add Reducer { state, event in … }."),
    Mistake(
      description: "a second reducer",
      snippet: """
        let spin = Spin<Int, Int>(initialState: 0) {
          Reducer { number, step in number += step }
          Feedback { number in number == 0 ? .just(1) : .none }
          Reducer { number, step in number -= step }
        }
        """,
      message: "A spin has one reducer: combine two with then(_:)."),
    Mistake(
      description: "a reducer in a group",
      snippet: """
        let group = Feedbacks<Int, Int> {
          Reducer { number, step in number += step }
        }
        """,
      message: "A group has feedbacks only: give the reducer to the spin."),
  ]

  @Test(arguments: mistakes)
  func aMistakeInAListIsNamedByTheCompiler(_ mistake: Mistake) async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(mistake.snippet)
    #expect(!verdict.accepts)
    let errors = verdict.messages.split(separator: "\n").filter {
      $0.contains(".swift:") && $0.contains("error: ")
    }
    #expect(errors.count == 1, "\(verdict.messages)")
    #expect(errors.first?.contains(mistake.message) == true, "\(verdict.messages)")
  }

  @Test
  func noClosureOfASpinNeedsATypeAnnotation() async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      """
      struct Search: Sendable { var query: String?; var results: [String] = []; var failures = 0 }
      enum SearchEvent: Sendable { case found([String]), failed(String), tick }
      struct Offline: Error {}
      @Sendable func find(_ query: String) async throws(Offline) -> [String] { [query] }

      let spin = Spin(initialState: Search()) {
        Reducer { search, event in
          switch event as SearchEvent {
          case .found(let results): search.results = results
          case .failed: search.failures += 1
          case .tick: break
          }
        }
        Feedback(on: \\.query) { query in
          .run({ .found(try await find(query)) }, catch: { .failed("\\($0)") })
        }
        Feedback { search in search.failures == 1 ? .just(.tick) : .none }
        Feedback(filteredBy: { $0.failures > 3 }) { _ in .after(.seconds(1), .tick) }
        Feedback(lensingOn: \\.results, filteredBy: { $0.isEmpty }) { _ in .none }
        Feedback.transitions { $0.isNew(\\.failures) ? .just(.tick) : .none }
        Feedback.sideEffect { print($0.results) }
        Feedback.sideEffect(on: \\.query) { print($0) }
        Feedback.source { .every(.seconds(1), .tick) }
        Feedback.stream { searches in searches.map { _ in .tick } }
      }
      """)
    #expect(verdict.accepts, "\(verdict.messages)")
    #expect(verdict.messages.isEmpty, "\(verdict.messages)")
  }
}
