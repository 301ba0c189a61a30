import Foundation
import SpinAsync
import SpinCallbacks
import SpinTTY
import SpinTesting
import TerminalTestSupport
import Testing

@testable import files

/// The file browser, on a folder of its own.
@Suite struct FilesTests {
  private let down = "\u{1B}[B"

  /// A folder with a file of each kind.
  private func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let sub = folder.url.appendingPathComponent("sub")
    try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
    for (name, text) in [
      ("a.md", "# Title\n\n- *one*\n"), ("b.swift", "let b = 1\n"), ("c.bin", "\u{0}123"),
      ("sub/d.txt", "d"),
    ] {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }
    return folder
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test func filesAreShownRenamedAndDeleted() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let runtime = TestRuntime()
    let rehearsal = Files.ui(Files.spin(folder.url.path)).rehearse(
      on: runtime, columns: 80, rows: 12)
    let terminal = ScriptedTerminal(
      columns: 80, rows: 12, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    func press(_ keys: String) -> String {
      terminal.type(keys)
      runtime.run()
      terminal.show()
      return terminal.terminal.text
    }
    runtime.run()
    #expect(press("").contains("▸ sub/"))
    // A folder is previewed before it is opened.
    #expect(press("").contains("│ d.txt"))
    #expect(press("\r").contains("└── d.txt"))
    #expect(press(down + down).contains("• one"))
    #expect(press(down).contains("let b = 1"))
    #expect(press(down).contains("binary, 1 kB"))
    #expect(press("d").contains("delete?"))
    _ = press("\r")
    #expect(try names(folder) == ["a.md", "b.swift", "sub"])
    #expect(press("").contains("c.bin is gone."))
    // A name that stays is no change.
    _ = press("r")
    #expect(!press("\r").contains("already"))
    _ = press("r")
    _ = press("2\r")
    #expect(try names(folder) == ["a.md", "b.swift2", "sub"])
    #expect(press("").contains("b.swift is now b.swift2."))
    #expect(!press("/a.").contains("b.swift2  "))
    // Enter goes on in the tree of what was found, and escape in the search shows all again.
    // What was done is told until the next step.
    let found = press("\r" + down)
    #expect(found.contains("• one") && !found.contains("is now"))
    #expect(press("/\u{1B}[27u").contains("b.swift2  "))
    #expect(terminal.terminal.violations == [])
  }

  @Test func aChangeWaitsForTheOneThatIsUnderWay() {
    let changes = ["a", "b"].map { Files.Change(path: FilePicker.Path($0)) }
    var files = Files(FilePicker.Path("."))
    for change in changes {
      files.apply(.ask(change))
      files.apply(.agreed)
    }
    #expect(files.change == changes[0] && files.question == changes[1])
    files.apply(.changed(changes[1].path, ""))  // An editor has ended.
    #expect(files.change == changes[0])
    files.apply(.changed(changes[0].path, "a is gone."))
    files.apply(.agreed)
    #expect(files.change == changes[1] && files.question == nil)
  }

  @Test(.onItsOwnThread) func itRunsOnATerminal() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let files = try ExampleOnTerminal("files", [folder.url.path], columns: 40, rows: 12)
    try files.terminal.waitFor("a.md")
    files.terminal.type("\u{1B}[B\r")
    try files.terminal.waitFor("one")
    files.terminal.type("q")
    try files.waitForEnd(.exited(0))
  }
}
