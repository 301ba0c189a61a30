import Foundation
import SpinTTY
import TerminalTestSupport
import Testing

@testable import InspectDefinition
@testable import SpinRecording

/// The parts of the inspector: values in words, changes, executions, and the difference of two runs.
@Suite struct InspectPartTests {
  private func json(_ text: String) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  private func log(_ lines: String...) throws -> Log {
    let header = #"{"spin":"1.0","state":"S","event":"E"}"#
    var reader = RunReader<JSON, JSON>("run.jsonl")
    try reader.read(
      Data(([header, #"{"b":0,"s":{}}"#] + lines + [""]).joined(separator: "\n").utf8))
    #expect(reader.log.damage == nil)
    return reader.log
  }

  @Test(arguments: [
    (#""paid""#, "paid"), (#"{"paid":{}}"#, "paid"), ("3", "3"), ("null", "nil"),
    (#"{"add":{"_0":"tea","price":4}}"#, #"add("tea", price: 4)"#),
    (#"{"set":{"x":1,"_1":true}}"#, "set(x: 1, true)"),
    (#"{"detail":{"_0":{"loaded":{"_0":[1.5,null]}}}}"#, "detail(loaded([1.5, nil]))"),
    (#"{"b":1,"a":{"c":-2}}"#, "{a: {c: -2}, b: 1}"),
    ("[18446744073709551615,9223372036854775807]", "[18446744073709551615, 9223372036854775807]"),
    (#""a\nb""#, "a\nb"), (#"["a\nb"]"#, #"["a\nb"]"#),
  ])
  func anEventIsWrittenAsInSwift(_ text: String, _ words: String) throws {
    let value = try json(text)
    #expect(value.eventWords() == words)
    #expect(try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value)) == value)
  }

  /// What the scanner takes is what the decoder makes of it; the rest is nothing, or left to the decoder.
  @Test(arguments: [
    "{}", "[]", " [ 1 , -2.5 ,\t1.25e-7 ] ", #"{"a":{"b":[null,true,false]},"":""}"#, "0", "-0",
    "-1",
    "9223372036854775807", "18446744073709551615", #""é 👩‍👩‍👧 \u00e9\ud83d\ude00 \" \\ \/ \b\f\n\r\t""#,
    #""\u0000\uFFFF""#, "\"\u{7F}\"",
  ])
  func aScannedValueIsThatOfTheDecoder(_ text: String) throws {
    #expect(JSON(scanning: Data(text.utf8)) == (try json(text)))
  }

  @Test(arguments: [
    "", " ", "{", "[1", "[1,]", "[,1]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#,
    #"{"a":1"b":2}"#, "01",
    "-", "+1", "1.", ".5", "1e", "1e+", "tru", "nul", "truefalse", "1 2", "\"", #""\"#, #""\x""#,
    #""\u12""#,
    #""\ud83d""#, #""\ud83dx""#, #""\ude00""#, "\"\n\"", "[1]]", "'a'", "NaN", "1_0", "0x1", "--1",
    // A decoder takes these.
    #"{"a":1,"a":2}"#, "1.0", "1e3", "18446744073709551616",
    String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
  ])
  func whatIsNoJSONOrUnusualIsNotScanned(_ text: String) {
    #expect(JSON(scanning: Data(text.utf8)) == nil)
  }

  @Test func bytesThatAreNoTextAreNotScanned() {
    #expect(JSON(scanning: Data([0x22, 0xFF, 0x22])) == nil)
    #expect(JSON(scanning: Data([0x22, 0xED, 0xA0, 0x80, 0x22])) == nil)
  }

  /// Lines with all keys, as they are and with values of other types: both readers find the same in them.
  @Test func aScannedLineIsThatOfTheDecoder() throws {
    let lines = [
      #"{"e":{"go":{}},"f":"a","g":2,"l":true,"n":1,"p":"A.swift:1","r":true,"s":[1],"t":5,"u":"7","x":1,"y":3}"#,
      #"{"e":null,"n":2}"#, #"{"e":1,"f":null,"n":3,"y":null}"#,
      #"{"e":1,"f":"a","i":1,"o":"stale"}"#,
      #"{"f":"a","h":4,"m":"alarm"}"#, #"{"f":"a","m":"asked","q":18446744073709551615,"x":1}"#,
      #"{"m":"other"}"#, #"{"d":"a","w":"body","x":1}"#, #"{"d":"a"}"#, #"{"c":"a","x":1}"#,
      #"{"s":2,"z":true}"#,
    ]
    let damages = [
      #"{"n":4,"t":true}"#, #"{"n":"4"}"#, #"{"f":1,"n":4}"#, #"{"c":"a"}"#, #"{"z":1}"#,
      #"{"n":4,"x":1.5,"f":"a"}"#,
      "[]", #"{"n":4,"t":"x"}"#, "{", #"{"n":99999999999999999999}"#, "{}",
      #"{"f":"a","m":"asked","q":-1,"x":1}"#,
    ]
    for damage in damages {
      let text = ([#"{"spin":"1.0"}"#, #"{"b":0,"s":{}}"#] + lines + [damage, ""]).joined(
        separator: "\n")
      var (decoded, scanned) = (
        RunReader<JSON, JSON>("run"), RunReader<JSON, JSON>("run", scanning: { ScannedKeys($0) })
      )
      try decoded.read(Data(text.utf8))
      try scanned.read(Data(text.utf8))
      #expect(scanned.log.damage?.problem == decoded.log.damage?.problem)
      #expect(scanned.log.damage != nil && scanned.log.hasEnded)
      #expect(
        "\(scanned.log.entries)" == "\(decoded.log.entries)" && scanned.log.entries.count == 8)
    }
    for line in lines {
      let keys = try #require(ScannedKeys(Data(line.utf8)))
      #expect(throws: Never.self, "The scanner is enough.") { try RunLine<JSON, JSON>(keys) }
    }
  }

  @Test func aLongValueIsCut() throws {
    let value = try json(#"{"found":{"_0":["tea","teapot","tray"]}}"#)
    #expect(value.eventWords(limit: 12) == #"found(["tea"…"#)
    #expect(JSON.array(Array(repeating: .integer(1), count: 1_000_000)).words(limit: 5) == "[1, 1…")
    #expect(JSON.string(String(repeating: "a", count: 1_000_000)).words(limit: 3) == "\"aa…")
  }

  @Test(arguments: [
    (0, "0 µs"), (668, "0.6 µs"), (668_367, "668 µs"), (3_336_345, "3.3 ms"),
    (999_999_999, "999 ms"), (2_120_000_000, "2.12 s"), (1_005_000_000, "1.00 s"),
    (125_000_000_000, "2:05"), (3_725_000_000_000, "1:02:05"),
    (.max, "2562047:47:16"),
  ])
  func aTimeHasAUnitThatSuitsIt(_ nanoseconds: Int, _ words: String) {
    #expect(Duration.nanoseconds(nanoseconds).words == words)
    // A file may have any number.
    if nanoseconds > 0 { #expect(Duration.nanoseconds(-nanoseconds).words == "-" + words) }
    #expect(Duration(attoseconds: .min).words.hasPrefix("-"))
    for attoseconds in [Int128.min + 1, .max] {
      #expect(Duration(attoseconds: attoseconds).words.hasSuffix("47261439850130342:08:51"))
    }
  }

  /// The changes between two states.
  @Test(
    arguments: [
      ("1", "1", []), ("1", "2", ["the state: 1 -> 2"]), ("{}", "[]", ["the state: {} -> []"]),
      (#"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#, ["a: - 1", "b: 2 -> 3", "c: + 4"]),
      (#"{"a":[1,2,3]}"#, #"{"a":[0,1,2,3]}"#, ["a[0]: + 0"]),
      (#"{"a":[1,2,3]}"#, #"{"a":[1,3]}"#, ["a[1]: - 2"]),
      (#"{"a":[1,2,3]}"#, #"{"a":[1,5,3,4]}"#, ["a[1]: 2 -> 5", "a[3]: + 4"]),
      (#"{"a":[1,1]}"#, #"{"a":[1,1,1]}"#, ["a[2]: + 1"]),
      (#"{"a":[{"x":1},{"x":2}]}"#, #"{"a":[{"x":1},{"x":3}]}"#, ["a[1].x: 2 -> 3"]),
    ] as [(String, String, [String])])
  func theChangesOfAStateAreFound(_ old: String, _ new: String, _ words: [String]) throws {
    let roots = Node.roots(try json(old), try json(new))
    #expect(roots.flatMap(\.changes).map { $0.words(joiner: "->") } == words)
    #expect(roots.reduce(0) { $0 + $1.changeCount } == words.count)
  }

  @Test func anEffectIsAliveAsFarAsTheLogTells() throws {
    let log = try log(
      #"{"e":1,"n":1}"#, #"{"d":"search","w":"body","x":1}"#,  // 1
      #"{"e":2,"n":2}"#, #"{"d":"search","w":"body","x":2}"#,  // 2
      #"{"d":"clock","w":"event after 1.0 seconds","x":1}"#,
      #"{"e":3,"f":"search","o":"stale","x":1}"#,  // 3
      #"{"e":3,"f":"search","n":3,"x":2}"#,  // 4
      #"{"e":4,"f":"clock","l":true,"n":4,"x":1}"#,  // 5
      #"{"f":"save","m":"part","x":1}"#, #"{"f":"save","m":"last","x":1}"#  // 6, 7
    )
    var executions = Executions()
    executions.take(log)
    func alive(_ index: Int) -> [String] {
      executions.alive(at: index).map {
        "\($0.feedback) #\($0.number)\($0.next.map { " \($0)" } ?? "")"
      }
    }
    #expect(alive(0) == [])
    #expect(alive(1) == ["search #1"], "Its only event was stale, so nobody knows.")
    #expect(
      alive(2) == ["search #2 4", "clock #1 5"], "A newer one has taken the place of the first.")
    #expect(alive(4) == ["clock #1 5", "search #2"])
    #expect(alive(5) == ["search #2"], "Its only part has ended with the event.")
    #expect(
      alive(6) == ["save #1 7", "search #2"], "It was not described, and is known by its message.")
    #expect(alive(7) == ["search #2"], "Its last part has ended.")
  }

  /// Two branches have sent an event before the loop took the first: the second was stale, and the effect goes on.
  @Test func anEffectWithAStaleBranchIsAlive() throws {
    let log = try log(
      #"{"e":1,"n":1}"#, #"{"d":"x","w":"first of {body, body}","x":1}"#,  // 1
      #"{"e":2,"f":"x","g":1,"n":2,"x":1}"#, #"{"e":3,"f":"x","g":2,"o":"stale","x":1}"#,  // 2, 3
      #"{"e":4,"f":"x","g":3,"n":3,"x":1}"#)  // 4
    var executions = Executions()
    executions.take(log)
    for index in 1...3 { #expect(executions.alive(at: index).map(\.next) == [index == 1 ? 2 : 4]) }
  }

  @Test func aCancellationIsFoundBySearch() throws {
    let log = try log(#"{"e":1,"n":1}"#, #"{"c":"save","x":3}"#)
    #expect(log.entries[1].words.contains("save #3 is cancelled"))
  }

  @Test func aFileThatIsGoneIsReadOnWhenItIsBack() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let url = folder.url.appendingPathComponent("run.jsonl")
    let header = #"{"spin":"1.0","state":"S","event":"E"}"# + "\n"
    func write(_ text: String) throws { try Data((header + text).utf8).write(to: url) }
    try write(#"{"b":0,"s":1}"# + "\n")
    let file = RecordingFile(url.path)
    #expect(file.read().log.entries.count == 1)
    try FileManager.default.removeItem(at: url)
    let gone = file.read()
    #expect(gone.isGone && gone.isAtEnd && gone.problem == nil && gone.log.entries.count == 1)
    #expect(file.finish().problem?.contains("cannot be read") == true)
    let other = RecordingFile(url.path)
    #expect(other.read().problem != nil, "It never was there.")
    try write(#"{"b":0,"s":1}"# + "\n")
    let follower = RecordingFile(url.path)
    _ = follower.read()
    try FileManager.default.removeItem(at: url)
    #expect(follower.read().isGone)
    try write(#"{"b":0,"s":1}"# + "\n" + #"{"e":1,"n":1}"# + "\n")
    let back = follower.read()
    #expect(!back.isGone && back.problem == nil && back.isNew == false)
    #expect(back.log.entries.count == 2)
    try FileManager.default.removeItem(at: url)
    #expect(follower.read().isGone)
    try write(#"{"b":0,"s":2}"# + "\n")
    let new = follower.read()
    #expect(new.isNew && new.log.entries.count == 1 && new.log.entries[0].state == .integer(2))
  }

  @Test func aRunThatGrowsHasTheExecutionsOfTheWholeRun() throws {
    let lines = [
      #"{"e":1,"n":1}"#, #"{"d":"a","w":"body","x":1}"#, #"{"d":"b","w":"body","x":1}"#,
      #"{"e":1,"f":"a","n":2,"x":1}"#, #"{"d":"a","w":"body","x":2}"#,
    ]
    var growing = Executions()
    var whole = Executions()
    var reader = RunReader<JSON, JSON>("run.jsonl")
    try reader.read(Data("{\"spin\":\"1.0\"}\n{\"b\":0,\"s\":1}\n".utf8))
    for line in lines {
      try reader.read(Data((line + "\n").utf8))
      growing.take(reader.log)
    }
    whole.take(reader.log)
    for index in reader.log.entries.indices {
      #expect(growing.alive(at: index) == whole.alive(at: index))
    }
    #expect(whole.alive(at: 2).map(\.feedback) == ["b", "a"])
  }

  /// The end of a run brings a state for a transition that was read before.
  @Test func aRunThatGrowsHasTheStateOfItsEnd() throws {
    var reader = RunReader<JSON, JSON>("run.jsonl")
    try reader.read(Data("{\"spin\":\"1.0\"}\n{\"b\":0,\"s\":1}\n".utf8))
    var run = Run("run.jsonl", RecordingFile.Reading(log: reader.log))
    for line in [
      #"{"e":1,"n":1}"#, #"{"e":1,"n":2,"s":3}"#, #"{"e":1,"n":3}"#, #"{"f":"a","m":"last","x":1}"#,
      #"{"s":4,"z":false}"#, #"{"s":5,"z":false}"#, #"{"e":1,"n":4}"#,
    ] {
      try reader.read(Data((line + "\n").utf8))
      run.take(RecordingFile.Reading(log: reader.log))
      #expect(run.kept == reader.log.entries.indices.filter { reader.log.entries[$0].state != nil })
    }
    #expect(run.kept == [0, 2, 3])
  }

  /// Two runs, and the sentence about them.
  private static let comparisons: [(left: [String], right: [String], sentence: String)] = [
    ([], [], "a and b go the same way at the start, and end there."),
    (
      [#"{"e":"go","n":1,"s":1}"#], [#"{"e":"go","n":1}"#],
      "a and b go the same way to transition 1, and end there. Both have kept only 1 of the 2 "
        + "states until there."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"e":"stop","f":"x","n":2,"x":1}"#], [#"{"e":"go","n":1}"#],
      "a and b go the same way to transition 1. Then b ends, and a goes on with event 2 stop from x #1. "
        + "Both have kept only 1 of the 2 states until there."
    ),
    (
      [#"{"e":"go","n":1}"#], [#"{"e":"go","f":"x","n":1}"#],
      "a and b go the same way at the start. Then a has event 1 go from outside, and b has event 1 "
        + "go from x at once."
    ),
    (
      [#"{"e":"go","n":1}"#], [#"{"e":"go","o":"full"}"#],
      "a and b go the same way at the start. Then a has event 1 go from outside, and b has go "
        + "from outside, "
        + "which was dropped (full)."
    ),
    (
      [#"{"f":"x","m":"last","x":1}"#], [#"{"f":"x","m":"alarm","x":1}"#],
      "a and b go the same way at the start. Then a has the message “x #1 has ended”, and b has the message "
        + "“x #1 its alarm rang”."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"d":"x","w":"body","x":1}"#, #"{"e":"go","n":2}"#],
      [#"{"e":"go","n":1}"#, #"{"d":"y","w":"body","x":1}"#],
      "a and b go the same way at the start. Then, after event 1 go from outside, only a "
        + "describes x #1 (body), and only b describes y #1 (body)."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"c":"x","x":1}"#, #"{"e":"go","n":2}"#],
      [#"{"e":"go","n":1}"#, #"{"d":"x","w":"body","x":2}"#, #"{"e":"go","n":2}"#],
      "a and b go the same way at the start. Then, after event 1 go from outside, only a cancels x #1, and only b "
        + "describes x #2 (body)."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"c":"x","x":1}"#, #"{"c":"x","x":2}"#, #"{"e":"go","n":2}"#],
      [#"{"e":"go","n":1}"#, #"{"c":"x","x":2}"#, #"{"c":"x","x":1}"#, #"{"e":"go","n":2}"#],
      "a and b go the same way at the start. Then, after event 1 go from outside, both describe and cancel the same "
        + "effects in another order."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"d":"x","w":"body","x":1}"#, #"{"e":"go","n":2}"#],
      [#"{"e":"go","n":1}"#],
      "a and b go the same way to transition 1. Then b ends, and a goes on with event 2 go from outside. "
        + "Both have kept only 1 of the 2 states until there."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"d":"x","w":"body","x":1}"#, #"{"z":false}"#],
      [#"{"e":"go","n":1}"#, #"{"z":false}"#],
      "a and b go the same way at the start. Then, after event 1 go from outside, only a describes x #1 (body)."
    ),
    (
      [#"{"e":"go","n":1}"#, #"{"d":"x","w":"body","x":1}"#, #"{"z":false}"#],
      [#"{"e":"go","n":1}"#, #"{"z":true}"#],
      "a and b go the same way to transition 1, and end there. Both have kept only 1 of the 2 "
        + "states until there."
    ),
    (
      [#"{"e":"go","n":1,"s":{"q":[1,2],"z":1}}"#], [#"{"e":"go","n":1,"s":{"q":[2,1],"z":1}}"#],
      "a and b go the same way at the start. Then, after event 1 go from outside, q has the "
        + "same elements in "
        + "another order, as a set that was encoded has."
    ),
    (
      [#"{"e":"go","n":1,"s":{"q":1}}"#], [#"{"e":"go","n":1,"s":{"z":1}}"#],
      "a and b go the same way at the start. Then, after event 1 go from outside, q is 1 in a "
        + "and missing in "
        + "b, and 1 other value differs."
    ),
  ]

  @Test(arguments: comparisons.indices)
  func theFirstDifferenceIsASentence(_ row: Int) throws {
    let (left, right, sentence) = Self.comparisons[row]
    try compare(left, right, sentence)
  }

  /// A log with a limit has forgotten its first transitions.
  @Test func whereTwoLogsDifferThatBeginLaterIsSaidByNumber() throws {
    try compare(
      [#"{"e":"go","n":8}"#], [#"{"e":"go","n":8}"#, #"{"e":"go","n":9}"#], beginningWith: 7,
      "a and b go the same way to transition 8. Then a ends, and b goes on with event 9 go from outside. "
        + "Both have kept only 1 of the 2 states until there.")
  }

  private func compare(
    _ left: [String], _ right: [String], beginningWith number: Int = 0, _ sentence: String
  ) throws {
    func log(_ lines: [String]) throws -> Log {
      var reader = RunReader<JSON, JSON>("run.jsonl")
      let all = [#"{"spin":"1.0","state":"S"}"#, #"{"b":\#(number),"s":{}}"#] + lines + [""]
      try reader.read(Data(all.joined(separator: "\n").utf8))
      #expect(reader.log.damage == nil)
      return reader.log
    }
    let (first, second) = (try log(left), try log(right))
    #expect(Comparison(first, second).sentence(first, second, ("a", "b")) == sentence)
  }

  @Test func aSearchInPiecesFindsWhatASearchInOneFinds() throws {
    let lines = (1...5_000).map { #"{"e":{"typed":{"_0":"word \#($0)"}},"n":\#($0)}"# }
    var reader = RunReader<JSON, JSON>("run.jsonl")
    try reader.read(Data("{\"spin\":\"1.0\"}\n{\"b\":0,\"s\":1}\n".utf8))
    var hunt = Hunt("WORD 99")
    for start in stride(from: 0, to: 5_000, by: 1_250) {
      try reader.read(Data(lines[start..<start + 1_250].map { $0 + "\n" }.joined().utf8))
      hunt.recheck(from: max(0, reader.log.entries.count - 1_251))
      while let piece = Hunt.Piece(of: hunt, in: [reader.log]) {
        let result = piece.result()
        hunt.add(result)
        hunt.add(result)  // A result that comes twice counts once.
      }
    }
    let expected = (1...5_000).filter { "\($0)".contains("99") }
    #expect(hunt.found == expected)
    #expect(hunt.next(after: 99, by: 1) == 199 && hunt.next(after: 99, by: -1) == expected.last)
  }
}
