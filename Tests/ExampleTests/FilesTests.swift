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

  /// The program on a screen, in a folder.
  private func screen(_ folder: TemporaryFolder) -> (_ keys: String) -> String {
    let runtime = TestRuntime()
    let rehearsal = Files.ui(Files.spin(folder.url.path)).rehearse(
      on: runtime, columns: 90, rows: 16)
    let terminal = ScriptedTerminal(
      columns: 90, rows: 16, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    runtime.run()
    return { keys in
      terminal.type(keys)
      runtime.run()
      terminal.show()
      #expect(terminal.terminal.violations == [])
      return terminal.terminal.text
    }
  }

  private func path(_ name: String, in folder: TemporaryFolder) -> FilePicker.Path {
    FilePicker.Path(folder.url.path).appending(Array(name.utf8))
  }

  private func job(
    _ kind: Files.Job.Kind, _ name: String, _ target: String, in folder: TemporaryFolder
  ) -> Files.Job {
    Files.Job(kind: kind, path: path(name, in: folder), target: path(target, in: folder))
  }

  @Test func filesAreShownRenamedAndDeleted() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let press = screen(folder)
    #expect(press("").contains("▸ sub/"))
    // A folder is previewed before it is opened.
    #expect(press("").contains("│ d.txt"))
    #expect(press("\r").contains("└── d.txt"))
    #expect(press(down + down).contains("• one"))
    #expect(press(down).contains("let b = 1"))
    let binary = press(down)
    #expect(binary.contains("binary, 1 kB") && binary.contains("c.bin "))
    #expect(press("d").contains("delete?"))
    _ = press("\r")
    #expect(try names(folder) == ["a.md", "b.swift", "sub"])
    #expect(press("").contains("c.bin: deleted"))
    // A name that stays is no change.
    _ = press("r")
    #expect(!press("\r").contains("moved"))
    _ = press("r")
    _ = press("2\r")
    #expect(try names(folder) == ["a.md", "b.swift2", "sub"])
    #expect(press("").contains("b.swift2: moved"))
    #expect(!press("/a.").contains("b.swift2  "))
    // Enter goes on in the tree of what was found, and escape in the search shows all again.
    // What was done is told until the next step.
    let found = press("\r" + down)
    #expect(found.contains("• one") && !found.contains("moved"))
    #expect(press("/\u{1B}[27u").contains("b.swift2  "))
  }

  @Test func markedFilesAreCopiedAndReplaceNothingWithoutAsking() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let inner = folder.url.appendingPathComponent("sub/a.md")
    try Data("old".utf8).write(to: inner)
    let press = screen(folder)
    // a.md and b.swift go into sub, which is selected again.
    #expect(press(down + "mmc").contains("v puts 2 files into the selected folder."))
    #expect(press("\u{1B}[H" + "v").contains("replace?"))
    let copied = folder.url.appendingPathComponent("sub/b.swift")
    #expect(try String(contentsOf: copied, encoding: .utf8) == "let b = 1\n")
    // Escape leaves the old file, and enter replaces it.
    #expect(!press("\u{1B}[27u").contains("replace?"))
    #expect(try String(contentsOf: inner, encoding: .utf8) == "old")
    _ = press(down + "cv")
    _ = press("\u{1B}[27u" + "\u{1B}[H" + "v")
    #expect(press("\r").contains("a.md: copied"))
    #expect(try String(contentsOf: inner, encoding: .utf8) == "# Title\n\n- *one*\n")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
    // It moves, and a new folder is made beside it.
    _ = press("\u{1B}[F" + "x" + "\u{1B}[H" + "v")
    #expect(try names(folder) == ["a.md", "b.swift", "sub"])
    _ = press("\u{1B}[F" + "n")
    #expect(press("new\r").contains("new: made"))
    #expect(press("").contains("▸ new/"))
    #expect(press("\u{1B}[F" + "n").contains("new folder"))
    #expect(press("new\r").contains("new: there is one already"))
  }

  @Test func theOrderIsThatOfNamesSizesOrDates() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let press = screen(folder)
    func order(_ text: String) -> [String] {
      ["a.md ", "b.swift ", "c.bin "].filter { text.contains($0) }.sorted { left, right in
        let places = [left, right].map { text.range(of: "  \($0)")?.lowerBound ?? text.endIndex }
        return places[0] < places[1]
      }
    }
    #expect(order(press("")) == ["a.md ", "b.swift ", "c.bin "])
    let bySize = press("s")
    #expect(bySize.contains("sorted by size"))
    #expect(order(bySize) == ["a.md ", "b.swift ", "c.bin "])
    #expect(press("ss").contains("sorted by name"))
  }

  @Test func jobsAreShownUntilTheyEndOrAreCancelled() {
    var files = Files(FilePicker.Path("/f"))
    let jobs = ["a", "b"].map {
      Files.Job(kind: .copy, path: FilePicker.Path("/f/\($0)"), target: FilePicker.Path("/g/\($0)"))
    }
    files.apply(.ask(Files.Question(title: "?", jobs: jobs)))
    #expect(files.jobs.isEmpty)
    files.apply(.answer(true))
    #expect(files.jobs.map(\.id) == [1, 2] && files.questions.isEmpty)
    files.apply(.advanced(2, done: 50, total: 100, at: .seconds(1)))
    #expect(files.jobs[0].pace == nil && files.jobs[1].pace?.done == 50)
    files.apply(.cancel(2))
    #expect(files.jobs.map(\.id) == [1] && files.note == "b: not copied")
    files.apply(.ended(files.jobs[0], Disk.Failure(conflictAt: jobs[0].target)))
    #expect(files.jobs.isEmpty && files.questions.first?.jobs.first?.replaces == true)
    files.apply(.answer(false))
    #expect(files.jobs.isEmpty)
  }

  @Test func aFolderIsCopiedWithItsLinksAndDates() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let manager = FileManager.default
    let file = folder.url.appendingPathComponent("sub/d.txt").path
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try manager.setAttributes(
      [.modificationDate: date, .posixPermissions: 0o640], ofItemAtPath: file)
    try manager.createSymbolicLink(
      atPath: folder.url.path + "/sub/link", withDestinationPath: "nowhere")
    var told: [[Int]] = []
    try Disk.carryOut(job(.copy, "sub", "copy", in: folder)) { told.append([$0, $1]) }
    #expect(told.last == [1, 8])  // One byte of the file, and seven of the link.
    let copy = folder.url.path + "/copy"
    let attributes = try manager.attributesOfItem(atPath: copy + "/d.txt")
    #expect(attributes[.modificationDate] as? Date == date)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try manager.destinationOfSymbolicLink(atPath: copy + "/link") == "nowhere")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "copy", "sub"])
    try Disk.carryOut(job(.delete, "copy", "copy", in: folder)) { _, _ in }
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
  }

  @Test func whatFailsSaysWhyAndLeavesEverything() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    func failure(_ kind: Files.Job.Kind, _ name: String, _ target: String) -> String? {
      do throws(Disk.Failure) {
        try Disk.carryOut(job(kind, name, target, in: folder)) { _, _ in }
        return nil
      } catch {
        return error.words
      }
    }
    #expect(failure(.copy, "sub", "sub/in") == "sub: a folder does not fit into itself")
    #expect(failure(.move, "sub", "a.md") == "a.md: there is one already")
    #expect(failure(.copy, "none", "x") == "none: No such file or directory")
    #expect(failure(.delete, "none", "none") == "none: No such file or directory")
    mkfifo(folder.url.path + "/sub/pipe", 0o600)
    #expect(failure(.copy, "sub", "x") == "pipe: it is no file with bytes")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
    // A folder that has files is not replaced by another one.
    var other = job(.copy, "a.md", "sub", in: folder)
    other.replaces = true
    #expect(throws: Disk.Failure.self) { try Disk.carryOut(other) { _, _ in } }
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
  }

  #if os(Linux)
    /// Whether the memory that Linux has as a disk is another one than that of the tests.
    private static let hasTwoDisks =
      ["/dev/shm", NSTemporaryDirectory()].compactMap { path -> dev_t? in
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : nil
      }.reduce(into: Set()) { $0.insert($1) }.count == 2

    @Test(.enabled(if: hasTwoDisks)) func aFileMovesToAnotherDisk() throws {
      let folder = try makeFolder()
      defer { folder.remove() }
      let target = FilePicker.Path("/dev/shm/\(UUID())")
      let job = Files.Job(kind: .move, path: path("sub", in: folder), target: target)
      try Disk.carryOut(job) { _, _ in }
      let file = URL(fileURLWithPath: target.description + "/d.txt")
      #expect(try String(contentsOf: file, encoding: .utf8) == "d")
      try FileManager.default.removeItem(atPath: target.description)
      #expect(try names(folder) == ["a.md", "b.swift", "c.bin"])
    }
  #endif

  @Test func aCancelledCopyLeavesNothing() async throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let job = job(.copy, "sub", "x", in: folder)
    let failure = await Task { () -> String? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(Disk.Failure) {
        try Disk.carryOut(job) { _, _ in }
        return nil
      } catch {
        return error.words
      }
    }.value
    #expect(failure == "d.txt: cancelled")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
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
