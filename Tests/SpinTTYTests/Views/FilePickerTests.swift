import Foundation
import SpinMarkdown
import TerminalTestSupport
import Testing

@testable import SpinTTY

@Suite struct FilePickerTests {
  private typealias Path = FilePicker.Path

  /// Reads what the model waits for until it waits for nothing.
  private func load(_ model: inout FilePicker.Model) {
    while let folder = model.missing.first { model.take(folder.read()) }
  }

  private func shown(_ model: FilePicker.Model) -> String {
    picture(40, 12) { FilePicker(model) }
  }

  @Test func foldersAreReadWhenTheyAreOpened() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = Path(folder.url.path)
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("sub"), withIntermediateDirectories: true)
    for (name, size) in [("b.txt", 3), ("A.md", 0), (".hidden", 1), ("sub/in.txt", 5)] {
      try Data(count: size).write(to: folder.url.appendingPathComponent(name))
    }
    // A link into the folder that it is in, and one that leads nowhere.
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/sub/loop", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/gone", withDestinationPath: "nowhere")
    var model = FilePicker.Model(path)
    #expect(shown(model) == "loading")
    load(&model)
    #expect(shown(model) == "▸ sub/\n  A.md\n  b.txt\n  gone@")
    model.reduce(.open())
    load(&model)
    model.reduce(.open())
    model.reduce(.open())
    load(&model)
    #expect(
      shown(model)
        == "▾ sub/\n├─▾ loop@\n│ ├─▸ sub/\n│ ├── A.md\n│ ├── b.txt\n│ └── gone@\n└── in.txt\n  A.md\n  b.txt\n  gone@"
    )
    model.reduce(.close())
    model.filter = "B."
    #expect(shown(model) == "▾ sub/\n└─▸ loop@\n  b.txt")
    model.filter = ""
    model.showsHidden = true
    #expect(shown(model).contains("  .hidden"))
    let file = path.appending(Array("b.txt".utf8))
    #expect(model.reduce(.rows(.activate(file))) == .activated(file))
    #expect(model.selected?.path == file && model.selected?.size == 3)
    #expect(model.selected.map { $0.modified > .seconds(1_600_000_000) } == true)
    #expect(file.folder == path && Path("/x").folder == Path("/") && Path("x").folder == Path("."))

    // A file goes; the others stay until the folder is read again.
    try FileManager.default.removeItem(atPath: file.description)
    model.reload(file.folder)
    #expect(shown(model).contains("b.txt"))
    load(&model)
    #expect(!shown(model).contains("b.txt"))
  }

  @Test func aFolderAtTheTopThatCannotBeReadIsReadAgain() {
    let root = Path("/root")
    var model = FilePicker.Model(root)
    model.take(FilePicker.Listing(root, .failure(.init(words: "Permission denied"))))
    #expect(shown(model) == "Permission denied; enter tries again" && model.missing == [])
    model.reload(Path("/root/sub"))
    #expect(model.missing == [])
    // The reason stays until the folder is read again, so that it does not flicker.
    model.reload(root)
    #expect(shown(model).hasPrefix("Permission denied") && model.missing.map(\.path) == [root])
    model.take(FilePicker.Listing(root, .failure(.init(words: "Permission denied"))))
    #expect(model.missing == [])
    // An answer that was on its way.
    let file = FilePicker.Entry(root.appending(Array("a".utf8)))
    model.take(FilePicker.Listing(root, .success([file])))
    #expect(shown(model) == "  a" && model.failure == nil && model.missing == [])
    // The old files stay until the folder is read again, and if that fails, why.
    model.reload(root)
    #expect(shown(model) == "  a" && model.missing.map(\.path) == [root])
    model.take(FilePicker.Listing(root, .failure(.init(words: "gone"))))
    #expect(shown(model) == "gone; enter tries again" && model.missing == [])
  }

  @Test func aFolderInsideThatCouldNotBeReadIsReadAgain() {
    var model = model()
    let sub = Path("/root/sub")
    model.reload(sub)
    #expect(model.missing == [], "It was never read.")
    model.reduce(.rows(.select(sub)))
    model.reduce(.open())
    model.take(FilePicker.Listing(sub, .failure(.init(words: "Permission denied"))))
    #expect(shown(model).contains("Permission denied") && model.missing == [])
    model.reload(sub)
    #expect(model.missing.map(\.path) == [sub])
    let file = FilePicker.Entry(sub.appending(Array("in".utf8)))
    model.take(FilePicker.Listing(sub, .success([file])))
    #expect(shown(model).hasPrefix("▾ sub/\n└── in\n") && model.missing == [])
  }

  /// A model of files in memory, as a folder and three files.
  private func model() -> FilePicker.Model {
    let root = Path("/root")
    var model = FilePicker.Model(root)
    let files = [("b", 3, 10), ("a", 3, 30), ("c", 9, 20)].map { name, size, time in
      FilePicker.Entry(root.appending(Array(name.utf8)), size: size, modified: .seconds(time))
    }
    let sub = FilePicker.Entry(root.appending(Array("sub".utf8)), isFolder: true)
    model.take(FilePicker.Listing(root, .success(files + [sub])))
    return model
  }

  @Test func aFolderThatShowsNoFilesIsOpenedAndNeverActivated() {
    var model = model()
    let sub = Path("/root/sub")
    model.reduce(.rows(.select(sub)))
    #expect(model.reduce(.rows(.activate())) == .opened([sub]))
    model.take(FilePicker.Listing(sub, .success([])))
    #expect(model.reduce(.rows(.activate())) == .nothing, "It is empty.")
    model.reduce(.rows(.last))
    #expect(model.reduce(.rows(.activate(sub))) == .selected)
    model.take(FilePicker.Listing(sub, .success([.init(sub.appending(Array("in".utf8)))])))
    model.filter = "sub"
    #expect(shown(model) == "▾ sub/\n└── in", "Its name was found, so its files are shown.")
    model.filter = "s"
    model.take(FilePicker.Listing(sub, .success([.init(sub.appending(Array(".in".utf8)))])))
    #expect(shown(model) == "  sub/")
    #expect(model.reduce(.rows(.activate(sub))) == .nothing, "It shows no hidden file.")
    model.take(FilePicker.Listing(sub, .success([.init(sub.appending(Array("in".utf8)))])))
    model.filter = "in"
    #expect(model.reduce(.rows(.activate(sub))) == .closed(sub))
  }

  /// They were asked for again whenever all folders were.
  @Test func foldersThatAreGoneAreForgotten() {
    var model = model()
    let (root, sub) = (model.root, Path("/root/sub"))
    let deep = sub.appending(Array("deep".utf8))
    model.reveal(deep.appending(Array("in".utf8)))
    model.take(FilePicker.Listing(sub, .success([.init(deep, isFolder: true)])))
    model.take(FilePicker.Listing(deep, .success([.init(deep.appending(Array("in".utf8)))])))
    #expect(model.selected?.path.name == "in")
    model.reload()
    #expect(Set(model.missing.map(\.path)) == [root, sub, deep])
    // The folders are gone, as their own readers and that of the folder above find in any order.
    model.take(FilePicker.Listing(deep, .failure(.init(words: "gone"))))
    model.take(FilePicker.Listing(root, .success([.init(root.appending(Array("a".utf8)))])))
    model.take(FilePicker.Listing(sub, .failure(.init(words: "gone"))))
    #expect(shown(model) == "  a" && model.missing == [] && model.tree.failures.isEmpty)
    model.reload()
    #expect(model.missing.map(\.path) == [root])
    // A folder that is there again is open, and so it is read.
    model.take(FilePicker.Listing(root, .success([.init(sub, isFolder: true)])))
    #expect(model.missing.map(\.path) == [sub])
  }

  /// The read that was under way began before the change, and its listing stayed.
  @Test func aFolderThatChangesWhileItIsReadIsReadAnew() {
    var model = model()
    let sub = Path("/root/sub")
    model.reveal(sub.appending(Array("in".utf8)))
    for folder in [model.root, sub] {
      model.reload(folder)
      let first = model.missing
      model.reload(folder)
      #expect(model.missing != first && model.missing.map(\.path) == first.map(\.path))
      model.take(.init(folder, .success([.init(sub, isFolder: true)])))
      #expect(!model.missing.map(\.path).contains(folder))
    }
    // The first read, too.
    var new = FilePicker.Model(model.root)
    let first = new.missing
    new.reload(new.root)
    #expect(new.missing != first && new.missing.count == 1)
  }

  /// A slow folder would never be read.
  @Test func aPeriodDoesNotBeginAReadAnew() {
    var new = FilePicker.Model(Path("/root"))
    let first = new.missing
    new.reload()
    #expect(new.missing == first && first.count == 1)
    var model = model()
    model.reload()
    let again = model.missing
    model.reload()
    #expect(model.missing == again && again.map(\.path) == [model.root])
    // One at the top that could not be read is read again.
    model.take(.init(model.root, .failure(.init(words: "Permission denied"))))
    #expect(model.missing == [])
    model.reload()
    let failed = model.missing
    model.reload()
    #expect(model.missing == failed && failed.map(\.path) == [model.root])
  }

  @Test func aFolderThatIsAsItWasLeavesTheRows() {
    var model = model()
    let entries = model.entries
    func rows() -> UnsafeRawPointer? {
      model.outline.rows.withUnsafeBytes { $0.baseAddress }
    }
    let before = rows()
    for isReversed in [false, true] {
      model.isReversed = isReversed
      let sorted = rows()
      model.reload()
      model.take(.init(model.root, .success(entries.reversed())))
      #expect(rows() == sorted && model.missing == [])
      #expect(isReversed || sorted == before)
    }
    model.take(.init(model.root, .success(Array(entries.dropLast()))))
    #expect(model.entries.count == entries.count - 1)
  }

  /// The words are in the place of the rows, and enter reads a folder again.
  @Test func wordsInThePlaceOfRowsCanHaveTheFocus() {
    var model = FilePicker.Model(Path("/root"))
    model.take(FilePicker.Listing(model.root, .failure(.init(words: "Permission denied"))))
    let canvas = Canvas(size: Size(columns: 40, rows: 2))
    FilePicker(model).id("files").show(on: canvas)
    #expect(canvas.lines[0].hasPrefix("Permission denied; enter tries again"))
    #expect(canvas.frame["files"]?.isStop == true)
    model.reduce(.rows(.activate()))
    #expect(model.missing.map(\.path) == [model.root])
  }

  @Test func theOrderIsThatOfNamesSizesOrDatesBehindTheFolders() {
    var model = model()
    model.reduce(.rows(.select(Path("/root/a"))))
    for (order, names) in [
      (FilePicker.Order.size, "sub c a b"), (.modified, "sub a c b"), (.name, "sub a b c"),
    ] {
      model.order = order
      #expect(model.entries.map(\.path.name).joined(separator: " ") == names)
      #expect(model.selected?.path.name == "a")
      // The folders come first in the opposite order, too.
      model.isReversed = true
      let reversed = names.split(separator: " ").dropFirst().reversed().joined(separator: " ")
      #expect(model.entries.map(\.path.name).joined(separator: " ") == "sub " + reversed)
      #expect(model.selected?.path.name == "a")
      model.isReversed = false
    }
    // What is read later is in the order, too.
    model.order = .size
    model.take(FilePicker.Listing(model.root, .success(model.entries.reversed())))
    #expect(model.entries.map(\.path.name) == ["sub", "c", "a", "b"])
    model.isReversed = true
    model.take(FilePicker.Listing(model.root, .success(Array(model.entries.dropLast()))))
    #expect(model.entries.map(\.path.name) == ["sub", "b", "a"])
  }

  @Test func numbersInNamesCountByTheirValues() {
    let names = ["a10", "a9", "a", "b2c", "b002c", "b2a", "10", "9", "099", "a9b", "é1"]
    var model = FilePicker.Model(Path("/root"))
    model.take(
      FilePicker.Listing(
        model.root,
        .success(names.map { FilePicker.Entry(model.root.appending(Array($0.utf8))) })))
    #expect(
      model.entries.map(\.path.name)
        == ["9", "10", "099", "a", "a9", "a9b", "a10", "b2a", "b002c", "b2c", "é1"])
  }

  @Test func aFilterKeepsTheFoldersThatHaveSomething() {
    var model = model()
    model.filter = "zzz"
    #expect(shown(model) == "no file has such a name")
    model.filter = "SU"
    #expect(shown(model) == "▸ sub/")
    model.filter = "in"
    #expect(model.entries == [])
    // It is found as soon as its folder is read, and gone with it.
    let sub = Path("/root/sub")
    let file = FilePicker.Entry(sub.appending(Array("in.txt".utf8)))
    model.take(FilePicker.Listing(sub, .success([file])))
    #expect(model.entries.map(\.path) == [sub])
    model.take(FilePicker.Listing(sub, .success([])))
    #expect(model.entries == [])
  }

  /// A folder that was found seemed to be empty.
  @Test func aFolderWhoseNameIsFoundShowsAllBelowIt() {
    var model = model()
    let sub = Path("/root/sub")
    let deep = sub.appending(Array("deep".utf8))
    model.filter = "sub"
    model.reveal(deep.appending(Array("in".utf8)))
    model.take(FilePicker.Listing(sub, .success([.init(deep, isFolder: true)])))
    model.take(FilePicker.Listing(deep, .success([.init(deep.appending(Array("in".utf8)))])))
    #expect(shown(model) == "▾ sub/\n└─▾ deep/\n  └── in")
    model.filter = "deep"
    #expect(shown(model) == "▾ sub/\n└─▾ deep/\n  └── in")
    // The name of the folder at the top, which has no row, is not searched.
    model.filter = "root"
    #expect(model.entries == [])
  }

  /// Each key walked all rows several times.
  @Test func theRowsAreFoundWhenTheyChangeAndNotWithEachKey() {
    var model = model()
    let sub = Path("/root/sub")
    func expectRows(_ place: SourceLocation = #_sourceLocation) {
      let rows = TreeOutline(model.entries, open: model.tree.open, model.children)
      let shown = model.outline
      #expect(shown.rows.map(\.node) == rows.rows.map(\.node), sourceLocation: place)
      #expect(shown.rows.map(\.isOpen) == rows.rows.map(\.isOpen), sourceLocation: place)
      let missing = model.tree.missing(in: model.entries, children: model.children)
      #expect(model.missing.map(\.path) == missing.map(\.path), sourceLocation: place)
    }
    func expectSameRows(_ action: Tree<FilePicker.Entry>.Action) {
      let before = model.outline.rows.withUnsafeBufferPointer { $0.baseAddress }
      model.reduce(action)
      #expect(model.outline.rows.withUnsafeBufferPointer { $0.baseAddress } == before)
      expectRows()
    }
    model.reduce(.rows(.select(sub)))
    for action: Tree<FilePicker.Entry>.Action in [.open(), .close(), .openSiblings] {
      model.reduce(action)
      expectRows()
    }
    model.take(FilePicker.Listing(sub, .failure(.init(words: "gone"))))
    expectRows()
    #expect(model.missing == [])
    model.reduce(.open())
    expectRows()
    #expect(model.missing.map(\.path) == [sub])
    model.take(FilePicker.Listing(sub, .success([.init(sub.appending(Array("in".utf8)))])))
    expectRows()
    for action: Selection<Path>.Action in [.move(1), .mark, .last, .select(sub)] {
      expectSameRows(.rows(action))
    }
    for filter in ["in", ""] {
      model.filter = filter
      expectRows()
    }
    model.order = .size
    expectRows()
    model.showsHidden = true
    expectRows()
  }

  /// The reason was cut behind the details, beside room that nothing used.
  @Test func theReasonWhyAFolderCannotBeReadStandsInPlaceOfItsDetails() {
    var model = model()
    let sub = Path("/root/sub")
    model.reduce(.rows(.select(sub)))
    model.reduce(.open())
    model.take(FilePicker.Listing(sub, .failure(.init(words: "Permission denied"))))
    let lines = picture(50, 12) {
      FilePicker(model) { _ in Text("details").frame(width: .fixed(20)) }
    }
    .split(separator: "\n")
    #expect(lines[0] == "▾ sub/ Permission denied; enter tries again")
    #expect(lines[1].contains("details"))
  }

  @Test func aFileIsRevealedInTheFoldersAboveIt() {
    var model = model()
    model.marked = [Path("/root/a")]
    let sub = Path("/root/sub")
    let file = FilePicker.Entry(sub.appending(Array("in.txt".utf8)))
    model.reveal(file.path)
    #expect(model.missing.map(\.path) == [sub])
    model.take(FilePicker.Listing(sub, .success([file])))
    #expect(model.selected == file && model.marked == [Path("/root/a")])
    // A root may be written with a slash at its end.
    var other = FilePicker.Model(Path("/root//"))
    other.reveal(file.path)
    other.take(FilePicker.Listing(other.root, .success(model.entries)))
    #expect(other.missing.map(\.path) == [sub] && FilePicker.Model(Path("/")).root == Path("/"))
    // What is not below the root changes nothing.
    model.reveal(Path("/elsewhere/x"))
    model.reveal(Path("x"))
    #expect(model.selected == file)
  }

  @Test func markedFilesAreUnderlined() {
    var model = model()
    model.reduce(.rows(.move(1)))
    model.reduce(.rows(.extend(1)))
    #expect(model.marked == [Path("/root/a"), Path("/root/b")])
    let screen = Picture(12, 4, in: .plain) { FilePicker(model) }
    let marks = (0..<4).map { row in screen.marks(row: row) { $0.underline == .single } }
    #expect(marks == ["", "  ^", "  ^", ""])
    model.marked = []
    #expect(model.marked == [])
  }

  @Test func detailsLeaveBeforeTheNameDoes() {
    let model = model()
    func shown(_ columns: Int) -> String {
      picture(columns, 2) {
        FilePicker(model) { entry in
          Text("\(entry.size)").frame(width: .fixed(3), alignment: .topTrailing)
          Text("date").frame(width: .fixed(4).priority(-1))
        }
      }
    }
    #expect(shown(24) == "▸ sub/            0 date\n  a               3 date")
    #expect(shown(20) == "▸ sub/             0\n  a                3")
    #expect(shown(14) == "▸ sub/\n  a")
  }

  @Test func aFolderIsPreviewedInTheLooksOfThePicker() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["z", "z/in", "y"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data().write(to: folder.url.appendingPathComponent("a"))
    func shown(_ name: String) -> Picture {
      let path = Path(folder.url.path + name)
      return Picture(8, 4) { FilePreview(FilePicker.Entry(path, isFolder: true)) }
    }
    #expect(shown("").text == "y/\nz/\na")
    let accent = ViewEnvironment.plain.style(.accent)
    let marks = (0..<3).map { row in shown("").marks(row: row) { $0 == accent } }
    #expect(marks == ["^^", "^^", ""])
    #expect(shown("/y").text == "empty" && shown("/a").text.hasPrefix("Not a"))
  }

  @Test func theChosenFilesAreTheMarkedOnesOrElseTheSelectedOne() {
    let root = Path("/root")
    var model = FilePicker.Model(root)
    #expect(model.chosen == [])
    let paths = ["a", "b", "c"].map { root.appending(Array($0.utf8)) }
    model.take(FilePicker.Listing(root, .success(paths.map { FilePicker.Entry($0) })))
    #expect(model.chosen == [paths[0]])
    model.marked = [paths[2], paths[1]]
    #expect(model.chosen == [paths[1], paths[2]])
    #expect(Path(bytes: [0x2F, 0x61, 0x2F, 0xFF]).lastComponent == [0xFF])
    #expect(["x", "/", ""].map { Path($0).lastComponent } == [[0x78], [], []])
  }

  /// The search for a large paste took a tenth of a second for each name.
  @Test(.timeLimit(.minutes(2)))
  func aFilterThatIsLongerThanEveryNameHasNoFiles() {
    let root = Path("/root")
    var model = FilePicker.Model(root)
    let names = (0..<20_000).map { FilePicker.Entry(root.appending(Array("b\($0)".utf8))) }
    model.take(FilePicker.Listing(root, .success(names)))
    model.filter = "B1999"
    #expect(model.entries.count == 11)
    model.filter = String(repeating: "b1", count: 50_000)
    #expect(model.entries.isEmpty)
  }

  @Test func whatCannotBeReadSaysWhyAndIsTriedAgain() throws {
    let folder = try TemporaryFolder()
    let path = Path(folder.url.path)
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("sub"), withIntermediateDirectories: true)
    var model = FilePicker.Model(path)
    load(&model)
    folder.remove()
    model.reduce(.open())
    load(&model)
    #expect(shown(model) == "▾ sub/ No such file or directory; enter…")
    #expect(model.missing == [])
    model.reduce(.open())
    #expect(model.missing.map(\.path.name) == ["sub"])
    var other = FilePicker.Model(path)
    load(&other)
    #expect(shown(other) == "No such file or directory; enter tries\nagain")
  }

  @Test func namesAreShownSafely() throws {
    var model = FilePicker.Model(Path("/"))
    let names: [[UInt8]] = [
      Array("\u{1B}[2J".utf8), [0x61, 0xFF], Array("a\nb".utf8), Array("\t".utf8),
      Array("a\nc".utf8), Array("\u{200B}".utf8),
    ]
    model.take(
      FilePicker.Listing(
        Path("/"),
        .success(
          names.map { FilePicker.Entry(Path("/").appending($0)) }
            + [FilePicker.Entry(Path("/ "), isFolder: true)])))
    let text = shown(model)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(text.contains("␛[2J") && text.contains("a\u{FFFD}"))
    #expect(text.contains("a␊b") && text.contains("a␊c") && text.contains("␉"))
    #expect(text.contains("\" \"/") && text.contains("\"\u{FFFD}\""))
    #expect(text.split(separator: "\n").count == names.count + 1)
    let plain = FilePicker(model).plainLines()
    #expect(plain.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    // The bytes are those of the system.
    #expect(model.entries.contains { $0.path.bytes == [0x2F, 0x61, 0xFF] })
  }

  @Test func theNamesInAFolderAreOneLineEach() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a\nb", "a\nc", " "] {
      try Data().write(to: folder.url.appendingPathComponent(name))
    }
    let start = FilePicker.Entry(Path(folder.url.path), isFolder: true).start()
    #expect(start == .text("\" \"\na␊b\na␊c\n", isCut: false))
  }

  @Test func aPreviewSaysAnySize() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data([0]).write(to: folder.url.appendingPathComponent("file"))
    let path = Path(folder.url.path).appending(Array("file".utf8))
    for (size, words) in [(0, "0 B"), (1, "1 B"), (1_001, "1 kB"), (.max, "9223 PB")] {
      let preview = FilePreview(FilePicker.Entry(path, size: size))
      #expect(picture(40, 1) { preview } == "binary, \(words)")
    }
  }

  @Test func theStartOfAFileIsTextUpToBytesAndLines() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = Path(folder.url.path).appending(Array("file".utf8))
    func start(
      _ text: String, bytes: Int = 9, lines: Int = 3, with more: [UInt8] = []
    ) throws -> FilePicker.Start {
      try Data(Array(text.utf8) + more).write(to: folder.url.appendingPathComponent("file"))
      return FilePicker.Entry(path).start(bytes: bytes, lines: lines)
    }
    #expect(try start("a\nb\nc") == .text("a\nb\nc", isCut: false))
    #expect(try start("a\nb\nc\n") == .text("a\nb\nc\n", isCut: false))
    #expect(try start("a\nb\nc\nd") == .text("a\nb\nc\n", isCut: true))
    #expect(try start("123456789") == .text("123456789", isCut: false))
    #expect(try start("1234567890") == .text("123456789", isCut: true))
    // No character is cut, and a byte that is none is still found.
    #expect(try start("1234567é0") == .text("1234567é", isCut: true))
    #expect(try start("12345678é") == .text("12345678", isCut: true))
    #expect(try start("123456👍") == .text("123456", isCut: true))
    #expect(try start("12345👍", bytes: 9) == .text("12345👍", isCut: false))
    #expect(try start("1234", with: [0xFF, 0x31]) == .binary)
    #expect(try start("12345678", with: [0xFF]) == .binary)
    #expect(try start("1234", with: [0, 0x31]) == .binary)
    #expect(try start("") == .text("", isCut: false))
    #expect(try start("a", bytes: .max) == .text("a", isCut: false))
    #expect(try start("a", bytes: 0) == .text("", isCut: true))
    let noFile = FilePicker.Entry(path.folder).start()
    #expect(noFile == .failure(.init(words: "It is not a regular file, so it has no text.")))
    for name in ["sub", "sub/a"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let names = FilePicker.Entry(path.folder, isFolder: true)
    #expect(names.start() == .text("sub/\nfile\n", isCut: false))
    #expect(names.start(lines: 1) == .text("sub/\n", isCut: true))
    try FileManager.default.removeItem(atPath: path.description)
    guard case .failure = FilePicker.Entry(path).start() else {
      Issue.record("There is no such file.")
      return
    }
    #expect(path.resolved == path && path.text == path.description)
    let detour = path.folder.appending(Array("..".utf8)).resolved
    #expect(detour == path.folder.resolved.folder)
    #expect(Path(bytes: [0xFF]).text == nil)
  }
}
