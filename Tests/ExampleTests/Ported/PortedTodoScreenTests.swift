import SpinTestSupport
import SpinTesting
import TerminalTestSupport
import Testing

@testable import ported

/// The todos on a pseudo-terminal, with a server that the test makes slow, and lets fail.
@Suite(.serialized, .onItsOwnThread) struct PortedTodoScreenTests {
  static let runtimes = PortedTests.runtimes
  let control = TodoControl()
  let server: HTTPServer
  private let down = "\u{1B}[B"

  init() throws { server = try control.start() }

  private func todo(
    _ runtime: String, _ options: String..., environment: [String: String] = [:]
  ) throws -> ExampleOnTerminal {
    try ExampleOnTerminal(
      "ported", ["todo", "--server", "\(server.port)", "--runtime", runtime] + options,
      columns: 76, rows: 14, environment: environment)
  }

  private func end(_ todo: ExampleOnTerminal) throws {
    todo.terminal.type("q")
    try todo.waitForEnd(.exited(0))
    #expect(todo.screen.text == ExampleOnTerminal.prompt)
  }

  @Test(arguments: runtimes)
  func aSlowListIsLoadingUntilItIsThere(_ runtime: String) throws {
    control.hold()
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.loading)
    control.release()
    try todo.waitFor(text: Self.list)
    try end(todo)
  }

  @Test(arguments: runtimes)
  func aFailedRefreshSaysWhyAndTheListStays(_ runtime: String) throws {
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.list)
    control.fail()
    todo.terminal.type("r")
    try todo.waitFor(text: Self.refused)
    control.fail(nil)
    todo.terminal.type("r")
    try todo.waitFor(text: Self.list)
    server.stop()
    todo.terminal.type("r")
    try todo.terminal.waitFor("no server")
    try end(todo)
  }

  @Test(arguments: runtimes)
  func aTodoIsAddedEditedCompletedAndDeleted(_ runtime: String) throws {
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.list)
    todo.terminal.type("aMilk\tlow fat")
    try todo.waitFor(text: Self.adding)
    todo.terminal.type("\r")
    try todo.waitFor(text: Self.added)
    todo.terminal.type(down + down + "e\u{5}!\t\t")
    // What was typed ahead answers no dialog.
    try todo.terminal.waitFor("[ ] done")
    todo.terminal.type(" ")
    try todo.waitFor(text: Self.editing)
    todo.terminal.type("\u{1B}[Z\r")
    try todo.terminal.waitFor("Milk! was changed")
    #expect(control.todos.items.last == Self.milk(isCompleted: true))
    todo.terminal.type("c")
    try todo.terminal.waitFor("Milk! is open again")
    #expect(control.todos.items.last == Self.milk(isCompleted: false))
    todo.terminal.type("d")
    try todo.waitFor(text: Self.asked)
    todo.terminal.type("n")
    try todo.terminal.waitFor("refresh")
    todo.terminal.type("dy")
    try todo.waitFor(text: Self.gone)
    #expect(control.todos.items == TodoItem.samples)
    try end(todo)
  }

  private static func milk(isCompleted: Bool) -> TodoItem {
    TodoItem(id: 4, name: "Milk!", note: "low fat", isCompleted: isCompleted)
  }

  @Test(arguments: runtimes)
  func theButtonOfTheEditorDeletesAfterAConfirmation(_ runtime: String) throws {
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.list)
    todo.terminal.type("\r\t\t\t\t")
    try todo.terminal.waitFor("[ Delete ]")
    todo.terminal.type("\r")
    try todo.terminal.waitFor("delete?")
    todo.terminal.type("y")
    try todo.terminal.waitFor("Buy bread is gone")
    #expect(control.todos.items.map(\.id) == [2, 3])
    try end(todo)
  }

  @Test(arguments: runtimes)
  func whatWasTypedComesBackIfItCannotBeSaved(_ runtime: String) throws {
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.list)
    control.fail()
    todo.terminal.type("aMilk\tlow fat")
    try todo.waitFor(text: Self.adding)
    todo.terminal.type("\r")
    try todo.waitFor(text: Self.notAdded)
    control.fail(nil)
    todo.terminal.type("\r")
    try todo.waitFor(text: Self.added)
    try end(todo)
  }

  @Test(arguments: runtimes)
  func aTodoThatIsBeingChangedTakesNoSecondChange(_ runtime: String) throws {
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.list)
    control.hold()
    todo.terminal.type("ccd")
    try todo.waitFor(text: Self.busy)
    control.release()
    try todo.terminal.waitFor("Buy bread is done")
    #expect(control.asked.entries == ["GET /todos", "PUT /todos/1"])
    try end(todo)
  }

  @Test(arguments: runtimes)
  func actionsAreMadeInTheOrderOfTheKeys(_ runtime: String) throws {
    let todo = try todo(runtime)
    try todo.waitFor(text: Self.list)
    control.hold()
    todo.terminal.type("c" + down + "dyr")
    try todo.terminal.waitFor("loading")
    control.release()
    try todo.terminal.waitFor("the list is up to date")
    #expect(
      control.asked.entries == ["GET /todos", "PUT /todos/1", "DELETE /todos/2", "GET /todos"])
    try end(todo)
  }

  /// Whoever leaves does not wait for a server that is slow.
  @Test(arguments: runtimes)
  func itEndsWhileTheServerIsAsked(_ runtime: String) throws {
    control.hold()
    let todo = try todo(runtime)
    try todo.terminal.waitFor("loading")
    try end(todo)
    control.release()
  }

  @Test(arguments: runtimes)
  func withoutAScreenLinesAreTypedAndPrinted(_ runtime: String) throws {
    let todo = try todo(runtime, environment: ["TERM": "dumb"])
    try todo.terminal.waitFor("the list is up to date")
    for (keys, answer) in [
      ("c\n", "Buy bread is done"), ("d\n", "delete Buy bread?"), ("y\n", "Buy bread is gone"),
    ] {
      todo.terminal.type(keys)
      try todo.terminal.waitFor(answer)
    }
    todo.terminal.type("q\n")
    try todo.waitForEnd(.exited(0))
    #expect(control.todos.items.map(\.id) == [2, 3])
  }

  @Test(arguments: runtimes)
  func aPipeGetsALineForEachChangeAndStandardErrorTheLog(_ runtime: String) throws {
    let result = try Program("ported").run(
      "todo", "--log", "--server", "\(server.port)", "--runtime", runtime)
    #expect(
      result
        == Program.Result(
          output: """
            loading
            loading; open: Buy bread, Call Ann; done: Pay the rent
            the list is up to date; open: Buy bread, Call Ann; done: Pay the rent

            """,
          errors: """
            ported: 0 open
            ported: commit updateList [1, 2, 3]
            ported: 2 open

            """, status: 0))
  }

  @Test func itsOwnServerCanBeSlowAndFail() throws {
    let result = try Program("ported").run("todo", "--failing", "1", "--delay", "0.001")
    #expect(result.output == "loading\nfailed, the server answers 503 Service Unavailable\n")
  }

  @Test(arguments: [
    (["--server", "0"], "--server takes a number from 1 to 65535, not \"0\""),
    (["--failing"], "--failing takes a number from 1 to 65535, and nothing follows it"),
    (["--delay", "-1"], "--delay takes seconds, more than 0 and at most 86400, not \"-1\""),
    (["x"], "\"x\" is not an option of todo"),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    try Program("ported").expectRefusal(of: ["todo"] + words, message)
  }
}

extension ExampleOnTerminal {
  /// Waits until the screen shows this and nothing else, blanks at the ends of lines apart.
  fileprivate func waitFor(text: String, _ place: SourceLocation = #_sourceLocation) throws {
    try terminal.wait("this is not shown:\n\(text)\nbut", at: place) { terminal in
      let lines = terminal.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
      return text
        == lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
    }
  }
}

// MARK: - Pictures

extension PortedTodoScreenTests {
  private static let loading = """












    loading
    ↑↓←→ move  a add  q quit
    """

  private static let list = """
    ▾ open
    ├── Buy bread  rye
    └── Call Ann
    ▾ done
    └── Pay the rent







    the list is up to date
    ↑↓←→ move  a add  e edit  c complete  d delete  r refresh  q quit
    """

  private static let refused = """
    ▾ open
    ├── Buy bread  rye
    └── Call Ann
    ▾ done
    └── Pay the rent







    the server answers 503 Service Unavailable
    ↑↓←→ move  a add  e edit  c complete  d delete  r refresh  q quit
    """

  private static let adding = """
    ▾ open
    ├── Buy bread  rye
    └── Call Ann    ╭─ add ────────────────────────────────────╮
    ▾ done          │                                          │
    └── Pay the rent│ name   Milk                              │
                    │                                          │
                    │ note  ▌low fat                           │
                    │                                          │
                    │       [ Save ]                           │
                    │                                          │
                    ╰─────────────────── esc cancel  tab next ─╯

    the list is up to date
    esc cancel  tab next  ^C quit
    """

  private static let added = """
    ▾ open
    ├── Buy bread  rye
    ├── Call Ann
    └── Milk  low fat
    ▾ done
    └── Pay the rent






    Milk was added
    ↑↓←→ move  a add  e edit  c complete  d delete  r refresh  q quit
    """

  private static let notAdded = """
    ▾ open
    ├── Buy bread  rye
    └── Call Ann    ╭─ add ────────────────────────────────────╮
    ▾ done          │                                          │
    └── Pay the rent│ name  ▌Milk                              │
                    │                                          │
                    │ note   low fat                           │
                    │                                          │
                    │       [ Save ]                           │
                    │                                          │
                    ╰─────────────────── esc cancel  tab next ─╯

    the server answers 503 Service Unavailable
    esc cancel  tab next  ^C quit
    """

  private static let editing = """
    ▾ open
    ├── Buy bread  r╭─ edit ───────────────────────────────────╮
    ├── Call Ann    │                                          │
    └── Milk  low fa│ name   Milk!                             │
    ▾ done          │                                          │
    └── Pay the rent│ note   low fat                           │
                    │                                          │
                    │       [✓] done                           │
                    │                                          │
                    │       [ Save ] [ Delete ]                │
                    │                                          │
                    ╰─────────────────── esc cancel  tab next ─╯
    Milk was added
    esc cancel  tab next  ^C quit
    """

  private static let asked = """
    ▾ open
    ├── Buy bread  rye
    ├── Call Ann
    └── Milk!  low fat
    ▾ done                     ╭─ delete? ─────────╮
    └── Pay the rent           │                   │
                               │ Milk!             │
                               │                   │
                               ╰─ y yes  n/esc no ─╯



    Milk! is open again
    y yes  n/esc no  ^C quit
    """

  private static let gone = """
    ▾ open
    ├── Buy bread  rye
    └── Call Ann
    ▾ done
    └── Pay the rent







    Milk! is gone
    ↑↓←→ move  a add  r refresh  q quit
    """

  private static let busy = """
    ▾ open
    ├── Buy bread  rye  …
    └── Call Ann
    ▾ done
    └── Pay the rent







    loading
    ↑↓←→ move  a add  r refresh  q quit
    """
}
