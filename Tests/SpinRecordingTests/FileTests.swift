import Foundation
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import Testing

/// Files that are whole, and files that are not.
@Suite struct FileTests {
  private typealias Log = RunLog<Int, Event>
  private enum Event: Codable, Equatable, Sendable { case add(Int), clear }

  private static let header =
    #"{"began":"2026-11-29T10:00:00Z","event":"FileTests.Event","feedbacks":["save"],"#
    + #""seed":"18446744073709551615","spin":"1.0","state":"Swift.Int"}"#
  private static let lines = [
    header, #"{"b":0,"s":5}"#,
    #"{"e":{"add":{"_0":2}},"n":1,"p":"View.swift:3","t":1500,"u":20,"y":4}"#,
    #"{"d":"save","w":"body","x":1}"#, #"{"f":"save","m":"last","x":1}"#,
    #"{"e":{"clear":{}},"f":"save","n":2}"#, #"{"e":{"clear":{}},"o":"full"}"#,
    #"{"f":"save","h":2,"m":"alarm"}"#, #"{"f":"save","m":"asked","q":4,"x":1}"#,
  ]
  private static let spin = Spin<Int, Event>(initialState: 0) {
    Reducer { if case .add(let number) = $1 { $0 += number } else { $0 = 0 } }
  }

  private func read(_ lines: [String], end: String = "\n") throws -> Log {
    let folder = try TemporaryFolder()
    return try Log(contentsOf: folder.file(lines.joined(separator: "\n") + end))
  }

  private func error(_ lines: [String], end: String = "\n") -> RunLogError? {
    do {
      _ = try read(lines, end: end)
      return nil
    } catch { return error as? RunLogError }
  }

  @Test func aFileWrittenByHandIsRead() throws {
    let log = try read(Self.lines)
    #expect(log.header.seed == .max)
    #expect(log.header.began == Date(timeIntervalSince1970: 1_795_946_400))
    #expect(
      log.entries.map { "\($0.sender)" } == [
        "the start", "outside", "save #1", "save at once", "outside",
        "the throttle of save for the 2. time", "save #1",
      ])
    #expect(
      log.entries.map(\.outcome) == [
        .begins(number: 0), .reduced(number: 1), .message(.ended(.last)), .reduced(number: 2),
        .dropped(reason: "full"), .message(.alarm), .message(.asked(taken: 4)),
      ])
    #expect(log.entries[1].effects.map(\.description) == ["save #1 (body)"])
    #expect(log.entries[1].time == .nanoseconds(1_500) && log.entries[1].waited == .nanoseconds(20))
    #expect(log.entries[1].site == "View.swift:3")
    #expect(log.entries.map(\.lostBefore) == [0, 4, 0, 0, 0, 0, 0])
    let replay = try log.replay(Self.spin)
    #expect(replay.numbers.map { replay.state(at: $0) } == [5, 7, 0])
  }

  @Test func whatIsReadIsWrittenTheSame() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("copy.jsonl")
    try read(Self.lines).write(to: file)
    #expect(
      try String(contentsOf: file, encoding: .utf8) == Self.lines.joined(separator: "\n") + "\n")
  }

  @Test func unknownKeysAndMessagesAreNoDamage() throws {
    let log = try read(Self.lines + [#"{"f":"save","m":"naps","x":1,"zz":[1]}"#])
    #expect(log.entries.last?.outcome == .message(.unknown("naps")))
  }

  @Test func aLastLineThatIsCutIsLeftOut() throws {
    let last = #"{"e":{"add":{"_0":9}},"n":3}"#
    for count in 1..<last.utf8.count {
      let log = try read(Self.lines + [String(last.prefix(count))], end: "")
      #expect(log.entries.count == 7)
      #expect(log.damage?.kind == .cut && log.damage?.line == 10)
    }
    #expect(try read(Self.lines + [last], end: "").numbers == 0...3, "Only its end is missing.")
  }

  /// It was called cut off, and left out: an editor may remove the end of a line.
  @Test func aLastLineWithoutItsEndThatIsNotUnderstoodIsDamaged() throws {
    for last in [
      #"{"e":{"jump":{}},"n":3}"#, #"{"e":{"clear":{}},"n":9}"#, #"{"e":{"add":{"_0":"x"}},"n":3}"#,
    ] {
      let error = try #require(self.error(Self.lines + [last], end: ""))
      #expect(error.kind == .damaged && error.line == 10)
      #expect(self.error(Self.lines + [last])?.kind == .damaged)
    }
  }

  @Test func whatAMigrationSaysAboutTheHeaderIsSaid() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "no event here" }
    let folder = try TemporaryFolder()
    let file = try folder.file(Self.lines.joined(separator: "\n") + "\n")
    let error = #expect(throws: RunLogError.self) {
      try Log(contentsOf: file, migrating: { if $0["e"] == nil { throw Refusal() } })
    }
    #expect(error?.kind == .damaged && error?.line == 1)
    #expect(error?.description.contains("no event here") == true)
  }

  /// `Data(contentsOf:)` refuses it.
  @Test func aPipeIsRead() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(
      contentsOf: Data((Self.lines.joined(separator: "\n") + "\n").utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let log = try withExtendedLifetime(pipe) { try Log(contentsOf: URL(fileURLWithPath: path)) }
    #expect(log.entries.count == 7)
  }

  /// It was called no recording.
  @Test func aFileThatIsCutWithinItsFirstLineIsSaidToBe() throws {
    for count in 1..<Self.header.utf8.count {
      let error = try #require(self.error([String(Self.header.prefix(count))], end: ""))
      #expect(error.kind == .cut && error.line == 1)
      #expect(error.description.contains("cut off within its first line"))
    }
    for foreign in ["[", "hello", #"{"asciinema":2}"#, "{x"] {
      #expect(self.error([foreign], end: "")?.kind == .foreign)
    }
  }

  /// A file, and what is said about it.
  private static let damaged:
    [(lines: [String], kind: RunLogError.Kind, line: Int?, words: String)] = [
      ([""], .empty, nil, "this file is empty"),
      (["hello"], .foreign, 1, "its first line is not a header"),
      ([#"{"asciinema":2}"#], .foreign, 1, "its first line is not a header"),
      (
        [header.replacing("1.0", with: "2.3")], .newer, 1,
        "this recording has the format 2.3, and this version of Spin reads 1.0"
      ),
      (
        [#"{"spin":"2.0","feedbacks":{"save":1}}"#], .newer, 1,
        "this recording has the format 2.0, and this version of Spin reads 1.0"
      ),
      ([#"{"spin":"1.0","feedbacks":{"save":1}}"#], .damaged, 1, "this header is damaged"),
      ([header.replacing("1.0", with: "0.9x")], .foreign, 1, "its first line is not a header"),
      ([header], .noState, 1, "has a header and no begin"),
      ([header, #"{"b":0}"#], .damaged, 2, "the first state is missing"),
      ([header, lines[2]], .damaged, 2, "the beginning of the run is missing before it"),
      ([header, lines[3]], .damaged, 2, "the beginning of the run is missing before it"),
      (lines + [lines[1]], .damaged, 10, "the run begins a second time"),
      (lines + [#"{"e":{"clear":{}},"n":4}"#], .damaged, 10, "transition 4 follows transition 2"),
      (
        lines + [#"{"e":{"clear":{}},"#, lines[4]], .damaged, 10,
        "RunLog(wholePartOf:) reads the 7 entries"
      ),
      (lines + [#"{"e":{"jump":{}},"n":3}"#], .damaged, 10, "at e: "),
      (lines + [#"{"e":{"clear":{}}}"#], .damaged, 10, "none of the keys b, n, o, m, d, c and z"),
      (lines + ["\u{0}\u{1}"], .damaged, 10, "this line is damaged"),
      (
        [header.replacing("FileTests.Event", with: "Other.Event"), lines[1], #"{"e":7,"n":1}"#],
        .damaged, 3,
        "Its events are of the type Other.Event, and it is read with Event."
      ),
    ]

  @Test(arguments: damaged.indices)
  func eachDamageIsSaidWithItsLine(_ index: Int) throws {
    let (lines, kind, line, words) = Self.damaged[index]
    let error = try #require(self.error(lines))
    #expect(error.kind == kind && error.line == line)
    #expect(error.description.contains(words), "\(error)")
    #expect(error.description.contains("run.jsonl\(line.map { ":\($0)" } ?? ""): "))
  }

  @Test func whatIsWholeBeforeADamageCanBeRead() throws {
    let folder = try TemporaryFolder()
    let text = (Self.lines + ["damage"] + Self.lines).joined(separator: "\n")
    let log = try Log(wholePartOf: folder.file(text))
    #expect(log.entries.count == 7 && log.damage?.line == 10)
    #expect(try log.replay(Self.spin).state(at: 2) == 0)
  }

  @Test(arguments: [1, 2, 7, 40, 10_000])
  func aFileThatComesInPiecesIsReadTheSame(_ size: Int) throws {
    let bytes = Data((Self.lines.joined(separator: "\n") + "\n{\"n\"").utf8)
    var reader = RunReader<Int, Event>("run.jsonl")
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.read(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(reader.log.entries.count == 7 && reader.log.damage == nil, "The last line may go on.")
    try reader.finish()
    #expect(reader.log.entries.count == 7)
    #expect(reader.log.damage?.kind == .cut && reader.log.damage?.line == 10)
    #expect(reader.log.entries[1].effects.map(\.description) == ["save #1 (body)"])
  }

  @Test func nothingIsReadBehindADamage() throws {
    var reader = RunReader<Int, Event>("run.jsonl")
    try reader.read(Data((Self.lines + ["damage", ""]).joined(separator: "\n").utf8))
    let damage = try #require(reader.log.damage)
    #expect(damage.problem.hasPrefix("run.jsonl:10: this line is damaged"))
    try reader.read(Data((#"{"e":{"clear":{}},"n":3}"# + "\n").utf8))
    try reader.finish()
    #expect(reader.log.entries.count == 7 && reader.log.damage == damage)
  }

  @Test func aFileThatIsNotThereIsSaid() throws {
    let file = URL(fileURLWithPath: "/nowhere/run.jsonl")
    let error = #expect(throws: RunLogError.self) { try Log(contentsOf: file) }
    #expect(error?.kind == .unreadable && error?.file == file.path)
  }

  @Test func anOlderFileIsMigrated() throws {
    let folder = try TemporaryFolder()
    let old = Self.lines.map {
      $0.replacing("clear", with: "reset").replacing(#""s":5"#, with: #""s":{"value":5}"#)
    }
    let file = try folder.file(old.joined(separator: "\n") + "\n")
    let log = try Log(
      contentsOf: file,
      migrating: { line in
        if let state = line["s"] as? [String: Any] { line["s"] = state["value"] }
      }, renaming: ["reset": "clear"])
    #expect(log.entries.map(\.event) == [nil, .add(2), nil, .clear, .clear, nil, nil])
    #expect(try log.replay(Self.spin).state(at: 1) == 7)
    let error = #expect(throws: RunLogError.self) { try Log(contentsOf: file) }
    #expect(error?.line == 2)
  }

  @Test func aMigrationThatChangesNothingChangesNoNumber() throws {
    let folder = try TemporaryFolder()
    let line = #"{"b":0,"s":12345678901234567.89}"#
    let file = try folder.file(Self.header + "\n" + line + "\n")
    let log = try RunLog<Decimal, Event>(contentsOf: file, migrating: { _ in })
    #expect(log.entries.first?.state == Decimal(string: "12345678901234567.89"))
  }

  /// So a file that is accepted differs in the lines only that have changed.
  @Test(arguments: [#"{"z":false}"#, #"{"s":0,"z":false}"#, #"{"s":0,"z":true}"#])
  func aFileThatIsWrittenBackHasItsLines(_ end: String) throws {
    let (folder, lines) = (try TemporaryFolder(), Self.lines + [end])
    let file = folder.url.appendingPathComponent("copy.jsonl")
    let log = try read(lines)
    try log.write(to: file)
    let copy = try String(contentsOf: file, encoding: .utf8)
    #expect(copy == lines.joined(separator: "\n") + "\n")
    #expect(log.entries[3].state == (end.contains(#""s""#) ? 0 : nil))
  }

  @Test func aTimeIsKeptExactly() throws {
    for time in [
      #""2500000000000000001""#, "-7", #""-1""#, #""170141183460469231731687303715884105727""#,
    ] {
      let line = #"{"e":{"clear":{}},"n":1,"t":\#(time)}"#
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("copy.jsonl")
      try read([Self.header, Self.lines[1], line]).write(to: file)
      #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix(line + "\n"))
    }
    let error = try #require(self.error([Self.header, Self.lines[1], #"{"n":1,"t":"soon"}"#]))
    #expect(error.description.contains("a time is a number of nanoseconds"))
  }

  @Test func numbersThatJSONDoesNotKnowAreKept() throws {
    let (folder, record) = (try TemporaryFolder(), RunRecord<Double, Double>())
    let spin = Spin<Double, Double>(initialState: -.infinity) { Reducer { $0 = $1 } }
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for number in [Double.nan, .infinity, -0.0, .leastNonzeroMagnitude, 1 / 3] {
      running.emit(number)
    }
    running.stop()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try record.log.write(to: file)
    let log = try RunLog<Double, Double>(contentsOf: file)
    #expect("\(log.entries)" == "\(record.log.entries)")
  }

  @Test func anEventOfAnOptionalTypeIsKept() throws {
    let (folder, record) = (try TemporaryFolder(), RunRecord<Int, Int?>())
    let spin = Spin<Int, Int?>(initialState: 0) { Reducer { $0 = $1 ?? -1 } }
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
    for number in [1, nil, 2] { running.emit(number) }
    running.stop()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try record.log.write(to: file)
    let replay = try RunLog<Int, Int?>(contentsOf: file).replay(spin)
    #expect(replay.numbers.map { replay.state(at: $0) } == [0, 1, -1, 2])
  }
}
