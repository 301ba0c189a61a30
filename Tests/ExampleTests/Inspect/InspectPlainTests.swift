import Foundation
import SpinRecording
import TerminalTestSupport
import Testing

/// The inspector in a pipe, and what it says to files that are no recordings.
@Suite struct InspectPlainTests {
  private let folder: TemporaryFolder
  private let inspect = Program("inspect")

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> String {
    let file = folder.url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test func theEntriesArePrintedWithTheirChangesAndEffects() throws {
    defer { folder.remove() }
    let result = try inspect.run(try RecordedShop.record(in: folder))
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.output == """
        shop.jsonl: shop, ExampleTests.RecordedShop, began 2026-11-29 10:00:00 UTC
        feedbacks: search, pay
             0     0 µs  start
                         state: {cart: [], query: "", titles: [], total: 0}
             1     0 µs  typed("t")  from outside  ShopView.swift:30
                         query: "" -> "t"
                         + search #1 (after 0.3 seconds {body})
             2   120 ms  typed("te")  from outside  ShopView.swift:30
                         query: "t" -> "te"
                         + search #2 (after 0.3 seconds {body})
                         - search #1 is cancelled
                 420 ms  its alarm rang  from search #2 stage 1
             3   420 ms  found(["tea", "teapot"])  from search #2 stage 2
                         titles[0]: + "tea"
                         titles[1]: + "teapot"
             4   820 ms  add("tea", price: 4)  from outside  ShopView.swift:41
                         cart[0]: + {price: 4, title: "tea"}
                         total: 0 -> 4
             5   1.72 s  add("teapot", price: 19)  from outside  ShopView.swift:41
                         cart[1]: + {price: 19, title: "teapot"}
                         total: 4 -> 23
             6   2.12 s  pay  from outside  ShopView.swift:52
                         payment: + 23
                         + pay #1 (attempts by constant(1.0 seconds, attempts: 2))
                 2.12 s  an attempt has failed  from pay #1 stage 1
             7   2.37 s  typed("tr")  from outside  ShopView.swift:30
                         query: "te" -> "tr"
                         + search #3 (after 0.3 seconds {body})
                 2.67 s  its alarm rang  from search #3 stage 1
             8   2.67 s  found(["tray"])  from search #3 stage 2
                         titles[0]: "tea" -> "tray"
                         titles[1]: - "teapot"
                 3.12 s  its alarm rang  from pay #1 stage 2
             9   3.12 s  paid({number: 23})  from pay #1 stage 3
                         payment: - 23
                         receipt: + {number: 23}

        """)
  }

  @Test func twoRunsGiveASentenceAndAStatus() throws {
    defer { folder.remove() }
    let shop = try RecordedShop.record(in: folder)
    let other = try RecordedShop.record(in: folder, as: "discount.jsonl", discount: 1)
    let differs = try inspect.run(shop, other)
    #expect(differs.status == 1)
    #expect(
      differs.output.hasPrefix(
        """
        shop.jsonl and discount.jsonl go the same way to transition 3. Then, after event 4 \
        add("tea", price: 4) from outside, cart[0].price is 4 in shop.jsonl and 3 in \
        discount.jsonl, and 1 other value differs.
               2   120 ms  typed("te")  from outside  ShopView.swift:30

        """))
    #expect(differs.output.contains("\n-      4   820 ms  add"))
    #expect(differs.output.contains("\n+                  cart[0]: + {price: 3, title: \"tea\"}"))
    let copy = try RecordedShop.record(in: folder, as: "copy.jsonl", keeping: .first)
    let same = try inspect.run(shop, copy)
    #expect(same.status == 0)
    #expect(
      same.output == """
        shop.jsonl and copy.jsonl go the same way to transition 9, and end there. Both have kept \
        only 1 of the 10 states until there.

        """)
  }

  /// What came behind an entry that was printed was left out.
  @Test func aFileThatGrowsIsPrintedAsAWholeOne() throws {
    defer { folder.remove() }
    let path = try file(
      "run.jsonl",
      Self.header + "\n" + #"{"b":0,"s":{"n":1}}"# + "\n" + #"{"e":"first","n":1}"# + "\n")
    let (process, output) = (Process(), Pipe())
    process.executableURL = inspect.path
    process.arguments = [path, "--follow"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = Data()
    func read(until words: String) {
      while !String(decoding: text, as: UTF8.self).contains(words) {
        let piece = output.fileHandleForReading.availableData
        if piece.isEmpty { return }
        text += piece
      }
    }
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for (words, next) in [
      ("first  from outside\n", #"{"d":"a","w":"body","x":1}"# + "\n" + #"{"e":"second","n":2}"#),
      ("second  from outside\n", #"{"s":{"n":2},"z":false}"# + "\n" + "damage"),
    ] {
      read(until: words)
      try writer.seekToEnd()
      try writer.write(contentsOf: Data((next + "\n").utf8))
    }
    read(until: "the end, which never comes")
    process.waitUntilExit()
    let grown = String(decoding: text, as: UTF8.self)
    #expect(
      grown.hasSuffix(
        """
             0     0 µs  start
                         state: {n: 1}
             1     0 µs  first  from outside
                         + a #1 (body)
             2     0 µs  second  from outside
                         n: 1 -> 2 since 0

        """))
    #expect(try grown == inspect.run(path).output)
  }

  /// A recording, which may come from somebody else, could write into the title of the terminal, and more.
  @Test func nothingInAFileControlsTheTerminal() throws {
    defer { folder.remove() }
    func isPlain(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      }
    }
    let bad = #"\u001b]0;pwned\u0007\u001b[2J\u0000\n\r\u009b"#
    for header in [#"{"spin":"9\#(bad)"}"#, #"{"spin":"1.0","name":"\#(bad)"}"#] {
      let result = try inspect.run(try file("run.jsonl", header + "\n"))
      #expect(result.status == 65 && isPlain(result.output + result.errors))
    }
    let lines = [
      #"{"spin":"1.0","state":"\#(bad)","name":"\#(bad)","feedbacks":["\#(bad)"]}"#,
      #"{"b":0,"s":{"\#(bad)":"\#(bad)"}}"#,
      #"{"e":"\#(bad)","f":"\#(bad)","n":1,"p":"\#(bad)","s":{"\#(bad)":1}}"#,
      #"{"d":"\#(bad)","w":"\#(bad)","x":1}"#, #"{"e":{"\#(bad)":{}},"o":"\#(bad)"}"#, "",
    ]
    let path = try file("run.jsonl", lines.joined(separator: "\n"))
    let result = try inspect.run(path)
    #expect(result.status == 0 && isPlain(result.output + result.errors))
    #expect(result.output.split(separator: "\n").count == 8 && result.output.contains("␀␊␍"))
    let other = try file("other.jsonl", lines[0...1].joined(separator: "\n") + "\n")
    let compared = try inspect.run(path, other)
    #expect(compared.status == 1 && isPlain(compared.output + compared.errors))
  }

  @Test func aReaderThatHasSeenEnoughEndsIt() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    let result = try inspect.shell("\"$program\" '\(file)' --follow | head -3")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.split(separator: "\n").count == 3)
  }

  @Test func aRecordingComesFromAPipe() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    let result = try inspect.shell("cat '\(file)' | \"$program\" /dev/stdin | tail -1")
    #expect(result.status == 0 && result.output.contains("receipt: + {number: 23}"))
  }

  /// A file, the status, and what is said.
  private static let header = #"{"spin":"1.0","state":"S","event":"E"}"#
  private static let bad: [(text: String?, status: Int32, words: String, shown: String)] = [
    (nil, 66, "run.jsonl: this recording cannot be read: ", ""),
    ("", 65, "run.jsonl: this file is empty, and no recording.", ""),
    ("hello\n", 65, "run.jsonl:1: this is no recording", ""),
    (#"{"spin":"2.0"}"# + "\n", 65, "run.jsonl:1: this recording has the format 2.0", ""),
    (header + "\n", 65, "run.jsonl:1: this recording has a header and no begin", ""),
    (
      header + "\n" + #"{"b":0,"s":1}"# + "\nx\n" + #"{"e":1,"n":1}"# + "\n", 65,
      "run.jsonl:3: this line is damaged", "start\n                 state: 1"
    ),
    (
      header + "\n" + #"{"b":0,"s":1}"# + "\n" + #"{"e":1,"n":1,"p":"A.swift:1","y":2}"# + "\nx", 0,
      "run.jsonl:4: the last line is cut off",
      "A.swift:1  2 events lost before it in a full mailbox"
    ),
    (
      String(header.prefix(20)), 65,
      "run.jsonl:1: this recording is cut off within its first line", ""
    ),
    (
      header + "\n" + #"{"b":0,"s":1}"# + "\n" + #"{"e":1,"#, 0,
      "run.jsonl:3: the last line is cut off; all before it is whole.", "state: 1"
    ),
  ]

  @Test(arguments: bad.indices)
  func aFileThatIsNotWholeGetsOneSentence(_ row: Int) throws {
    defer { folder.remove() }
    let (text, status, words, shown) = Self.bad[row]
    let path = try text.map { try file("run.jsonl", $0) } ?? "/nowhere/run.jsonl"
    let result = try inspect.run(path)
    #expect(result.status == status && result.errors.contains(words), "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(shown.isEmpty ? result.output.isEmpty : result.output.contains(shown))
  }

  @Test(arguments: [
    ([], "it takes one recording or two"), (["a", "b", "c"], "it takes one recording or two"),
    (["--tail", "a"], "unknown option \"--tail\""), (["a", "b", "--follow"], "--follow takes one"),
  ])
  func aWrongCommandLineIsSaid(_ words: [String], _ problem: String) throws {
    defer { folder.remove() }
    let result = try inspect.run(options: words)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("inspect: \(problem)") && result.errors.contains("usage:"))
  }
}
