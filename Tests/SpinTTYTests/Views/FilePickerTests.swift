import Foundation
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
        == "▾ sub/\n├─▾ loop/\n│ ├─▸ sub/\n│ ├── A.md\n│ ├── b.txt\n│ └── gone@\n└── in.txt\n  A.md\n  b.txt\n  gone@"
    )
    model.reduce(.close())
    model.filter = "B"
    #expect(shown(model) == "▾ sub/\n└─▸ loop/\n  b.txt")
    model.filter = ""
    model.showsHidden = true
    #expect(shown(model).contains("  .hidden"))
    let file = path.appending(Array("b.txt".utf8))
    #expect(model.reduce(.rows(.activate(file))) == .activated(file))
    #expect(model.selected == FilePicker.Entry(file, size: 3))
    #expect(file.folder == path && Path("/x").folder == Path("/") && Path("x").folder == Path("."))

    // A file goes; the others stay until the folder is read again.
    try FileManager.default.removeItem(atPath: file.description)
    model.reload(file.folder)
    #expect(shown(model).contains("b.txt"))
    load(&model)
    #expect(!shown(model).contains("b.txt"))
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
    #expect(shown(other) == "No such file or directory")
  }

  @Test func namesAreShownSafely() throws {
    var model = FilePicker.Model(Path("/"))
    let names: [[UInt8]] = [
      Array("\u{1B}[2J".utf8), [0x61, 0xFF], Array("a\nb".utf8), Array("\t".utf8),
    ]
    model.take(
      FilePicker.Listing(
        Path("/"), .success(names.map { FilePicker.Entry(Path("/").appending($0)) })))
    let text = shown(model)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(text.contains("␛[2J") && text.contains("a\u{FFFD}"))
    let plain = FilePicker(model).plainLines()
    #expect(plain.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    // The bytes are those of the system.
    #expect(model.entries.contains { $0.path.bytes == [0x2F, 0x61, 0xFF] })
  }
}
