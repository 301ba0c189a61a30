import SpinTestSupport
import Testing

/// Whether everything that waits and takes a closure can be called where its caller is isolated.
@Suite(
  .enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "needs swiftc in the PATH"),
  .timeLimit(.minutes(5)))
struct IsolationTests {
  /// A call of each function that is async and has a closure, by its name.
  ///
  /// The closures use what belongs to the caller, unless they must be `Sendable`.
  private static let calls = [
    "RunningSpin.ask(fileID:line:function:_:)":
      "let name: String = try await running.ask { calls += 1; return .name($0) }; print(name)",
    "RunningSpin.first(where:)": "try await running.first { $0.count > 1 }",
    "RunningSpin.send(_:fileID:line:function:until:)":
      "try await running.send(.tick) { $0.count > 1 }",
    "Spin.run(on:until:options:keepingPrevious:observer:)": """
    try await spin.run(on: .async) { print($0.state) }
    try await spin.run(on: .mainActor) { print($0.state) }
    """,
    "Spin.withRunning(on:options:keepingPrevious:observer:_:)": """
    try await spin.withRunning(on: .async) { running in calls += running.state.count }
    try await spin.withRunning(on: .mainActor, observer: { print($0.state) }) { running in
      calls += running.state.count
    }
    """,
    "Prompt.choice(_:from:default:help:options:on:title:disabled:)": """
    let size = try await Prompt.choice("Size?", from: [1, 2]) { calls += 1; return "\\($0)" } disabled: {
      calls += $0
      return nil
    }
    print(size)
    """,
    "Prompt.choices(_:from:default:atLeast:atMost:help:options:on:title:disabled:)": """
    let sizes = try await Prompt.choices("Sizes?", from: [1, 2], title: { calls += 1; return "\\($0)" })
    print(sizes)
    """,
    "Prompt.confirm(_:default:help:options:on:validate:)":
      "_ = try await Prompt.confirm(\"Sure?\") { $0 ? nil : \"Be sure.\" }",
    "Prompt.secret(_:help:options:on:validate:)":
      "_ = try await Prompt.secret(\"Word?\") { $0.isEmpty ? \"A word.\" : nil }",
    "Prompt.text(_:default:placeholder:help:options:on:validate:)":
      "_ = try await Prompt.text(\"Name?\") { $0.isEmpty ? \"A name.\" : nil }",
    "TestRuntime.run(until:within:fileID:filePath:line:column:)": """
    let runtime = TestRuntime()
    await runtime.run(until: { calls += 1; return calls > 3 })
    """,
    "TestSpin.run(until:within:fileID:filePath:line:column:)": """
    let test = TestSpin(spin)
    await test.run(until: { calls += 1; return calls > 3 })
    """,
    "Conformance.check(_:isAtHome:pump:within:)": """
    try await Conformance.clauses[0].check { _ in AsyncRuntime() } pump: { _ in await Task.yield() }
    """,
    "StoreConformance.check(_:within:)": """
    let store = MemoryStore()
    try await StoreConformance.promises[0].check { store }
    """,
  ]

  private static let definitions = """
    import SpinConformance
    import SpinDurable
    import SpinTTY
    import SpinTesting
    struct Count: Equatable, Sendable { var count = 0 }
    enum Event: Equatable, Sendable { case tick, name(Reply<String>) }
    let spin = Spin<Count, Event>(initialState: Count()) { Reducer { _, _ in } }
    """

  private static let body = """
    var calls = 0; calls += 1; defer { print(calls) }
    let running = spin.start(on: .async); running.emit(.tick)
    """

  /// The functions of the library that are async and take a closure.
  private static let names = Set(
    packageFile("API.txt").split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: "  ·  ", maxSplits: 1)
      // An attribute before the name, such as `nonisolated(nonsending)`, has parentheses of its own.
      guard parts.count == 2, let name = parts[1].firstRange(of: "func ") else { return nil }
      var depth = 0
      guard let start = parts[1][name.upperBound...].firstIndex(of: "("),
        let end = parts[1][start...].firstIndex(where: { character in
          if character == "(" { depth += 1 }
          if character == ")" { depth -= 1 }
          return depth == 0
        })
      else { return nil }
      let isAsync = parts[1][end...].hasPrefix(") async")
      return isAsync && parts[1][start..<end].contains("->") ? String(parts[0]) : nil
    })

  @Test
  func eachFunctionThatWaitsAndTakesAClosureIsCalled() {
    #expect(Self.names == Set(Self.calls.keys))
  }

  /// Outside of isolation, on the main actor, on an actor, and where the main actor is the default.
  @Test(arguments: calls.keys.sorted())
  func aFunctionThatWaitsAndTakesAClosureCompilesInEveryIsolation(_ name: String) async throws {
    let answers = try #require(try await Self.answers.value)
    let file = Self.file(name)
    for verdict in answers {
      #expect(verdict.complaints[file, default: []] == [])
    }
  }

  private static func file(_ name: String) -> String { name.filter(\.isLetter) }

  private static let answers = Task { () -> [Compiler.Verdict]? in
    guard let compiler = Compiler() else { return nil }
    let anywhere = calls.map { name, call in
      (
        file(name),
        """
        import SpinConformance
        import SpinDurable
        import SpinTTY
        import SpinTesting
        private nonisolated func free() async throws { \(body)
        \(call) }
        @MainActor private func main() async throws { \(body)
        \(call) }
        private actor User { func use() async throws { \(body)
        \(call) } }
        """
      )
    }
    let onMain = calls.map { name, call in
      (
        file(name),
        """
        import SpinConformance
        import SpinDurable
        import SpinTTY
        import SpinTesting
        private func use() async throws { \(body)
        \(call) }
        """
      )
    }
    let plain = Dictionary(uniqueKeysWithValues: anywhere + [("definitions", definitions)])
    let isolated = definitions.replacing("struct", with: "nonisolated struct")
      .replacing("enum", with: "nonisolated enum").replacing("let", with: "nonisolated let")
    let main = Dictionary(uniqueKeysWithValues: onMain + [("definitions", isolated)])
    return [
      try await compiler.check(plain),
      try await compiler.check(main, options: ["-default-isolation", "MainActor"]),
    ]
  }
}
