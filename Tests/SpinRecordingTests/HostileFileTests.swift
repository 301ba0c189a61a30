import Foundation
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import Testing

/// Files that somebody has made to break whoever reads them.
@Suite struct HostileFileTests {
  private typealias Log = RunLog<Page, Page.Event>

  private struct Page: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable { case typed(String), counted(Int), measured(Double) }
    var text = "", count = 0, size = 0.0

    static let spin = Spin<Page, Event>(initialState: Page()) {
      Feedback(on: \.text) { _ in .run { .counted(1) } }.named("count")
      Reducer { page, event in
        switch event {
        case .typed(let text): page.text = text
        case .counted(let count): page.count &+= count
        case .measured(let size): page.size = size
        }
      }
    }
  }

  private static let header =
    #"{"began":"2026-11-29T10:00:00Z","event":"E","feedbacks":["count"],"seed":"1","spin":"1.0","state":"S"}"#
  private static let begin = #"{"b":0,"s":{"count":0,"size":0,"text":""}}"#
  private static let typed = #"{"e":{"typed":{"_0":"é"}},"n":1}"#

  /// Reads what is whole of a file, and replays, rehearses and writes it.
  private func use(_ text: some Sequence<UInt8>, _ folder: TemporaryFolder) throws -> Log {
    let file = folder.url.appendingPathComponent("run.jsonl")
    try Data(text).write(to: file)
    let log = try Log(wholePartOf: file)
    if !log.entries.isEmpty {
      var replay = try log.replay(Page.spin)
      replay.move(to: .max)
      replay.move(to: .min)
    }
    if log.entries.first?.outcome == .begins(number: 0) {
      _ = try log.rehearse(Page.spin)
      _ = try log.rehearsed(by: Page.spin)
    }
    try log.write(to: folder.url.appendingPathComponent("copy.jsonl"))
    return log
  }

  private func lines(_ lines: String..., end: String = "\n") -> String.UTF8View {
    (([Self.header, Self.begin, Self.typed] + lines).joined(separator: end) + end).utf8
  }

  @Test func eachCutOfAFileLeavesWhatIsWholeBeforeIt() throws {
    let folder = try TemporaryFolder()
    let bytes = Array(
      lines(#"{"d":"count","w":"body","x":1}"#, #"{"e":{"typed":{"_0":"💣"}},"n":2}"#))
    for count in (Self.header.utf8.count + Self.begin.utf8.count + 2)...bytes.count {
      let log = try use(bytes.prefix(count), folder)
      let whole = bytes.prefix(count).count { $0 == 0x0A }
      #expect(log.entries.count >= (whole >= 3 ? 2 : 1) && log.entries.count <= 3)
      #expect(log.damage == nil || log.damage?.kind == .cut, "\(count)")
    }
  }

  /// Lines that are damage, and no more than that.
  static let damaged = [
    #"{"e":{"measured":{"_0":NaN}},"n":2}"#, #"{"e":{"measured":{"_0":Infinity}},"n":2}"#,
    #"{"e":{"counted":{"_0":9223372036854775808}},"n":2}"#,
    #"{"e":{"counted":{"_0":1e999}},"n":2}"#,
    #"{"e":{"typed":{"_0":"a"}},"n":9223372036854775808}"#, #"{"e":{"typed":{"_0":"a"}},"n":-2}"#,
    #"{"e":{"typed":{"_0":"a"}},"n":1}"#, #"{"f":"count","m":"last","x":1e30}"#,
    #"{"f":"count","m":"asked","q":-1,"x":1}"#, #"{"n":2.5}"#, #"[]"#, #"null"#, #""""#, "\u{0}",
    #"{"c":"count"}"#, #"{"z":1}"#, #"{"z":false,"s":7}"#, #"{"d":7}"#,
    String(repeating: "[", count: 100_000), String(repeating: #"{"e":"#, count: 100_000),
    #"{"e":{"typed":{"_0":"#, "{\"e\":{\"typed\":{\"_0\":\"\u{1}\"}},\"n\":2}",
  ]

  @Test(arguments: damaged.indices) func aLineOfNonsenseIsDamage(_ index: Int) throws {
    let log = try use(lines(Self.damaged[index], Self.typed), TemporaryFolder())
    #expect(log.entries.count == 2)
    #expect(
      log.damage?.kind == .damaged && log.damage?.line == 4, "\(String(describing: log.damage))")
  }

  /// Lines that can be read.
  static let odd = [
    #"{"f":"count","m":"last","x":-9223372036854775808}"#,
    #"{"f":"count","m":"last","g":-1,"x":1}"#,
    #"{"f":"count","m":"asked","q":18446744073709551615,"x":1}"#, #"{"f":"","m":"last","x":1}"#,
    #"{"f":"count[[[","m":"last","x":1}"#, #"{"f":"]]\n\"💣","m":"alarm","h":1}"#,
    #"{"c":"count","x":99}"#, #"{"c":"]","x":-1}"#, #"{"d":"[","w":"","x":0}"#, #"{"d":"a"}"#,
    #"{"f":"count","m":"last","t":9223372036854775807,"u":-9223372036854775808,"x":1}"#,
    #"{"e":{"typed":{"_0":"a"}},"n":2,"n":2}"#, #"{"e":{"typed":{"_0":"a"}},"o":"💣"}"#,
    #"{"e":{"typed":{"_0":"a"}},"o":""}"#, #"{"z":true}"#,
    #"{"z":false,"s":{"count":0,"size":0,"text":"x"}}"#,
  ]

  @Test(arguments: odd.indices) func anOddLineIsReadAndUsed(_ index: Int) throws {
    let log = try use(lines(Self.odd[index], Self.odd[index]), TemporaryFolder())
    #expect(log.damage == nil || log.damage?.line == 5, "\(String(describing: log.damage))")
  }

  @Test(arguments: [
    (
      #"{"b":9223372036854775807,"s":{"count":0,"size":0,"text":""}}"#,
      #"{"e":{"typed":{"_0":"a"}},"n":-9223372036854775808}"#
    ),
    (
      #"{"b":-9223372036854775808,"s":{"count":0,"size":0,"text":""}}"#,
      #"{"e":{"typed":{"_0":"a"}},"n":-9223372036854775807}"#
    ),
  ])
  func numbersAtTheirLimitAreNoTrap(_ begin: String, _ next: String) throws {
    let text = [Self.header, begin, next, next, ""].joined(separator: "\n")
    let log = try use(text.utf8, TemporaryFolder())
    #expect(log.damage?.kind == .damaged)
  }

  @Test(arguments: ["\n", "\r\n"]) func aMarkOfTheByteOrderAndOtherEndsOfLinesAreRead(_ end: String)
    throws
  {
    let folder = try TemporaryFolder()
    let plain = try use(lines(#"{"z":false}"#), folder)
    let other = try use(
      [0xEF, 0xBB, 0xBF] + Array(lines("", #"{"z":false}"#, "", end: end)), folder)
    #expect("\(other)" == "\(plain)")
  }

  @Test func aLineOf50MegabytesIsRead() throws {
    let text = String(repeating: "é", count: 25_000_000)
    let log = try use(lines(#"{"e":{"typed":{"_0":"\#(text)"}},"n":2}"#), TemporaryFolder())
    #expect(log.entries.last?.event == .typed(text))
  }
}
