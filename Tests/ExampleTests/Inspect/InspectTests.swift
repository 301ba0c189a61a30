import Foundation
import SpinRecording
import SpinTTY
import SpinTesting
import TerminalTestSupport
import Testing

@testable import InspectDefinition

/// The inspector on a screen, by a script of keys.
@Suite struct InspectTests {
  private let folder: TemporaryFolder
  private let down = "\u{1B}[B", up = "\u{1B}[A", end = "\u{1B}[F"

  init() throws { folder = try TemporaryFolder() }

  private func number(_ stage: InspectStage) -> Int? {
    stage.state.index.flatMap { stage.state.runs[0].log.entries[$0].outcome.number }
  }

  @Test func anEntryIsShownWithTheStateAfterItAndTheEffectsThatAreAlive() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)])
    stage.press(String(repeating: down, count: 7))
    try stage.terminal.expect(
      """
      shop.jsonl  shop, 14 entries, began 2026-11-29 10:00:00 UTC             watching
       n     time event               from       │transition 6, after 2.12 s
       0     0 µs start                          │pay
       1     0 µs typed("t")          outside    │from outside, ShopView.swift:52
       2   120 ms typed("te")         outside    │state 6, 1 change since 5
       ·   420 ms its alarm rang      search #2  │▾ cart 2 elements
       3   420 ms found(["tea", "tea… search #2  │├─▸ [0] {price: 4, title: "tea"}
       4   820 ms add("tea", price: … outside    │└─▸ [1] {price: 19, title: "teapo…
       5   1.72 s add("teapot", pric… outside    │  + payment 23
       6   2.12 s pay                 outside    │  query "te"
       ·   2.12 s an attempt has fai… pay #1     │▾ titles 2 elements
       7   2.37 s typed("tr")         outside    │├── [0] "tea"
       ·   2.67 s its alarm rang      search #3  │└── [1] "teapot"
       8   2.67 s found(["tray"])     search #3  │  total 23
       ·   3.12 s its alarm rang      pay #1     │
       9   3.12 s paid({number: 23})  pay #1     │
                                                 │
                                                 │
                                                 │
                                                 │
                                                 │effects that are alive
                                                 │● pay #1  since now, next after 6…
                                                 │○ search #2  since 2, sent 2, end…
       ↑↓ move  / search  f filter  ] next change  ? help  q quit  tab next pane …
      """)
    #expect(stage.rehearsal.keyClashes.isEmpty && stage.rehearsal.duplicateRows.isEmpty)
  }

  @Test func aSearchGoesToItsMatches() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)])
    stage.press("/TEA\r")
    #expect(number(stage) == 3 && stage.text.contains("search “TEA”: 3 matches"))
    stage.press("nn")
    #expect(number(stage) == 5)
    stage.press("n")
    #expect(number(stage) == 3, "Behind the last match, the first one follows.")
    stage.press("N")
    #expect(number(stage) == 5)
    stage.press("/pay outside\r")
    #expect(
      number(stage) == 6, "Each word may be anywhere: in the event, in its sender, in an effect.")
    stage.press("/nowhere\r")
    #expect(number(stage) == 6 && stage.text.contains("“nowhere” is nowhere."))
    stage.press("\u{1B}[27u")
    #expect(!stage.text.contains("nowhere"))
  }

  @Test func aFilterLeavesTheEntriesThatHaveItsWords() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)])
    stage.press("g7\rfsearch #\r")
    #expect(stage.state.rows.count == 7 && number(stage) == 7, "The entry stays.")
    #expect(stage.text.contains("filter “search #”: 7 matches"))
    stage.press("/add\r")
    #expect(stage.text.contains("The filter hides entry"))
    stage.press("g4\r")
    #expect(number(stage) == 7, "The next one that the filter shows.")
    stage.press("\u{1B}[27u\u{1B}[27u")
    #expect(stage.state.filter == nil && number(stage) == 7)
    stage.press("g70\r")
    #expect(number(stage) == 7 && stage.text.contains("“70” is not the number of a transition."))
  }

  @Test func aChangeOfTheSelectedValueIsFoundForwardAndBack() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)])
    stage.press("g4\r\t\(end)")
    #expect(stage.text.contains("~ total 0 → 4"))
    stage.press("]")
    #expect(number(stage) == 5 && stage.text.contains("~ total 4 → 23"))
    stage.press("]")
    #expect(number(stage) == 5 && stage.text.contains("total does not change after this entry."))
    stage.press("[")
    stage.press("[")
    #expect(number(stage) == 4 && stage.text.contains("total does not change before this entry."))
    // An element that is there now, and was not.
    stage.press("g6\r\t\u{1B}[H]")
    #expect(number(stage) == 6, "The cart does not change any more.")
    stage.press("[")
    #expect(number(stage) == 5)
  }

  /// Each key counts, even if what the key before has asked for is still looked for.
  @Test func keysThatComeWhileTheProgramLooksForAChangeOrAMatchAreNotLost() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)])
    stage.press("g1\r\t\(end)")
    stage.press("]]")
    #expect(number(stage) == 5 && stage.text.contains("~ total 4 → 23"))
    stage.press("[[")
    #expect(number(stage) == 4 && stage.text.contains("total does not change before this entry."))
    stage.press("g1\r\t][]]]")
    #expect(number(stage) == 5 && stage.text.contains("total does not change after this entry."))
    stage.press("g1\r\t]]\u{1B}[27u")
    #expect(number(stage) == 1 && stage.state.jump == nil, "Escape ends it.")
    stage.press("/tea\rn")
    #expect(number(stage) == 4)
    stage.press("g1\r/tea\rnn")
    #expect(number(stage) == 5)
  }

  @Test func enterOnAnEffectGoesToItsDescription() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)], columns: 120)
    stage.press("g8\r")
    #expect(stage.text.contains("● pay #1  since 6, sent 1, next after 8"))
    stage.press("\t\t\r")
    #expect(number(stage) == 6)
  }

  @Test func theStateThatWasKeptLastIsShownAndSaidToBe() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder, keeping: .every(4))
    let stage = InspectStage([file], columns: 120)
    stage.press("g7\r")
    #expect(stage.text.contains("state 4, 5 changes since 0"))
    #expect(stage.text.contains("That of 7 was not kept: keeping: .all keeps each."))
  }

  // MARK: Files that grow

  private func append(_ text: String, to file: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func wait(_ stage: InspectStage) {
    stage.runtime.advance(by: .milliseconds(250))
    stage.terminal.show()
  }

  @Test func aFileThatGrowsIsFollowedAtItsEnd() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    let stage = InspectStage([file], columns: 120)
    #expect(stage.text.contains("watching"))
    stage.press(end)
    #expect(stage.text.contains("following") && number(stage) == 9)
    try append(#"{"e":{"pay":{}},"n":10}"#, to: file)
    wait(stage)
    #expect(number(stage) == 9 && stage.text.contains("following, a line is cut"))
    try append("\n", to: file)
    wait(stage)
    #expect(number(stage) == 10 && stage.text.contains("15 entries"))
    // Its effects come later, and are found.
    stage.press("/slow\r")
    try append(#"{"d":"pay","w":"slow body","x":2}"# + "\n", to: file)
    wait(stage)
    #expect(stage.text.contains("pay #2  since now, end not told, slow body"))
    stage.press(up)
    try append(#"{"e":{"pay":{}},"n":11}"# + "\n", to: file)
    wait(stage)
    #expect(
      number(stage) == 9 && stage.text.contains("16 entries"), "Away from the end, nothing moves.")
    stage.press("n")
    #expect(number(stage) == 10, "The effect that came later has the word.")
  }

  /// The end of a run brings the state of a transition that is on the screen.
  @Test func theLastStateOfARunIsShownWhenItComes() throws {
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("run.jsonl").path
    let lines = [
      #"{"spin":"1.0","state":"S","event":"E"}"#, #"{"b":0,"s":{"total":41}}"#,
      #"{"e":"add","n":1}"#,
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
    let stage = InspectStage([file], columns: 120, atEnd: true)
    #expect(stage.text.contains("That of 1 was not kept"))
    try append(#"{"s":{"total":42},"z":false}"# + "\n", to: file)
    wait(stage)
    #expect(stage.text.contains("42") && !stage.text.contains("That of 1 was not kept"))
  }

  @Test func anotherRunInTheFileIsShownFromItsBegin() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    let stage = InspectStage([file], atEnd: true)
    #expect(number(stage) == 9)
    let other = try RecordedShop.record(in: folder, as: "other.jsonl", keeping: .first)
    let text = try String(contentsOfFile: other, encoding: .utf8)
    try text.replacing("\"shop\"", with: "\"second shop\"").write(
      toFile: file, atomically: false, encoding: .utf8)
    wait(stage)
    #expect(stage.text.contains("second shop, 14 entries"))
    #expect(stage.text.contains("shop.jsonl has another run now."))
    #expect(stage.state.runs[0].kept == [0])
  }

  /// A file of which a part is gone is another file; what is written behind the cut is damage.
  @Test(arguments: [0, 10, 250, 700, 1_500]) func aFileThatIsCutWhileItGrowsIsShownUpToTheCut(
    _ size: UInt64
  ) throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let stage = InspectStage([file], columns: 120, atEnd: true)
    let count = stage.state.runs[0].count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.truncate(atOffset: size)
    wait(stage)
    #expect(stage.state.runs[0].count < count)
    // The program that records goes on where it was: before that place, there is nothing.
    try handle.seek(toOffset: UInt64(whole.count))
    try handle.write(contentsOf: Data((#"{"e":{"pay":{}},"n":10}"# + "\n").utf8))
    try handle.close()
    wait(stage)
    #expect(stage.text.contains(size < 250 ? "this is no recording" : "this line is damaged"))
    #expect((stage.state.runs[0].count > 0) == (size >= 250))
    stage.press(up + down)
    // Another run takes its place.
    try whole.write(to: URL(fileURLWithPath: file))
    wait(stage)
    #expect(stage.state.runs[0].count < count, "Nothing is read behind a damage.")
  }

  @Test func whatIsWholeBeforeADamageIsShownWithAWordAboutIt() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    try append("damage\n", to: file)
    let stage = InspectStage([file], columns: 120)
    #expect(stage.text.contains("shop.jsonl:22: this line is damaged"))
    #expect(stage.text.contains("14 entries are shown."))
    stage.press(end)
    #expect(number(stage) == 9 && stage.state.wanted.isEmpty)
  }

  @Test func aLongFileIsReadInPieces() throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    try append(
      (10...5_000).map { #"{"e":{"typed":{"_0":"word \#($0)"}},"n":\#($0)}"# + "\n" }.joined(),
      to: file)
    let stage = InspectStage([file])
    #expect(stage.text.contains("5,005 entries"))
    stage.press("/word 4999\r")
    #expect(number(stage) == 4_999 && stage.state.search?.found.count == 1)
    stage.press("g1234\r")
    #expect(number(stage) == 1_234)
  }

  // MARK: Two runs

  @Test func twoRunsShowTheirFirstDifference() throws {
    defer { folder.remove() }
    let files = [
      try RecordedShop.record(in: folder),
      try RecordedShop.record(in: folder, as: "discount.jsonl", discount: 1),
    ]
    let stage = InspectStage(files)
    try stage.terminal.expect(
      """
      shop.jsonl and discount.jsonl  14 entries and 14 entries                watching
      shop.jsonl and discount.jsonl go the same way to transition 3. Then, after event
      4 add("tea", price: 4) from outside, cart[0].price is 4 in shop.jsonl and 3 in
      discount.jsonl, and 1 other value differs.
       n shop.jsonl                            discount.jsonl
       0 start                                 start                                 ┃
       1 typed("t")  outside                   typed("t")  outside                   ┃
       2 typed("te")  outside                  typed("te")  outside                  ┃
       · its alarm rang  search #2             its alarm rang  search #2             ┃
       3 found(["tea", "teapot"])  search #2   found(["tea", "teapot"])  search #2   ┃
       4 add("tea", price: 4)  outside         add("tea", price: 4)  outside         │
       5 add("teapot", price: 19)  outside     add("teapot", price: 19)  outside     │
       6 pay  outside                          pay  outside                          │
      ────────────────────────────────────────────────────────────────────────────────
      states 4, 2 differences
      ▾ ~ cart 1 element                                                             ┃
      └─▾ ~ [0]                                                                      ┃
        ├── ~ price 4 ≠ 3                                                            ┃
        └── title "tea"                                                              ┃
        query "te"                                                                   ┃
      ▸ titles ["tea", "teapot"]                                                     │
      effects that are alive
      ○ search #2  since 2, sent 2, end not told, after 0.3 seconds {body}
       ↑↓ move  / search  f filter  d first difference  ? help  q quit  tab next pane
      """)
    stage.press("\u{1B}[H")
    #expect(number(stage) == 0)
    stage.press("d")
    #expect(number(stage) == 4)
  }

  // MARK: Screens

  @Test func withoutRoomForAllThePaneWithTheFocusIsShown() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)], columns: 40, rows: 12)
    stage.press("g4\r")
    try stage.terminal.expect(
      """
      shop.jsonl  shop, 14 entries,…  watching
       n     time event            from
       0     0 µs start                      ┃
       1     0 µs typed("t")       outside   ┃
       2   120 ms typed("te")      outside   ┃
       ·   420 ms its alarm rang   search #2 ┃
       3   420 ms found(["tea", "… search #2 ┃
       4   820 ms add("tea", pric… outside   ┃
       5   1.72 s add("teapot", p… outside   │
       6   2.12 s pay              outside   │
       ·   2.12 s an attempt has … pay #1    │
       ↑↓ move  ? help  q quit  tab next pane
      """)
    stage.press("\t")
    try stage.terminal.expect(
      """
      shop.jsonl  shop, 14 entries,…  watching
      state 4, 2 changes since 3
      ▾ ~ cart 1 element
      └─▸ + [0] {price: 4, title: "tea"}
        query "te"
      ▸ titles ["tea", "teapot"]
        ~ total 0 → 4


      effects that are alive
      ○ search #2  since 2, sent 2, end not…
       ? help  q quit  tab next pane …
      """)
    stage.press("\t\t")
    #expect(stage.state.focus.isOn(.entries))
  }

  @Test(arguments: [(1, 1), (20, 6), (63, 19), (64, 20), (200, 60)])
  func itFitsEveryScreen(_ columns: Int, _ rows: Int) throws {
    defer { folder.remove() }
    let file = try RecordedShop.record(in: folder)
    let other = try RecordedShop.record(in: folder, as: "discount.jsonl", discount: 1)
    for files in [[file], [file, other]] {
      let stage = InspectStage(files, columns: columns, rows: rows)
      for keys in [down, "\t", "\t", "/a\r", "f#\r", "g", "?"] { stage.press(keys) }
      #expect(stage.terminal.terminal.violations == [])
    }
  }

  @Test func thePictureOfTheGuideIsItsFrame() throws {
    defer { folder.remove() }
    let stage = InspectStage([try RecordedShop.record(in: folder)], columns: 100, rows: 24)
    stage.press("g8\r")
    try Picture.expect(
      "Inspect", stage.rehearsal.svg(title: "The run of a shop, with its state after transition 8"),
      drawnBy: "InspectTests")
  }

  @Test(.onItsOwnThread) func itRunsOnATerminal() throws {
    defer { folder.remove() }
    let inspect = try ExampleOnTerminal("inspect", [try RecordedShop.record(in: folder)])
    try inspect.terminal.waitFor("14 entries")
    inspect.terminal.type("/paid\r")
    try inspect.terminal.waitFor("transition 9, after 3.12 s")
    inspect.terminal.type("q")
    try inspect.waitForEnd(.exited(0))
  }
}
