import Foundation
import SpinAsync
import SpinCallbacks
import SpinExampleSupport
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
  private func screen(
    _ folder: TemporaryFolder, on runtime: TestRuntime = TestRuntime()
  ) -> (_ keys: String) -> String {
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
    _ kind: Job.Kind, _ name: String, _ target: String, in folder: TemporaryFolder
  ) -> Job {
    let target = path(target, in: folder)
    return Job(
      kind: kind, paths: [path(name, in: folder)], folder: target.folder,
      name: TextInput.Model(target.name))
  }

  /// Carries out a job that must not fail.
  private func carryOut(_ job: Job, tell: (Double, Double) -> Void = { _, _ in }) {
    #expect(Disk.carryOut(job, tell: tell) == [])
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
    #expect(binary.contains("binary, 4 B") && binary.contains("c.bin "))
    // The box names the keys that answer.
    let question = press("d")
    #expect(question.contains("delete c.bin?") && question.contains("y yes"))
    // Enter is no answer.
    #expect(press("\r").contains("delete c.bin?"))
    _ = press("y")
    #expect(try names(folder) == ["a.md", "b.swift", "sub"])
    #expect(press("").contains("c.bin: deleted"))
    // A name that stays is no change.
    _ = press("r")
    #expect(!press("\r").contains("renamed"))
    _ = press("r")
    _ = press("2\r")
    #expect(try names(folder) == ["a.md", "b.swift2", "sub"])
    #expect(press("").contains("b.swift2: renamed"))
    #expect(!press("/a.").contains("b.swift2  "))
    // Enter goes on in the tree of what was found, and escape in the search shows all again.
    // What was done is told until the next step.
    let found = press("\r" + down)
    #expect(found.contains("• one") && !found.contains("renamed"))
    #expect(press("/\u{1B}[27u").contains("b.swift2  "))
  }

  @Test func movesAndNewNamesAreUndoneOneAfterAnother() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    try Data().write(to: folder.url.appendingPathComponent("a\nb"))
    let press = screen(folder)
    #expect(!press("u").contains("moved back"))
    // A name that no field shows gets another one, c.bin and sub/d.txt move into new, and that gets a name.
    #expect(press(down + "r" + "z\r").contains("z: renamed"))
    _ = press("\u{1B}[F" + "n" + "new\r")
    _ = press("\u{1B}[H" + down + "\r")
    #expect(press(down + " " + down + down + down + " ").contains(" · 2 marked"))
    _ = press("x" + "\u{1B}[H" + "v")
    let new = folder.url.appendingPathComponent("new").path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: new).sorted() == ["c.bin", "d.txt"])
    #expect(press("r\u{1}newer\r").contains("newer: renamed"))
    #expect(try names(folder) == ["a.md", "b.swift", "newer", "sub", "z"])
    #expect(press("u").contains("new: moved back"))
    #expect(press("u").contains("2 items: moved back"))
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "new", "sub", "z"])
    #expect(access(folder.url.path + "/sub/d.txt", F_OK) == 0)
    // The selection follows what is back.
    let last = press("u")
    #expect(last.contains("a␊b: moved back"))
    #expect(press("r").contains("rename a␊b"))
    #expect(try names(folder) == ["a\nb", "a.md", "b.swift", "c.bin", "new", "sub"])
    #expect(!press("\u{1B}[27uu").contains("moved back"))
  }

  @Test func anUndoReplacesNothingAndLeavesWhatAJobHasChanged() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }
    let press = screen(folder)
    // c.bin moves into sub; a.md gets a name, and another program makes a file of the old one.
    _ = press("\u{1B}[Fx\u{1B}[Hv")
    _ = press(down + "r\u{1}z.md\r")
    try Data("new".utf8).write(to: folder.url.appendingPathComponent("a.md"))
    let taken = press("u")
    #expect(taken.contains("a.md: it is there already") && !taken.contains("replace"))
    #expect(try text("a.md") == "new" && text("z.md") == "# Title\n\n- *one*\n")
    // z.md gets a name, and then a copy replaces it.
    _ = press("\u{1B}[Fr\u{1}y.md\r")
    _ = press("\u{1B}[H" + down + "D\u{1}y.md\r")
    #expect(press("R").contains("y.md: copied"))
    let changed = press("u")
    #expect(changed.contains("y.md: it was changed since, and is not moved back."))
    #expect(try names(folder) == ["a.md", "b.swift", "sub", "y.md"] && text("y.md") == "new")
    // The move before these is undone.
    #expect(press("u").contains("c.bin: moved back"))
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub", "y.md"])
  }

  /// What one undo moves back is what the undo before it moves.
  @Test func anUndoWaitsForTheJobsOfItsFiles() {
    var files = Files(FilePicker.Path("/f"))
    func move(_ old: String, _ new: String) -> Job {
      let old = FilePicker.Path(old)
      return Job(kind: .move, paths: [old], folder: old.folder, name: .init(new))
    }
    for job in [move("/f/a", "b"), move("/f/b", "c"), move("/f/x", "y")] {
      files.apply(.ended(job, []))
    }
    // A copy of other files is no reason to wait; one that replaces its file is.
    let copy = Job(kind: .copy, paths: [FilePicker.Path("/g/y")], folder: FilePicker.Path("/h"))
    let other = Job(kind: .copy, paths: copy.paths, folder: FilePicker.Path("/f"), replaces: true)
    for job in [copy, other] { files.apply(.ask(job)) }
    files.apply(.answer(true))
    files.apply(.answer(true))
    files.apply(.undo)
    #expect(files.jobs.count == 2 && files.note == "y: another job is at work there.")
    // Nobody knows what it has done when it is cancelled.
    files.apply(.cancel(2))
    files.apply(.undo)
    #expect(files.jobs.count == 1 && files.note.contains("y: it was changed since"))
    files.apply(.undo)
    files.apply(.undo)
    #expect(
      files.jobs.map(\.names) == ["y", "b"] && files.note == "b: another job is at work there.")
    // The undo fails, so the one before it would move another file.
    files.apply(
      .ended(files.jobs[1], [Disk.Failure("it is there already", of: FilePicker.Path("/f/c"))]))
    files.apply(.undo)
    #expect(files.jobs.count == 1 && files.note.contains("b: it was changed since"))
    #expect(files.undos.isEmpty)
  }

  @Test func aFileIsDuplicatedUnderAnotherName() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    mkfifo(folder.url.path + "/sub/pipe", 0o600)
    let press = screen(folder)
    #expect(press(down + "D").contains("duplicate a.md"))
    // The same name is no change, and one that is taken asks.
    #expect(!press("\r").contains("copied"))
    #expect(press("D\u{1}b.swift\r").contains("replace b.swift?"))
    _ = press("n")
    #expect(press("D\u{1}a2.md\r").contains("a2.md: copied"))
    #expect(try names(folder) == ["a.md", "a2.md", "b.swift", "c.bin", "sub"])
    let copy = folder.url.appendingPathComponent("a2.md")
    #expect(try String(contentsOf: copy, encoding: .utf8) == "# Title\n\n- *one*\n")
    #expect(press("r").contains("rename a2.md"))
    // A copy without what cannot be copied is there, so no other name is asked for.
    let omitted = press("\u{1B}[27u\u{1B}[HD\u{1}x\r")
    #expect(omitted.contains("sub: copied without pipe") && !omitted.contains("duplicate"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/x") == ["d.txt"])
  }

  /// It stayed with the neighbour, which was deleted then.
  @Test func theSelectionFollowsANewNameUnlessThatHidesTheFile() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let press = screen(folder)
    _ = press(down + down + "r")
    #expect(press("\u{1}0.swift\r").contains("0.swift: renamed"))
    #expect(press("r").contains("rename 0.swift"))
    _ = press("\u{1B}[27u" + down + "r")
    #expect(press("\u{1}.a\r").contains(".a: renamed"))
    #expect(press("r").contains("rename c.bin"))
  }

  @Test func picturesAreShownOrSayWhatTheyAre() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAMAAABs6DXKAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAB0lE"
      + "QVR42mNgYGRiKjrlSAAAAA9JREFUZmAEgr+MTCCCEQALkgIMqj2uJQAAAABJRU5ErkJggg=="
    let frame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 17, 8, 0, 48, 1, 64]
    for (name, data) in [
      ("a.png", try #require(Data(base64Encoded: png))),
      ("b.jpg", Data(frame + [UInt8](repeating: 0, count: 20))),
      ("c.gif", Data("GIF89a".utf8) + Data([7, 0, 9, 1] + [UInt8](repeating: 0, count: 20))),
      ("d.png", Data("PNG\u{0}".utf8)),
    ] {
      try data.write(to: folder.url.appendingPathComponent(name))
    }
    // A picture that is too large to be shown still says what it is.
    #expect(truncate(folder.url.path + "/b.jpg", 17_000_001) == 0)
    let press = screen(folder)
    let picture = press("")
    #expect(picture.contains("PNG, 5 × 3, 115 B") && picture.contains("▀"))
    #expect(press(down).contains("JPEG, 320 × 48, 17 MB"))
    #expect(press(down).contains("GIF, 7 × 265, 30 B"))
    #expect(press(down).contains("binary, 4 B"))
  }

  @Test func markedFilesAreCopiedAndReplaceNothingWithoutAsking() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let inner = folder.url.appendingPathComponent("sub/a.md")
    try Data("old".utf8).write(to: inner)
    let press = screen(folder)
    // a.md and b.swift go into sub, which is selected again.
    #expect(press(down + " " + down + " c").contains("v puts 2 items into the selected folder."))
    #expect(press("\u{1B}[H" + "v").contains("replace a.md?"))
    let copied = folder.url.appendingPathComponent("sub/b.swift")
    #expect(try String(contentsOf: copied, encoding: .utf8) == "let b = 1\n")
    // Escape leaves the old file, and y replaces it.
    #expect(!press("\u{1B}[27u").contains("replace a.md?"))
    #expect(try String(contentsOf: inner, encoding: .utf8) == "old")
    _ = press(down + "cv")
    _ = press("\u{1B}[27u" + "\u{1B}[H" + "v")
    #expect(press("y").contains("replace a.md?"))
    #expect(press("R").contains("a.md: copied"))
    #expect(try String(contentsOf: inner, encoding: .utf8) == "# Title\n\n- *one*\n")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
    // It moves, and a new folder is made beside it.
    _ = press("\u{1B}[F" + "x" + "\u{1B}[H" + "v")
    #expect(try names(folder) == ["a.md", "b.swift", "sub"])
    #expect(press("\u{1B}[H" + "n").contains("new folder in sub/"))
    _ = press("\u{1B}[27u")
    _ = press("\u{1B}[F" + "n")
    #expect(press("new\r").contains("new: made"))
    #expect(press("").contains("▸ new/"))
    #expect(press("\u{1B}[F" + "n").contains("new folder"))
    #expect(press("new\r").contains("new: it is there already"))
    #expect(press("2\r").contains("new2: made"))
  }

  /// The question took a key that was typed into the filter.
  @Test func aQuestionThatAJobAsksWaitsWhileTheUserTypes() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let spin = Files.spin(folder.url.path)
    let runtime = TestRuntime()
    let rehearsal = Files.ui(spin).rehearse(on: runtime, columns: 90, rows: 16)
    runtime.run()
    let terminal = ScriptedTerminal(
      columns: 90, rows: 16, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    func press(_ keys: String) -> String {
      terminal.type(keys)
      runtime.run()
      terminal.show()
      return terminal.terminal.text
    }
    _ = press("/")
    let paths = [path("a.md", in: folder)]
    let sub = path("sub", in: folder)
    rehearsal.emit(.ask(Job(kind: .copy, paths: paths, folder: sub, replaces: true)))
    let typed = press("Ry")
    #expect(typed.contains("replace a.md? enter leaves the filter to answer."))
    #expect(typed.contains("Ry") && !typed.contains("R replace"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/sub/a.md"))
    #expect(press("\r").contains("R replace"))
    #expect(press("R").contains("a.md: copied"))
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
    // The opposite order stays in another folder.
    let reversed = press("S")
    #expect(reversed.contains(" · reversed ─"))
    #expect(order(reversed) == ["c.bin ", "b.swift ", "a.md "])
    #expect(press("o").contains(" · reversed ─"))
    #expect(order(press("\u{7F}S")) == ["a.md ", "b.swift ", "c.bin "])
  }

  @Test func aLongNameLeavesRoomForWhatBecameOfTheFile() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let name = String(repeating: "n", count: 200)
    try Data().write(to: folder.url.appendingPathComponent(name))
    let press = screen(folder)
    _ = press("d")
    let deleted = press("y")
    #expect(deleted.contains("nnn…nnn") && deleted.contains("nnn: deleted"))
  }

  /// What a field cannot show was lost when another part of the name was edited.
  @Test func aNameWithANewlineStaysUnlessItIsTypedAnew() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data().write(to: folder.url.appendingPathComponent("a\nb"))
    let press = screen(folder)
    #expect(press("d").contains("a␊b "))
    #expect(press("n" + "r").contains("rename a␊b"))
    #expect(!press("\r").contains("renamed"))
    #expect(try names(folder) == ["a\nb"])
    // A wrong name is told below the field, which keeps it.
    let refused = press("r" + "x/y\r")
    #expect(refused.contains("x/y: a name has no slash") && refused.contains("rename a␊b"))
    #expect(press("\u{7F}\u{7F}/\u{301}y\r").contains("x/\u{301}y: a name has no slash"))
    let long = press("\u{1}" + String(repeating: "n", count: 300) + "\r")
    #expect(long.contains("File name too long") && long.contains("enter do it"))
    #expect(press("\u{1}" + "a b\r").contains("a b: renamed"))
    #expect(try names(folder) == ["a b"])
  }

  /// The folder itself, and the one around it, were offered for a merge.
  @Test(arguments: [".", ".."]) func theNameOfAFolderAroundIsNoNewName(_ name: String) throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    for key in ["r", "n"] {
      let press = screen(folder)
      let refused = press(key + "\u{1}" + name + "\r")
      #expect(refused.contains("\(name): a name has no slash, and is not . or .."))
      #expect(!refused.contains("merge") && !refused.contains("replace"))
      #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
    }
  }

  /// The key for the folder above left the folder instead, and the first file was selected without a filter.
  @Test func theFilterIsEditedAndItsFileStaysSelected() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let runtime = TestRuntime()
    let press = screen(folder, on: runtime)
    #expect(press("/" + "c.bx\u{7F}").contains("c.b"))
    #expect(press("\r").contains("c.bin"))
    #expect(press("\u{1B}[27u" + "r").contains("rename c.bin"))
    #expect(press("\u{1B}[27u").contains("a.md"))
    // What another program has made is read after a while, or when the user asks.
    try Data("new".utf8).write(to: folder.url.appendingPathComponent("new.txt"))
    #expect(!press("").contains("new.txt"))
    runtime.advance(by: .seconds(2))
    #expect(press("").contains("new.txt"))
    try Data("new".utf8).write(to: folder.url.appendingPathComponent("newer.txt"))
    #expect(press("\u{12}").contains("newer.txt"))
    #expect(press("s").contains("sorted by size"))
  }

  @Test func aFileThatGrowsIsPreviewedWhereTheUserReadsIt() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let log = folder.url.appendingPathComponent("a.log")
    func write(_ lines: Int) throws {
      try Data((1...lines).map { "line \($0)\n" }.joined().utf8).write(to: log)
    }
    try write(40)
    let runtime = TestRuntime()
    let press = screen(folder, on: runtime)
    _ = press("\r")
    #expect(press("\u{1B}[F").contains("line 40"))
    try write(41)
    runtime.advance(by: .seconds(2))
    let grown = press("")
    #expect(grown.contains("line 40") && !grown.contains("line 41"))
    #expect(press("\u{1B}[F").contains("line 41"))
  }

  /// A folder seemed to be empty, because the filter of the folder around it stayed.
  @Test func aFilterEndsInAnotherFolderAndIsReplacedByTheNextOne() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let press = screen(folder)
    #expect(press("/su\ro").contains("d.txt"))
    #expect(press("/sub\r\u{7F}").contains("b.swift"))
    #expect(press("/a.\r/b.").contains("b.swift"))
    // What is not there is neither copied nor moved.
    _ = press("none\r")
    #expect(!press("x").contains("v puts") && !press("c").contains("v puts"))
  }

  @Test func aFolderTakesItsMarkedFilesAlong() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let press = screen(folder)
    _ = press("\r")
    // Space marks a folder, which enter opens and closes.
    #expect(press(" " + down + " ").contains("2 marked"))
    #expect(press("d").contains("delete sub?"))
    #expect(press("y").contains("sub: deleted"))
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin"])
    let paths = ["/f/a", "/f/a-b", "/f/a/b", "/f/a/c/d", "/f/b/a"].map { FilePicker.Path($0) }
    #expect(paths.outermost.map(\.description) == ["/f/a", "/f/a-b", "/f/b/a"])
  }

  @Test func theOtherFilesOfAFolderAreMarkedInstead() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let press = screen(folder)
    // The last file is marked; then those that are shown beside it instead.
    #expect(press("\u{1B}[F ").contains(" · 1 marked"))
    #expect(press("i").contains(" · 3 marked"))
    #expect(press("d").contains("delete 3 items?"))
    _ = press("y")
    #expect(try names(folder) == ["c.bin"])
    // All, and none.
    #expect(press("i").contains(" · 1 marked") && !press("i").contains("marked"))
  }

  /// A file that is not shown yet was looked for in the first row, which the next key then meant.
  @Test func theRowStaysWhileANewNameIsNotShown() {
    var files = Files(FilePicker.Path("/f"))
    let paths = ["a", "b", "c"].map { files.files.root.appending(Array($0.utf8)) }
    files.apply(.read(.init(files.files.root, .success(paths.map { .init($0) }))))
    files.apply(.files(.rows(.select(paths[1]))))
    files.apply(
      .ended(
        Job(kind: .move, paths: [paths[1]], folder: files.files.root, name: .init("z")), []))
    #expect(files.files.selected?.path == paths[1])
    files.apply(
      .read(.init(files.files.root, .success([paths[0], paths[2]].map { .init($0) }))))
    #expect(files.files.selected?.path == paths[2])
  }

  /// The title was cut at its end: neither the folder nor the marks were seen.
  @Test func theTitleOfADeepFolderHasItsEndAndTheMarks() {
    var files = Files(FilePicker.Path("/work" + String(repeating: "/deep", count: 20) + "/here"))
    files.apply(.read(.init(files.files.root, .success([.init(path("a"))]))))
    files.apply(.files(.rows(.mark)))
    files.apply(.order)
    #expect(files.title == "\(files.files.root) · 1 marked · by size")
    let rehearsal = Files.ui(Spin(initialState: files) { Reducer { $0.apply($1) } })
      .rehearse(on: TestRuntime(), columns: 90, rows: 16)
    let terminal = ScriptedTerminal(
      columns: 90, rows: 16, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    terminal.show()
    let line = terminal.terminal.text.prefix { $0 != "\n" }
    #expect(line.contains("─ …") && line.contains("deep/here · 1 marked · by size ─"))

    func path(_ name: String) -> FilePicker.Path { files.files.root.appending(Array(name.utf8)) }
  }

  /// They kept the program from every other key for minutes.
  @Test(arguments: [500, 501]) func moreFoldersThanCanBeReadSoonAreNotOpened(_ count: Int) {
    var files = Files(FilePicker.Path("/f"))
    let folders = (0..<count).map { number in
      FilePicker.Entry(files.files.root.appending(Array("\(number)".utf8)), isFolder: true)
    }
    files.apply(.read(.init(files.files.root, .success(folders))))
    files.apply(.files(.openSiblings))
    #expect(files.files.missing.count == (count > 500 ? 0 : count))
    #expect(files.note.isEmpty == (count <= 500))
  }

  @Test func anyDateHasWords() {
    #expect([Int.min.shortDate, Int.max.shortDate] == ["", ""])
    #expect(67_768_036_191_676_799.date.hasPrefix("214748"))
    #expect(1_000_000_000.shortDate.hasPrefix("2001-09-0"))
    #expect((time(nil) + 90_000).shortDate.count == 10 && (time(nil) - 60).shortDate.count == 5)
  }

  @Test func jobsAreShownUntilTheyEndOrAreCancelled() {
    var files = Files(FilePicker.Path("/f"))
    let paths = ["/f/a", "/f/b"].map { FilePicker.Path($0) }
    let job = Job(kind: .copy, paths: paths, folder: FilePicker.Path("/g"))
    for _ in 0..<2 {
      files.apply(.ask(job))
      #expect(files.questions == [job])
      files.apply(.answer(true))
    }
    #expect(files.jobs.map(\.id) == [1, 2] && files.questions.isEmpty)
    files.apply(.advanced(2, done: 50, total: 100, at: .seconds(1)))
    #expect(files.jobs[0].pace == nil && files.jobs[1].pace?.done == 50)
    // A click on the button moves the focus to it, and the keys go to the files when it is gone.
    files.apply(.focus(.move(to: .cancel(2))))
    files.apply(.cancel(2))
    #expect(files.jobs.map(\.id) == [1] && files.note == "2 items: not all copied")
    #expect(files.focus.isOn(.files))
    files.apply(.focus(.move(to: .filter)))
    // Only what is there already may be replaced.
    var conflict = Disk.Failure("b is there already", of: paths[1])
    conflict.isConflict = true
    files.apply(.ended(files.jobs[0], [Disk.Failure("lost", of: paths[0]), conflict]))
    #expect(files.jobs.isEmpty && files.note == "a: lost, and 1 more")
    #expect(files.questions.map(\.paths) == [[paths[1]]] && files.questions[0].replaces)
    #expect(files.questions.first?.question == "replace b?" && files.focus.isOn(.filter))
    files.apply(.answer(false))
    #expect(files.jobs.isEmpty)
  }

  @Test func whatCouldNotBeMovedStaysCut() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let paths = ["sub", "b.swift"].map { path($0, in: folder) }
    #expect(mkdir(folder.url.path + "/other", 0o700) == 0)
    #expect(mkdir(folder.url.path + "/other/sub", 0o700) == 0)
    // A folder is in the way of a file that is in the folder that moves.
    #expect(mkdir(folder.url.path + "/other/sub/d.txt", 0o700) == 0)
    // And a file in the way of a folder; the folder that moves is cut once.
    #expect(mkdir(folder.url.path + "/sub/e", 0o700) == 0)
    try Data().write(to: folder.url.appendingPathComponent("other/sub/e"))
    let job = Job(kind: .move, paths: paths, folder: path("other", in: folder), replaces: true)
    var files = Files(FilePicker.Path(folder.url.path))
    files.apply(.ended(job, Disk.carryOut(job) { _, _ in }))
    #expect(files.note.hasSuffix(", and 1 more"))
    #expect(files.taken.kind == .move && files.taken.paths == [paths[0]])
  }

  @Test func whyAnEditorDoesNotRunIsTold() {
    var files = Files(FilePicker.Path("/f"))
    for (end, note) in [
      (ChildStatus.exited(127), "editor: exited with status 127"), (.exited(0), ""),
      (.signaled(9), "editor: ended by signal 9"),
    ] {
      files.apply(.left("editor", .success(end)))
      #expect(files.note == note)
    }
  }

  /// A folder for programs that take the place of those of the desktop.
  ///
  /// A shell writes them: a program that another test starts meanwhile would have the file of this process open, and a
  /// file that is open for writing cannot be run.
  private func makePrograms(_ programs: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, lines) in programs {
      let file = folder.url.appendingPathComponent(name).path
      try Tool.run("cat >\(file) && chmod 755 \(file)", input: Data("#!/bin/sh\n\(lines)\n".utf8))
    }
    return folder
  }

  #if os(Linux)
    @Test(.onItsOwnThread) func aFileIsOpenedByAProgramThatHasNoTerminal() throws {
      let folder = try makeFolder()
      let programs = try makePrograms([
        "xdg-open": """
        echo noise
        if read line; then exit; fi
        if echo noise >/dev/tty; then exit; fi
        echo "nothing opens ${1##*/}" >&2
        exit 3
        """
      ])
      defer { for folder in [folder, programs] { folder.remove() } }
      let files = try ExampleOnTerminal(
        "files", [folder.url.path], environment: ["PATH": programs.url.path])
      try files.terminal.waitFor("a.md")
      files.terminal.type("\u{1B}[BO")
      try files.terminal.waitFor("nothing opens a.md")
      #expect(!files.screen.text.contains("noise"))
      #expect(unlink(programs.url.path + "/xdg-open") == 0)
      files.terminal.type("O")
      try files.terminal.waitFor("xdg-open is not installed.")
      files.terminal.type("q")
      try files.waitForEnd(.exited(0))
    }

    /// The end of the view waited for it.
    @Test(.timeLimit(.minutes(1)))
    func aCancelledTaskDoesNotWaitForAProgramOfTheDesktop() async throws {
      let programs = try makePrograms(["xdg-open": #"echo begun >"$1"; read line <"$1""#])
      defer { programs.remove() }
      let pipe = programs.url.path + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      await #expect(processExitsWith: .success) {
        [folder = programs.url.path as String, pipe = pipe as String] in
        setenv("PATH", folder, 1)
        let task = Task { await Desktop.open(FilePicker.Path(pipe)) }
        _ = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe)).readToEnd()
        task.cancel()
        #expect(await task.value == nil)
        // The program, which waits for a line, ends.
        close(open(pipe, O_WRONLY))
      }
    }

    @Test(.onItsOwnThread) func aProgramThatHasAFileOpenStaysWhenThisOneEnds() throws {
      let (folder, pipes) = (try makeFolder(), try TemporaryFolder())
      for name in ["begun", "a.md", "b.swift", "done"] {
        mkfifo(pipes.url.path + "/" + name, 0o600)
      }
      let programs = try makePrograms([
        "xdg-open": """
        cd \(pipes.url.path)
        echo "$1" >begun
        read line <"${1##*/}"
        echo error >&2
        echo $line >done
        """
      ])
      defer { for folder in [folder, pipes, programs] { folder.remove() } }
      func read(_ name: String) throws -> String {
        let pipe = try FileHandle(forReadingFrom: pipes.url.appendingPathComponent(name))
        return String(decoding: try pipe.readToEnd() ?? Data(), as: UTF8.self)
      }
      let files = try ExampleOnTerminal(
        "files", [folder.url.path], environment: ["PATH": programs.url.path])
      try files.terminal.waitFor("a.md")
      files.terminal.type("\u{1B}[BO")
      #expect(try read("begun").hasSuffix("/a.md\n"))
      // Other files are read and opened meanwhile.
      files.terminal.type("\u{1B}[B")
      try files.terminal.waitFor("let b = 1")
      files.terminal.type("O")
      #expect(try read("begun").hasSuffix("/b.swift\n"))
      files.terminal.type("q")
      try files.waitForEnd(.exited(0))
      for name in ["a.md", "b.swift"] {
        let pipe = try FileHandle(forWritingTo: pipes.url.appendingPathComponent(name))
        try pipe.write(contentsOf: Data("\(name) is still open\n".utf8))
        try pipe.close()
        #expect(try read("done") == "\(name) is still open\n")
      }
    }
  #endif

  @Test(.onItsOwnThread) func filesGoIntoTheTrashOrItIsToldWhyNot() throws {
    let folder = try makeFolder()
    let programs = try makePrograms([
      "gio": """
      echo noise
      case "$3" in
      *.bin) echo "gio: no trash for $3" >&2; exit 1 ;;
      esac
      [ "$1" = trash ] && [ "$2" = -- ] && /bin/mv "$3" "$3.trashed"
      """
    ])
    defer { for folder in [folder, programs] { folder.remove() } }
    let files = try ExampleOnTerminal(
      "files", [folder.url.path], columns: 200, environment: ["PATH": programs.url.path])
    try files.terminal.waitFor("a.md")
    // The last two files.
    files.terminal.type("\u{1B}[F \u{1B}[A t")
    try files.terminal.waitFor("move 2 items into the trash?")
    files.terminal.type("y")
    try files.terminal.waitFor("c.bin: gio: no trash for \(folder.url.path)/c.bin")
    #expect(try names(folder) == ["a.md", "b.swift.trashed", "c.bin", "sub"])
    #expect(unlink(programs.url.path + "/gio") == 0)
    files.terminal.type("\u{1B}[Ht")
    try files.terminal.waitFor("move sub into the trash?")
    files.terminal.type("y")
    try files.terminal.waitFor("sub: gio is not installed.")
    #expect(try names(folder) == ["a.md", "b.swift.trashed", "c.bin", "sub"])
    #expect(!files.screen.text.contains("noise"))
    files.terminal.type("q")
    try files.waitForEnd(.exited(0))
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
    var told: [[Double]] = []
    carryOut(job(.copy, "sub", "copy", in: folder)) {
      told.append([$0, $1])
      #expect(Disk.jobs.wait(timeout: .now()) == .timedOut)  // The program does not end now.
    }
    #expect(told.last == [1, 8])  // One byte of the file, and seven of the link.
    let copy = folder.url.path + "/copy"
    let attributes = try manager.attributesOfItem(atPath: copy + "/d.txt")
    #expect(attributes[.modificationDate] as? Date == date)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try manager.destinationOfSymbolicLink(atPath: copy + "/link") == "nowhere")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "copy", "sub"])
    carryOut(job(.delete, "copy", "copy", in: folder))
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
  }

  @Test func aFolderIsMergedIntoAnotherOneWhenTheUserAgrees() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let manager = FileManager.default
    func write(_ text: String, _ name: String) throws {
      let url = folder.url.appendingPathComponent(name)
      try manager.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    func read(_ name: String) -> String? {
      try? String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }
    try write("new", "sub/in/e.txt")
    for (text, name) in [("old", "other/sub/d.txt"), ("kept", "other/sub/in/f.txt")] {
      try write(text, name)
    }
    // other/ is the first row, and sub/ the second one.
    let press = screen(folder)
    let question = press(down + "x" + "\u{1B}[H" + "v")
    #expect(question.contains("merge sub, and replace files of the same names?"))
    #expect(read("other/sub/d.txt") == "old" && read("sub/in/e.txt") == "new")
    #expect(press("R").contains("sub: moved"))
    #expect(read("other/sub/d.txt") == "d" && read("other/sub/in/e.txt") == "new")
    #expect(read("other/sub/in/f.txt") == "kept")
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "other"])
    // A copy that cannot be completed says which file is in its way, and leaves what it has not reached.
    try write("x", "sub/in")
    var copy = job(.copy, "sub", "other/sub", in: folder)
    copy.replaces = true
    #expect(Disk.carryOut(copy) { _, _ in }.map(\.words) == ["in: Is a directory"])
    #expect(read("sub/in") == "x" && read("other/sub/in/f.txt") == "kept")
  }

  /// One pipe was enough for nothing of a folder to be copied.
  @Test func aCopyOfAFolderLeavesOutWhatCannotBeRead() async throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    mkfifo(folder.url.path + "/sub/pipe", 0o600)
    for (name, mode) in [("e.txt", mode_t(0o644)), ("secret", 0)] {
      try Data("e".utf8).write(to: folder.url.appendingPathComponent("sub/" + name))
      #expect(chmod(folder.url.path + "/sub/" + name, mode) == 0)
    }
    try FileManager.default.createDirectory(
      atPath: folder.url.path + "/x/sub", withIntermediateDirectories: true)
    for name in ["", "/x", "/x/sub"] { #expect(chmod(folder.url.path + name, 0o777) == 0) }
    await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
      // The administrator may read every file.
      if geteuid() == 0 { _ = (setgid(65_534), setuid(65_534)) }
      let folder = Files.Path(path)
      let sub = folder.appending(Array("sub".utf8))
      // The first one makes a folder, and the second one merges two.
      for (target, reasons) in [
        (
          folder,
          [
            "sub: copied without pipe: pipes, sockets and devices are not copied",
            "sub: copied without secret: it cannot be read",
          ]
        ),
        (
          folder.appending(Array("x".utf8)),
          ["pipe: pipes, sockets and devices are not copied", "secret: it cannot be read"]
        ),
      ] {
        let name = target == folder ? TextInput.Model("y") : nil
        var job = Job(kind: .copy, paths: [sub], folder: target, name: name)
        job.replaces = true
        let failures = Disk.carryOut(job) { _, _ in }
        if failures.map(\.words).sorted() != reasons { exit(1) }
      }
    }
    for copy in ["y", "x/sub"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appendingPathComponent(copy).path)
      #expect(names.sorted() == ["d.txt", "e.txt"])
    }
  }

  @Test func aCopyOfAFileKeepsItsHoles() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    // Bytes, a hole, bytes and a hole.
    #expect(truncate(folder.url.path + "/a.md", 4 << 20) == 0)
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("a.md"))
    try file.seekToEnd()
    try file.write(contentsOf: Data("end".utf8))
    try file.truncate(atOffset: 8 << 20)
    try file.close()
    carryOut(job(.copy, "a.md", "copy", in: folder))
    let data = try ["a.md", "copy"].map {
      try Data(contentsOf: folder.url.appendingPathComponent($0))
    }
    #expect(data[0] == data[1] && data[1].count == 8 << 20)
    let blocks = ["a.md", "copy"].map { name in
      var status = stat()
      return stat(folder.url.path + "/" + name, &status) == 0 ? status.st_blocks : 0
    }
    // In 512 bytes: at most the two pieces that have bytes, or as many as a system without holes takes.
    #expect(blocks[1] <= max(blocks[0], 2 * (1 << 18) / 512))
  }

  @Test func aCopyDoesNotRunWithTheRightsOfItsOwner() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    #expect(chmod(folder.url.path + "/a.md", 0o4755) == 0)
    carryOut(job(.copy, "a.md", "copy", in: folder))
    var status = stat()
    #expect(stat(folder.url.path + "/copy", &status) == 0 && status.st_mode & 0o7777 == 0o755)
  }

  @Test func whatFailsSaysWhyAndLeavesEverything() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    func failure(_ kind: Job.Kind, _ name: String, _ target: String) -> String? {
      Disk.carryOut(job(kind, name, target, in: folder)) { _, _ in }.first?.words
    }
    #expect(failure(.copy, "sub", "sub/in") == "sub: a folder does not fit into itself")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link", withDestinationPath: "sub")
    #expect(failure(.copy, "sub", "link/in") == "sub: a folder does not fit into itself")
    try FileManager.default.removeItem(atPath: folder.url.path + "/link")
    #expect(failure(.move, "sub", "a.md") == "a.md: it is there already")
    #expect(failure(.copy, "none", "x") == "none: No such file or directory")
    #expect(failure(.delete, "none", "none") == "none: No such file or directory")
    mkfifo(folder.url.path + "/sub/pipe", 0o600)
    let words = "pipe: pipes, sockets and devices are not copied"
    #expect(failure(.copy, "sub/pipe", "x") == words)
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
    // Both names of a file stay.
    #expect(link(folder.url.path + "/a.md", folder.url.path + "/sub/link") == 0)
    for kind in [Job.Kind.copy, .move] {
      var same = job(kind, "a.md", "sub/link", in: folder)
      same.replaces = true
      #expect(Disk.carryOut(same) { _, _ in }.map(\.words) == ["a.md: it is the same file"])
    }
    // A folder is not merged with itself, which would remove it if it is empty.
    try FileManager.default.createDirectory(
      atPath: folder.url.path + "/empty", withIntermediateDirectories: false)
    var empty = job(.move, "empty", "empty", in: folder)
    empty.replaces = true
    #expect(Disk.carryOut(empty) { _, _ in } == [])
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "empty", "sub"])
    rmdir(folder.url.path + "/empty")
    // A folder that has files is not replaced by another one.
    var other = job(.copy, "a.md", "sub", in: folder)
    other.replaces = true
    #expect(Disk.carryOut(other) { _, _ in }.count == 1)
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
      let (memory, name) = (FilePicker.Path("/dev/shm"), "\(UUID())")
      let target = memory.appending(Array(name.utf8))
      let sub = path("sub", in: folder)
      // What would be left out of a copy would be lost by a move.
      mkfifo(folder.url.path + "/sub/pipe", 0o600)
      let failures = Disk.carryOut(
        Job(kind: .move, paths: [sub], folder: memory, name: TextInput.Model(name))
      ) { _, _ in }
      #expect(failures.map(\.words) == ["pipe: pipes, sockets and devices are not copied"])
      #expect(access(target.description, F_OK) != 0)
      #expect(access(folder.url.path + "/sub/d.txt", F_OK) == 0)
      unlink(folder.url.path + "/sub/pipe")
      carryOut(Job(kind: .move, paths: [sub], folder: memory, name: TextInput.Model(name)))
      let file = URL(fileURLWithPath: target.description + "/d.txt")
      #expect(try String(contentsOf: file, encoding: .utf8) == "d")
      try FileManager.default.removeItem(atPath: target.description)
      #expect(try names(folder) == ["a.md", "b.swift", "c.bin"])
    }

    /// They went to the administrator.
    @Test(
      .enabled(if: hasTwoDisks && geteuid() == 0, "Only the administrator gives files to others."))
    func whatMovesToAnotherDiskKeepsItsOwner() throws {
      let folder = try makeFolder()
      defer { folder.remove() }
      let target = FilePicker.Path("/dev/shm/\(UUID())")
      defer { try? FileManager.default.removeItem(atPath: target.description) }
      let sub = folder.url.path + "/sub"
      #expect(symlink("nowhere", sub + "/link") == 0)
      let ids: [(name: String, user: uid_t, group: gid_t)] = [
        ("", 1_234, 1_235), ("/d.txt", 1_236, 1_237), ("/link", 1_238, 1_239),
      ]
      for (name, user, group) in ids { #expect(lchown(sub + name, user, group) == 0) }
      #expect(chmod(sub + "/d.txt", 0o4750) == 0)
      func expect(_ root: String, isMine: Bool) {
        for (name, user, group) in ids {
          var status = stat()
          #expect(lstat(root + name, &status) == 0)
          #expect(status.st_uid == (isMine ? geteuid() : user), "\(name)")
          #expect(isMine || status.st_gid == group, "\(name)")
        }
        var status = stat()
        #expect(stat(root + "/d.txt", &status) == 0 && status.st_mode & 0o7777 == 0o750)
      }
      // A copy belongs to whoever makes it.
      carryOut(job(.copy, "sub", "copy", in: folder))
      expect(folder.url.path + "/copy", isMine: true)
      let name = TextInput.Model(target.name)
      carryOut(
        Job(kind: .move, paths: [path("sub", in: folder)], folder: target.folder, name: name))
      expect(target.description, isMine: false)
    }

    @Test(.enabled(if: access("/dev/shm", W_OK) == 0, "Few file systems have files of this size."))
    func theBytesOfFilesWithHolesAreCounted() async throws {
      let folder = FilePicker.Path("/dev/shm/\(UUID())")
      defer { try? FileManager.default.removeItem(atPath: folder.description) }
      #expect(mkdir(folder.description, 0o700) == 0)
      for name in ["a", "b"] {
        let file = folder.description + "/" + name
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(truncate(file, 1 << 62) == 0)
      }
      #expect(Disk.size(of: folder) >= 2 * 0x1p62)
      // Many files take long, so a cancellation ends the count.
      let rest = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return Disk.size(of: folder)
      }.value
      #expect(rest == 0)
    }
  #endif

  @Test func aPartOfAnotherCopyStays() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let part = folder.url.appendingPathComponent(".\(getpid())-0.part")
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    try Data().write(to: part.appendingPathComponent("file"))
    let failures = Disk.carryOut(job(.copy, "sub", "x", in: folder)) { _, _ in }
    #expect(failures.map(\.words) == ["sub: \(part.lastPathComponent) is there already"])
    #expect(FileManager.default.fileExists(atPath: part.path + "/file"))
  }

  @Test func aFailedCopyOfAFolderThatNobodyMayChangeLeavesNothing() async throws {
    let folder = try makeFolder()
    let locked = folder.url.path + "/sub/locked"
    defer {
      chmod(locked, 0o700)
      folder.remove()
    }
    #expect(mkdir(locked, 0o700) == 0)
    try Data().write(to: URL(fileURLWithPath: locked + "/file"))
    #expect(chmod(locked, 0o555) == 0)
    #expect(chmod(folder.url.path, 0o777) == 0)
    // The order in a folder is that of the system, so the pipe is in the folder around both.
    mkfifo(folder.url.path + "/x", 0o600)
    await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
      // The administrator may change every folder.
      if geteuid() == 0 { _ = (setgid(65_534), setuid(65_534)) }
      let folder = Files.Path(path)
      let sub = folder.appending(Array("sub".utf8))
      var job = Job(kind: .copy, paths: [sub], folder: folder, name: .init("x"))
      job.replaces = true
      let failures = Disk.carryOut(job) { _, _ in }
      if failures.map(\.words) != ["sub: Not a directory"] { exit(1) }
    }
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub", "x"])
  }

  @Test func aCancelledCopyLeavesNothing() async throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    let job = job(.copy, "sub", "x", in: folder)
    let failures = await Task {
      Disk.carryOut(job) { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
    }.value
    #expect(failures.map(\.words) == ["d.txt: cancelled"])
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
  }

  /// The process ended while the part was being removed, which stayed for ever.
  @Test(.onItsOwnThread) func aSignalEndsTheProgramWhenItsPartsAreRemoved() throws {
    let folder = try makeFolder()
    defer { folder.remove() }
    // So many bytes that they are still being copied when the signal comes.
    #expect(truncate(folder.url.path + "/a.md", 1 << 43) == 0)
    let files = try ExampleOnTerminal("files", [folder.url.path], columns: 90, rows: 16)
    try files.terminal.waitFor("a.md")
    files.terminal.type("\u{1B}[Bc\u{1B}[Av")
    try files.terminal.waitFor("cancel")
    files.terminal.send(signal: SIGTERM)
    // It ends by itself: a signal would not wait for its jobs.
    try files.waitForEnd(.exited(128 + SIGTERM))
    #expect(try names(folder) == ["a.md", "b.swift", "c.bin", "sub"])
    let sub = folder.url.appendingPathComponent("sub").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: sub) == ["d.txt"])
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
