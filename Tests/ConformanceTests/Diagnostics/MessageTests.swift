import SpinTestSupport
import Testing

/// The messages of the compiler about a spin that is not one, and other mistakes.
@Suite(
  .enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "There is no swiftc to ask."),
  .serialized, .timeLimit(.minutes(15)))
struct MessageTests {
  struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    let snippet: String
    let message: String
    /// Whether the compiler looks for it only where the types are right, so in a module of its own.
    var isAlone = false
    var imports = ["SpinAsync", "SpinCallbacks"]
  }

  static let mistakes = [
    Mistake(
      description: "a list without a reducer",
      snippet: """
        private let spin = Spin<Int, Int>(initialState: 0) {
          Feedback { number in number == 0 ? .just(1) : .none }
        }
        """,
      message: "A spin needs a reducer: add Reducer { state, event in … }."),
    Mistake(
      description: "an empty list",
      snippet: "private let spin = Spin<Int, Int>(initialState: 0) {}",
      message: "A spin needs a reducer: add Reducer { state, event in … }."),
    Mistake(
      description: "a second reducer",
      snippet: """
        private let spin = Spin<Int, Int>(initialState: 0) {
          Reducer { number, step in number += step }
          Feedback { number in number == 0 ? .just(1) : .none }
          Reducer { number, step in number -= step }
        }
        """,
      message: "A spin has one reducer: combine two with then(_:)."),
    Mistake(
      description: "a reducer in a group",
      snippet: """
        private let group = Feedbacks<Int, Int> {
          Reducer { number, step in number += step }
        }
        """,
      message: "A group has feedbacks only: give the reducer to the spin."),
    Mistake(
      description: "a scope in a group",
      snippet: """
        private let inner = Spin<Int, Int>(initialState: 0) { Reducer { number, step in number += step } }
        private let group = Feedbacks<Int, Int> {
          Scope(state: \\.self, event: { $0 }, from: { $0 }) { inner }
        }
        """,
      message: "A group has feedbacks only: give the scope to the spin."),
    Mistake(
      description: "a longer body of run that yields nothing",
      snippet: """
        private let effect = Effect<Int>.run {
          print(1)
          print(2)
        }
        """,
      message: "missing return in closure expected to return 'Int?'",
      isAlone: true),
    Mistake(
      description: "a loop in a body of run that yields nothing",
      snippet: """
        private let effect = Effect<Int>.run {
          for number in 0..<3 { await write(number) }
        }
        private func write(_ number: Int) async {}
        """,
      message: "missing return in closure expected to return 'Int?'",
      isAlone: true),
    Mistake(
      description: "the description of an error without Foundation",
      snippet: """
        private let effect = Effect<String>.run {
          try await find()
        } catch: { error in
          error.localizedDescription
        }
        @Sendable private func find() async throws -> String { "" }
        """,
      message: "value of type 'any Error' has no member 'localizedDescription'", isAlone: true),
    Mistake(
      description: "a runtime without its import",
      snippet: """
        private let running = Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }
          .start(on: .async)
        """,
      message: "type 'any SpinRuntime' has no member 'async'", isAlone: true,
      imports: ["SpinCallbacks"]),
    Mistake(
      description: "a recording of a state that cannot be written",
      snippet: """
        private struct Draft: Sendable { var text = "" }
        private let options = RunOptions<Draft, Int>(
          monitors: [.recording(to: URL(filePath: "draft.jsonl"))])
        """,
      message: "contextual member reference to static method 'recording", isAlone: true,
      imports: ["Foundation", "SpinAsync", "SpinRecording"]),
    Mistake(
      description: "a run without its import",
      snippet: """
        private let spin = Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }
        private func use() async throws { _ = try await spin.run() }
        """,
      message: "value of type 'Spin<Int, Int>' has no member 'run'", isAlone: true,
      imports: ["SpinCore"]),
  ]

  /// All mistakes are shown to the compiler at once, each in a file of its own.
  private static let answers = Task {
    var files = ["search": search, "closures": closuresOfARun]
    for (index, mistake) in usualMistakes.enumerated() {
      files["mistake\(index)"] = mistake.snippet
    }
    for (index, mistake) in mistakes.enumerated() where !mistake.isAlone {
      files["list\(index)"] = mistake.snippet
    }
    return try await Compiler()?.check(files).complaints ?? [:]
  }

  @Test(arguments: mistakes.indices)
  func aMistakeInAListIsNamedByTheCompiler(_ index: Int) async throws {
    let compiler = try #require(Compiler())
    let mistake = Self.mistakes[index]
    let file = "list\(index)"
    let answers =
      mistake.isAlone
      ? try await compiler.check([file: mistake.snippet], imports: mistake.imports).complaints
      : try await Self.answers.value
    let errors = answers[file, default: []].filter { $0.contains("error: ") }
    #expect(errors.count == 1, "\(mistake): \(errors)")
    #expect(errors.first?.contains(mistake.message) == true, "\(mistake): \(errors)")
  }

  @Test(arguments: usualMistakes.indices)
  func aUsualMistakeIsNamedWhereItIs(_ index: Int) async throws {
    _ = try #require(Compiler())
    let mistake = Self.usualMistakes[index]
    let answers = try await Self.answers.value["mistake\(index)", default: []]
    let place = "/mistake\(index).swift:\(mistake.line + 2):"
    #expect(
      answers.contains {
        $0.contains(place) && $0.contains("\(mistake.severity): ") && $0.contains(mistake.message)
      }, "\(mistake): \(answers)")
  }

  /// A message leads to a mistake if it names the mistake, and is one of the first two: a remark about a
  /// conversion may come before it, at the same place.
  @Test
  func fewMessagesMislead() async throws {
    _ = try #require(Compiler())
    let answers = try await Self.answers.value
    let misleading = Self.usualMistakes.enumerated().filter { index, mistake in
      let first = answers["mistake\(index)", default: []]
        .filter { $0.contains("\(mistake.severity): ") }.prefix(2)
      return mistake.isMisleading || !first.contains { $0.contains(mistake.message) }
    }.map(\.element.description)
    // In these the compiler sees something else, or names the mistake later.
    #expect(
      misleading.sorted() == [
        #"a closure without a type: Feedback(forEach: { Set($0.items).sorted() }) { item in .just(.failed(item.nam)) }"#,
        #"a closure without a type: Feedback(on: { $0.found }) { job in .just(.failed(job.nam)) }"#,
        #"a closure without a type: Feedback(on: { $0.job }) { job in .just(.failed(job.nam)) }"#,
        #"a closure without a type: Feedback(pulse: \.$bell) { job in .just(.failed(job.nam)) }"#,
        "a mistyped event below a statement, of an optional value",
        "a mistyped form of feedback", "a mistyped modifier of a feedback",
        "an effect below a statement, without its return", "an effect in an if without an else",
        "an event type that nothing names",
        #"an event: Feedback(on: \.job) { job in .run { emit in emit(.fund) } }"#,
      ])
  }

  /// The names in quotation marks are those of an example.
  @Test(
    arguments: Set(mistakes.map(\.message) + usualMistakes.map(\.message)).sorted())
  func theDocumentationExplainsTheMessage(_ message: String) {
    #expect(Self.explained.contains { $0.contains(Self.withoutNames(message)) })
  }

  private static let explained = packageFile("Documentation/Trouble/Messages.md")
    .split(separator: "\n").compactMap { row in
      row.firstMatch(of: /^\| `([^`]*)`/).map { withoutNames(String($0.1)) }
    }

  private static func withoutNames(_ message: String) -> String {
    message.replacing(/'[^']*('|$)/, with: "''")
  }

  /// What the compiler says of programs without a mistake, each in a file of its own.
  private static let acceptance = Task { () -> Compiler.Verdict? in
    var files = ["inference": closuresWithoutAnnotations]
    for (index, user) in users.enumerated() { files["user\(index)"] = user }
    return try await Compiler()?.check(files)
  }

  private static let users = [
    "private nonisolated func use() async throws { \(call) }",
    "@MainActor private func use() async throws { \(call) }",
    "private actor User { func use() async throws { \(call) } }",
  ]

  private static let call = """
    var numbers = [1]
    let sum = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
    let total = try await sum.withRunning(on: .async) { running in
      numbers.append(2)
      for number in numbers { running.emit(number) }
      return try await running.settled()
    }
    try await sum.withRunning(on: .callbacks, observer: { print($0.state) }) { running in
      numbers.append(try await running.settled())
    }
    try await sum.run(on: .async) { print($0.state) }
    print(total, numbers)
    """

  /// Outside of isolation, on the main actor, on an actor, and where the main actor is the default.
  @Test
  func aRunForAClosureCompilesInEveryIsolation() async throws {
    let compiler = try #require(Compiler())
    let mainActor = try await compiler.check(
      "func use() async throws { \(Self.call) }", options: ["-default-isolation", "MainActor"])
    for verdict in [try #require(try await Self.acceptance.value), mainActor] {
      #expect(verdict.accepts, "\(verdict.messages)")
      #expect(verdict.messages.isEmpty, "\(verdict.messages)")
    }
  }

  /// A closure of `run` is an observer.
  ///
  /// One that takes the handle is told so, with or without `await`.
  @Test
  func noClosureOfARunMeansTwoThings() async throws {
    _ = try #require(Compiler())
    let errors = try await Self.answers.value["closures", default: []].filter {
      $0.contains("error: ")
    }
    let message = "withRunning(on:) { running in … } has the handle."
    #expect(errors.count == 3, "\(errors)")
    #expect(errors.allSatisfy { $0.contains(message) }, "\(errors)")
  }

  private static let closuresOfARun = """
    private let sum = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
    private func use() async throws {
      try await sum.run(on: .async) { running in try await running.settled() }
      try await sum.run(on: .async) { running in running.emit(1) }
      let handle: RunningSpin<Int, Int> = try await sum.run(on: .async) { $0 }
      print(handle)
    }
    """

  /// Counted in steps of the type checker, of which it makes a million before it gives up: a busy
  /// machine needs longer, but no more of them.
  @Test
  func longListsAndOrdinaryFiltersAreCheckedInReasonableTime() async throws {
    let compiler = try #require(Compiler())
    let parts = """
        Feedback(filteredBy: { $0.last == "x" || $0.last == "y" }) { events in
          events.last == "x" ? .several("x1", "x2") : .several("y1", "y2")
        }
        .strategy(.queueNewState)
        Feedback(filteredBy: { $0.count > 3 && $0.count < 5 }) { _ in .after(.seconds(1), "a") }
        Feedback(on: { $0.count > 2 ? $0.count + 1 : nil }) { number in .run { "\\(number)" } }
        Feedback(on: \\.last) { last in .run { emit in emit(last) } }.named("last")
        Feedback(filteredBy: { $0.count < 50 && $0.count % 2 == 0 && $0.last != nil }) { _ in
          .run { "x" }
        }
        Feedback(on: { $0.count % 10 == 9 ? $0.count * 2 + 1 : nil }) { _ in
          .run { emit in emit("x") }
        }
        Feedback(while: { $0.count % 2 == 1 && !$0.isEmpty }) { .sideEffect { print("odd") } }

      """
    let verdict = try await compiler.check(
      """
      let spin = Spin<[String], String>(initialState: []) {
      \(String(repeating: parts, count: 5))
        Reducer { events, event in events.append(event) }
      }
      """, options: ["-Xfrontend", "-solver-scope-threshold=50000"])
    #expect(verdict.accepts, "\(verdict.messages)")
    #expect(verdict.messages.isEmpty, "\(verdict.messages)")
  }

  @Test
  func noClosureOfASpinNeedsATypeAnnotation() async throws {
    let verdict = try #require(try await Self.acceptance.value)
    #expect(verdict.accepts, "\(verdict.messages)")
    #expect(verdict.messages.isEmpty, "\(verdict.messages)")
  }

  private static let closuresWithoutAnnotations = """
    struct Search: Sendable {
      var query: String?; var results: [String] = []; var failures = 0; var isOpen = false
      @Pulse var notice: String?; @Pulse var isRung = false
      var rows: [Row] = []
    }
    struct Row: Identifiable, Equatable, Sendable {
      var id = 0; var name: String?; var load = Attempt<String, String>()
    }
    enum SearchEvent: Sendable { case found([String]), failed(String), tick }
    struct Offline: Error {}
    @Sendable func find(_ query: String) async throws(Offline) -> [String] { [query] }

    let other = Spin<Search, SearchEvent>(initialState: Search(), reducer: Reducer { _, _ in }) {}
      .start(on: .callbacks)

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
      Feedback.transitions(keepingPrevious: true) { $0.isNew(\\.failures) ? .just(.tick) : .none }
      Feedback.sideEffect { print($0.results) }
      Feedback.sideEffect(on: \\.query) { print($0) }
      Feedback.source { .every(.seconds(1), .tick) }
      Feedback.stream { searches in searches.map { _ in .tick } }
      Feedback(forEach: \\.rows) { row in .just(.failed("\\(row.id)")) }
      Feedback(forEach: \\.rows, on: \\.name) { row in .just(.found([row.name ?? ""])) }
      Feedback(forEach: \\.rows, on: { $0.name?.count }, atMost: 2) { row in .just(.tick) }
      Feedback(forEach: \\.rows, attempting: \\.load, atMost: 2) { row, number in
        .run(retrying: .never) { _ in
          .found(try await find(row.name ?? ""))
        } catch: {
          .failed("\\(number) \\($0)")
        }
      }
      Feedback(on: \\.query) { query in
        .run(retrying: .never) { number in
          let items = try await find("\\(query) \\(number)")
          return .found(items)
        } catch: {
          .failed("\\($0)")
        }
      }
      Feedback(on: \\.query) { query in
        .run(retrying: .never) { emit in
          emit(.found(try await find(query)))
        } catch: {
          .failed("\\($0)")
        }
      }
      Feedback(while: \\.isOpen) { .every(.seconds(1), .tick) }
      Feedback(on: \\.query) { query in .sideEffect { _ = try? await find(query) } }
      Feedback(pulse: \\.$notice) { notice in .sideEffect { _ = try? await find(notice) } }
      Feedback(pulse: \\.$isRung) { isRung in isRung ? .just(.tick) : .none }
      Feedback(on: \\.notice) { notice in .just(.found([notice])) }
      Feedback.sideEffect(pulse: \\.$notice) { print($0) }
      Feedback.source { .signal(15, .tick) }
      Feedback.following(other, \\.query) { .found([$0 ?? ""]) }
      DropRepeats(within: .milliseconds(300)) { event in
        if case .found(let results) = event { results } else { nil }
      }
      DropRepeats(within: .milliseconds(300)) { if case .tick = $0 { true } else { false } }
    }
    """
}
