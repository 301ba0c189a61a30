import SpinAsync
import SpinExampleSupport

/// `search`: finds words while a user types; each line of standard input is the text so far.
@main
struct Search: Sendable {
  /// The text to search for; `nil` if it is empty.
  var query: String?
  var answer: String?

  enum Event {
    case typed(String)
    case found([String])
    case failed(TooManyWords)
  }

  static let spin = Spin<Search, Event>(initialState: Search()) {
    // The latest query wins: another query cancels the running search, and so does an empty one.
    // The loop drops the words that a cancelled search still finds.
    Feedback(on: \.query) { query in
      .run { () async throws(TooManyWords) in
        .found(try await Words.beginning(with: query))
      } catch: { error in
        .failed(error)
      }
    }

    Feedback.sideEffect(on: \.answer) { Console.print($0) }

    Reducer { search, event in
      let query = search.query ?? ""
      switch event {
      case .typed(query): break  // Already found, or being searched for.
      case .typed(let text): search = Search(query: text.isEmpty ? nil : text)
      case .found([]): search.answer = "\(query): nothing"
      case .found(let words): search.answer = "\(query): \(words.joined(separator: ", "))"
      case .failed(let error): search.answer = "\(query): \(error.count) words, type on"
      }
    }
  }

  static func main() async throws {
    let running = spin.start(on: .async)
    while let line = Console.nextLine() { running.emit(.typed(line)) }
    try await running.settled()
  }
}
