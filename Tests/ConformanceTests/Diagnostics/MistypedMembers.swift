import SpinTestSupport

/// A mistyped member in each closure of each form: the compiler names the member and its type.
extension MessageTests {
  /// A part of the list of a spin, which has a mistake in its first line.
  private static func part(
    _ form: String, _ message: String, isMisleading: Bool = false, _ part: String
  ) -> UsualMistake {
    UsualMistake(
      description: "\(form): \(part)", line: 2, message: message,
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          \(part)
        """ + searchReducer, isMisleading: isMisleading)
  }

  /// A statement of a program that has a running spin.
  private static func use(_ message: String, _ statement: String) -> UsualMistake {
    UsualMistake(
      description: statement, line: 1, message: message,
      snippet: "private func use() async throws { \(statement) }")
  }

  static let mistypedMembers =
    effectClosures + unnamedArguments + effects + emitted + reducers + otherParts + observers
    + parts + unnamedTypes

  private static let noName = "has no member 'nam'"
  private static let noJobName = "value of type 'Job' has no member 'nam'"
  private static let noCount = "value of type 'Search' has no member 'cont'"
  private static let noEvent = "has no member 'fund'"

  /// What an effect closure does with a mistyped member.
  private static func bodies(_ member: String) -> [String] {
    [
      ".just(.failed(\(member)))",
      ".run { .found(try await find(\(member))) } catch: { .failed(\"\\($0)\") }",
      "let name = \(member); return .just(.failed(name))",
      "\(member).isEmpty ? .none : .just(.tick)",
    ]
  }

  /// Each form of a feedback, the arguments of its effect closure, the mistyped member, and its owner.
  private static let forms: [(form: String, arguments: String, member: String, owner: String)] = [
    ("Feedback", "search in", "search.nam", "Search"),
    ("Feedback(filteredBy: \\.isOpen)", "search in", "search.nam", "Search"),
    ("Feedback(lensingOn: \\.job)", "job in", "job.nam", "Job"),
    ("Feedback(lensingOn: \\.job, filteredBy: { $0.id > 0 })", "job in", "job.nam", "Job"),
    ("Feedback(on: \\.job)", "job in", "job.nam", "Job"),
    ("Feedback(on: \\.found)", "job in", "job.nam", "Job"),
    ("Feedback(while: \\.isOpen)", "", "other.state.nam", "Search"),
    ("Feedback(pulse: \\.$done)", "job in", "job.nam", "Job"),
    ("Feedback(attempting: \\.load)", "number in", "number.nam", "Int"),
    ("Feedback(attempting: \\.load, of: \\.job)", "job, number in", "job.nam", "Job"),
    ("Feedback(forEach: \\.jobs)", "job in", "job.nam", "Job"),
    ("Feedback(forEach: \\.jobs, atMost: 4)", "job in", "job.nam", "Job"),
    ("Feedback(forEach: { $0.jobs.filter { $0.id > 0 } })", "job in", "job.nam", "Job"),
    ("Feedback(forEach: \\.items)", "item in", "item.nam", "String"),
    ("Feedback(forEach: \\.jobs, on: \\.name)", "job in", "job.nam", "Job"),
    ("Feedback(forEach: \\.jobs, attempting: \\.load)", "job, number in", "job.nam", "Job"),
    ("Feedback(forEach: \\.byName)", "name, job in", "job.nam", "Job"),
    ("Feedback(forEach: \\.byName, on: \\.value.id)", "name, job in", "job.nam", "Job"),
    (
      "Feedback(forEach: \\.byName, attempting: \\.value.load)", "job, _ in", "job.value.nam", "Job"
    ),
    ("Feedback(forEach: \\.byID)", "id, job in", "job.nam", "Job"),
    ("Feedback(forEach: \\.byID, on: \\.part.id)", "id, job in", "job.nam", "Job"),
    ("Feedback.transitions", "transition in", "transition.state.nam", "Search"),
    ("Feedback.events(\\.text)", "text in", "text.nam", "String"),
    ("Feedback.source", "", "other.state.nam", "Search"),
  ]

  private static let effectClosures = forms.flatMap { form, arguments, member, owner in
    bodies(member).map {
      part(
        "mistyped", "value of type '\(owner)' has no member 'nam'", "\(form) { \(arguments) \($0) }"
      )
    }
  }

  private static let unnamedArguments =
    ["on: \\.job", "forEach: \\.jobs", "forEach: \\.jobs, on: \\.name", "pulse: \\.$done"].map {
      part("mistyped", noJobName, "Feedback(\($0)) { .just(.failed($0.nam)) }")
    }

  /// Each closure of an effect.
  private static let effects = [
    ".run { .failed(job.nam) }",
    ".run { let name = job.nam; return .failed(name) }",
    ".run { job.nam.isEmpty ? nil : .tick }",
    ".run { emit in emit(.failed(job.nam)) }",
    ".run { emit in for _ in 0..<3 { emit(.failed(job.nam)) } }",
    ".run { emit in emit(.found(try await find(job.nam))) } catch: { _ in .tick }",
    ".run { emit, clock in emit(.failed(job.nam)) }",
    ".run { .found(try await find(job.name)) } catch: { .failed($0.nam) }",
    ".run(retrying: .never) { .found(try await find(job.nam)) } catch: { _ in .tick }",
    ".run(retrying: .never) { _ in .found(try await find(job.nam)) } catch: { _ in .tick }",
    ".run(retrying: .never) { emit in emit(.found(try await find(job.nam))) } catch: { _ in .tick }",
    ".run(retrying: .never) { emit, _ in emit(.failed(job.nam)) } catch: { _ in .tick }",
    ".sideEffect { print(job.nam) }",
    ".sideEffect { _ = try await find(job.nam) } catch: { _ in .tick }",
    ".sideEffect(retrying: .never) { _ = try await find(job.nam) } catch: { _ in .tick }",
    ".callback { emit in emit(.failed(job.nam)); return .none }",
    ".callback { _ in Cancellation { print(job.nam) } }",
    ".sequence { AsyncStream { $0.yield(.failed(job.nam)) } }",
    ".frames { _ in .failed(job.nam) }",
    ".after(.seconds(1), .failed(job.nam))",
    ".every(.seconds(1), .failed(job.nam))",
    ".merge(.just(.tick), .just(.failed(job.nam)))",
    ".race(.just(.failed(job.nam)), .just(.tick))",
    ".several(.failed(job.nam), .tick)",
    ".just(.tick).then(.just(.failed(job.nam)))",
    ".just(.tick).map { _ in .failed(job.nam) }",
    ".run { .tick }.timeout(after: .seconds(1), .failed(job.nam))",
    ".run { .tick }.delayed(by: job.nam)",
  ].flatMap { effect in
    ["on: \\.job", "forEach: \\.jobs"].map {
      part("an effect", noName, "Feedback(\($0)) { job in \(effect) }")
    }
  }

  /// A mistyped event in each place of an effect.
  private static let emitted =
    [
      ".just(.fund)", ".just(.fund(job.name))", ".several(.fund, .tick)", ".run { .fund }",
      ".run { let name = job.name; return .fund(name) }", ".run { flag ? .fund : .tick }",
      ".run { .found(try await find(job.name)) } catch: { _ in .fund }",
      ".run { .fund(try await find(job.name)) } catch: { _ in .tick }",
      ".run(retrying: .never) { .fund(try await find(job.name)) } catch: { _ in .tick }",
      ".sideEffect { _ = try await find(job.name) } catch: { _ in .fund }",
      ".run { emit in emit(.fund(try await find(job.name))) } catch: { _ in .tick }",
      ".callback { emit in emit(.fund); return .none }", ".frames { _ in .fund }",
      ".after(.seconds(1), .fund)", ".every(.seconds(1), .fund)", ".signal(15, .fund)",
      ".merge(.just(.tick), .just(.fund))", ".run { .tick }.timeout(after: .seconds(1), .fund)",
    ].flatMap { effect in
      ["on: \\.job", "forEach: \\.jobs"].map {
        part("an event", noEvent, "Feedback(\($0)) { job in \(effect) }")
      }
    }
    + [
      part(
        "an event", "cannot infer contextual base in reference to member 'fund'",
        isMisleading: true, "Feedback(on: \\.job) { job in .run { emit in emit(.fund) } }")
    ]

  private static let reducers = [
    "{ search, event in search.cont += 1 }",
    "{ search, event in search.count = 0; search.cont += 1 }",
    "{ search, event in if case .tick = event { search.cont += 1 } }",
    ".returning { search, _ in var all = search; all.cont += 1; return all }",
  ].map { reducer in
    UsualMistake(
      description: "a reducer: \(reducer)", line: 2, message: noCount,
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer\(reducer)
        }
        """)
  }

  /// Selectors, side effects, streams, gears and filters.
  private static let otherParts = [
    (
      "'Search' has no member 'jbs'",
      "Feedback(forEach: \\.jbs) { job in .just(.failed(job.name)) }"
    ),
    ("'Search' has no member 'jb'", "Feedback(on: { $0.jb }) { job in .just(.failed(job.name)) }"),
    (noJobName, "Feedback(forEach: \\.jobs, on: \\.nam) { job in .just(.failed(job.name)) }"),
    (noJobName, "Feedback(forEach: \\.jobs, on: { $0.nam }) { job in .just(.failed(job.name)) }"),
    (noJobName, "Feedback(lensingOn: \\.job, filteredBy: { $0.nam == \"\" }) { _ in .none }"),
    ("'Search' has no member 'isOpn'", "Feedback(filteredBy: { $0.isOpn }) { _ in .none }"),
    ("'Search' has no member 'isOpn'", "Feedback(while: { $0.isOpn }) { .none }"),
    ("'Search' has no member 'lod'", "Feedback(attempting: \\.lod) { _ in .none }"),
    (noJobName, "Feedback(attempting: \\.load, of: \\.job.nam) { _, _ in .none }"),
    ("'Event' has no member 'txt'", "Feedback.events(\\.txt) { text in .just(.failed(text)) }"),
    (
      noCount,
      "Feedback.transitions(keepingPrevious: true) { $0.isNew(\\.cont) ? .just(.tick) : .none }"
    ),
    (noCount, "Feedback.sideEffect { print($0.cont) }"),
    (noJobName, "Feedback.sideEffect(on: \\.job) { print($0.nam) }"),
    (noJobName, "Feedback.sideEffect(on: \\.job) { job in let name = job.nam; print(name) }"),
    (noJobName, "Feedback.sideEffect(pulse: \\.$done) { print($0.nam) }"),
    (noCount, "Feedback.stream { searches in searches.map { .failed($0.cont) } }"),
    (noEvent, "Feedback.stream { searches in searches.map { _ in .fund } }"),
    (noJobName, "Feedback.following(other, \\.job) { .failed($0.nam) }"),
    (noEvent, "Feedback.following(other, \\.job) { _ in .fund }"),
    (noCount, "Feedback.following(other, { $0.cont }) { _ in .tick }"),
    (noEvent, "Feedback.forwarding(to: other) { _ in .fund }"),
    ("'Search' has no member 'jb'", "Feedback.sending(on: \\.jb, to: gear)"),
    ("'Search' has no member 'jb'", "Feedback.sendingTransitions(to: gear) { $0.state.jb }"),
    (noJobName, "Feedback.receiving(from: gear) { .failed($0.nam) }"),
    (noEvent, "Feedback.receiving(from: gear) { _ in .fund }"),
    ("'Event' has no member 'cont'", "DropRepeats(within: .seconds(1)) { $0.cont == 1 }"),
  ].map { part("a part", $0, $1) }

  /// Observers, waits and runs.
  private static let observers = [
    use(noCount, "_ = other.observe { print($0.state.cont) }"),
    use(noCount, "_ = other.observe(on: .mainActor) { print($0.cont) }"),
    use(noJobName, "_ = other.observe(\\.job) { print($0.nam) }"),
    use(noJobName, "_ = other.observe(\\.job, on: .mainActor) { print($0.nam) }"),
    use(noJobName, "_ = other.observe(pulse: \\.$done) { print($0.nam) }"),
    use(noCount, "try await other.first { $0.cont > 1 }"),
    use(noEvent, "try await other.send(.fund)"),
    use(noCount, "try await other.send(.tick) { $0.cont > 1 }"),
    use(noEvent, "let name: String = try await other.ask { _ in .fund }; print(name)"),
    use(noCount, "for await search in other.states { print(search.cont) }"),
    use(noJobName, "for await job in other.values(of: \\.job) { print(job.nam) }"),
    use(noCount, "try await plain.run(on: .async) { print($0.state.cont) }"),
    use(noCount, "try await plain.withRunning(on: .async) { print($0.state.cont) }"),
    use(
      noCount, "let running = plain.start(on: .mainActor) { print($0.state.cont) }; running.stop()"),
  ]

  /// Scopes of several parts, and their lists.
  private static let parts = ["lines", "byID"].flatMap { collection in
    [
      (0, "type 'Note' has no member 'lin'", "event: { .lin($0, $1) }, from: \\.line", "Line.spin"),
      (
        0, "value of type 'Note' has no member 'lin'", "event: Note.line, from: \\.lin", "Line.spin"
      ),
      (0, "type 'Line' has no member 'spn'", "event: Note.line, from: \\.line", "Line.spn"),
      (
        1, "value of type 'Line' has no member 'nam'", "event: Note.line, from: \\.line",
        "\nReducer { line, _ in line.nam = \"\" }"
      ),
      (
        1, "value of type 'Line' has no member 'nam'", "event: Note.line, from: \\.line",
        "\nFeedback(on: \\.nam) { _ in .just(.done) }"
      ),
      (
        1, "'Line.Event' has no member 'don'", "event: Note.line, from: \\.line",
        "\nFeedback(on: \\.name) { _ in .just(.don) }"
      ),
    ].map { line, message, closures, list in
      UsualMistake(
        description: "\(closures) \(list) in a scope for each of \(collection)", line: 12 + line,
        message: message,
        snippet: """
          private struct Line: Identifiable, Equatable, Sendable {
            enum Event: Sendable { case done }
            var (id, name) = ("", "")
            static let spin = Spin<Line, Event>(initialState: Line()) { Reducer { _, _ in } }
          }
          private struct Board: Sendable { var lines: [Line] = [], byID: [String: Line] = [:] }
          private enum Note: Sendable {
            case line(String, Line.Event)
            var line: (String, Line.Event)? { if case .line(let id, let event) = self { (id, event) } else { nil } }
          }
          private let board = Spin<Board, Note>(initialState: Board()) {
            Scope(forEach: \\.\(collection), \(closures)) { \(list)
              \(list.contains("Feedback") ? "Reducer { _, _ in }" : "")
            }
            Reducer { _, _ in }
          }
          """)
    }
  }

  /// Closures for whose arguments the compiler finds no type before it finds the mistake.
  ///
  /// It asks for the type of the argument, and names the member when the type is there.
  private static let unnamedTypes =
    [
      ("on: { $0.job }", "Job"), ("on: { $0.found }", "Job"), ("pulse: \\.$bell", "Job"),
    ].flatMap { selector, type in
      [
        part(
          "a closure without a type",
          "cannot infer type of closure parameter 'job' without a type annotation",
          isMisleading: true, "Feedback(\(selector)) { job in .just(.failed(job.nam)) }"),
        part(
          "a closure with a type", noJobName,
          "Feedback(\(selector)) { (job: \(type)) in .just(.failed(job.nam)) }"),
      ]
    }
    + [
      part(
        "a closure without a type",
        "cannot infer type of closure parameter 'item' without a type annotation",
        isMisleading: true,
        "Feedback(forEach: { Set($0.items).sorted() }) { item in .just(.failed(item.nam)) }"),
      part(
        "a closure with a type", "value of type 'String' has no member 'nam'",
        "Feedback(forEach: { Set($0.items).sorted() }) { (item: String) in .just(.failed(item.nam)) }"
      ),
    ]
}
