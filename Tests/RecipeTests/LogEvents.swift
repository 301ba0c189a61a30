import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct LogEvents {
  struct Search: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), found([String]) }
    var query: String?, titles: [String] = []
  }

  let search = Spin<Search, Search.Event>(initialState: Search()) {
    Feedback(on: \.query) { query in .just(.found([query])) }.named("search")
    Reducer { search, event in
      switch event {
      case .typed(let text): search.query = text
      case .found(let titles): search.titles = titles
      }
    }
  }

  // snippet.spin
  func logging<State, Event>(
    to write: @escaping @Sendable (String) -> Void
  ) -> RunOptions<State, Event> {
    let log = Observer<State, Event> { transition in
      guard let event = transition.event else { return write("start") }
      write("#\(transition.number) \(event) from \(transition.origin)")
    }
    return RunOptions(observers: [log], onDrop: { drop in write("\(drop)") })
  }
  // snippet.end

  // snippet.test
  @Test func eachEventIsLoggedWithItsCause() {
    let lines = Transcript<String>()
    let running = search.start(on: .callersThread, options: logging { lines.add($0) })
    running.emit(.typed("swift"))
    running.stop()
    running.emit(.typed("late"))
    #expect(
      lines.all == [
        "start", #"#1 typed("swift") from outside"#, #"#2 found(["swift"]) from search"#,
        #"typed("late") dropped(stopped)"#,
      ])
  }
  // snippet.end
}
