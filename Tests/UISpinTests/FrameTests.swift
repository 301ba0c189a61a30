import SpinAsync
import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@Suite struct FrameTests {
  private let ui = UISpin(Score.spin, render: Score.view, keys: { Score.keys })

  @Test func aFrameShowsTheNewestStateInFewBytes() throws {
    let stage = Scene(ui)
    try stage.terminal.expect(
      """
      value: 0
       + more  - less  l lock  ? help  q quit
      """)
    stage.terminal.type("++")
    try stage.terminal.expect(
      """
      value: 2
       + more  - less  l lock  ? help  q quit
      """, within: 9)
    stage.terminal.type("l")
    try stage.terminal.expect(
      """
      value: 2 locked
       l lock  ? help  q quit
      """)
  }

  @Test func progressIsShownAsLongAsAViewSetsIt() throws {
    let ui = UISpin(Score.spin) { score, _ in
      Text("\(score.value)").windowProgress(
        score.isLocked
          ? nil : score.value == 0 ? .indeterminate : .value(Double(score.value), of: 3))
    } keys: {
      Score.keys
    }
    let stage = Scene(ui)
    func expect(_ state: Int, _ percent: Int) {
      stage.terminal.show()
      #expect(stage.terminal.terminal.progress == .init(state: state, percent: percent))
    }
    expect(3, 0)
    stage.terminal.type("+")
    expect(1, 33)
    stage.terminal.type("++++")
    expect(1, 100)
    stage.terminal.type("l")
    stage.terminal.show()
    #expect(stage.terminal.terminal.progress == nil)
    #expect(stage.terminal.terminal.violations == [])
  }

  @Test func aTitleIsShownAsLongAsAViewSetsIt() throws {
    let ui = UISpin(Score.spin) { score, _ in
      if score.isLocked { Text("locked").title("locked") } else { Text("open") }
    } keys: {
      Score.keys
    }
    let stage = Scene(ui)
    for _ in 0..<2 {
      try stage.terminal.expect("open")
      #expect(stage.terminal.terminal.title == "")
      stage.terminal.type("l")
      try stage.terminal.expect("locked")
      #expect(stage.terminal.terminal.title == "locked")
      stage.terminal.type("l")
    }
    try stage.terminal.expect("open")
    #expect(stage.terminal.terminal.title == "")
    #expect(stage.terminal.terminal.violations == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theLastFrameShowsTheStateInWhichItEnded(_ runtime: RuntimeUnderTest) async throws {
    let stage = Scene(ui, on: runtime())
    stage.terminal.show()
    stage.terminal.type("+++q")
    await stage.rehearsal.idle()
    stage.terminal.show()
    #expect(stage.rehearsal.end == .quit)
    #expect(stage.terminal.terminal.text.hasPrefix("value: 3\n"))
  }

  /// A spacer used to take rows from a list that had been reckoned with.
  @Test func anInlineViewIsAsHighAsWhatItShows() throws {
    let ui = UISpin(Score.spin, options: .inline) { score, _ in
      VStack {
        List(count: 2 + score.value, Selection()) { Text("row \($0)") }
        Spacer()
        List(count: 1, Selection.none) { _ in Text("one") }
        Text("bottom").border(.light, padding: 0)
      }
    } keys: {
      Key("+", help: "more", .add(1))
    }
    let stage = Scene(ui, columns: 10, rows: 12)
    try stage.terminal.expect("row 0\nrow 1\none\n┌──────┐\n│bottom│\n└──────┘")
    stage.terminal.type("+")
    try stage.terminal.expect("row 0\nrow 1\nrow 2\none\n┌──────┐\n│bottom│\n└──────┘")
  }

  @Test func barsAreSeenInPicturesThatShowThem() throws {
    let ui = UISpin(Score.spin) { score, _ in
      ProgressBar(score.value, of: 4).frame(width: .fixed(4)).environment(\.colors, .ansi16)
      Text("x").reverse()
    } keys: {
      Key("+", help: "more", .add(1))
    }
    let stage = Scene(ui)
    try stage.terminal.expect("░░░░\nx")
    stage.terminal.type("++")
    try stage.terminal.expect("██░░\nx", within: 14)
    stage.terminal.type("+")
    try stage.terminal.expect("   ░\nx")
    #expect(throws: PictureMismatch.self) { try stage.terminal.expect("██░░\nx") }
  }

  @Test func nothingIsDrawnForAnEqualPicture() {
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.type("+-")
    #expect(stage.terminal.show() == 0)
  }

  @Test func aPictureThatDiffersSaysWhere() {
    let stage = Scene(ui, rows: 2)
    #expect(throws: PictureMismatch.self) { try stage.terminal.expect("value: 1", within: 3) }
    do throws(PictureMismatch) {
      stage.terminal.type("+")
      try stage.terminal.expect("value: 2\n + more  - less  l lock  ? help  q quit", within: 0)
    } catch {
      #expect(
        error.description == """
          UISpinTests/FrameTests.swift:134:
          The screen differs from the picture (-: expected, +: actual).
          - |value: 2
          + |value: 1
            | + more  - less  l lock  ? help  q quit
          The frame has \(error.bytes) bytes, and 0 are allowed.
          """)
    }
  }

  /// The view was as high as the menu, which then had too few rows below the field.
  @Test func anInlineViewHasRoomForAMenuBelowAField() throws {
    func stage(rows: Int) -> Scene<Score, Score.Event> {
      let ui = UISpin(Score.spin, options: .inline) { _, _ in
        Text("size").id("size")
      } keys: {
        Key("l", help: "open", .lock)
      } layers: {
        Layer(when: \.isLocked, at: .below("size")) { _, _ in
          Text("small\nmedium\nlarge")
        } keys: {
          Key("l", help: "close", .lock)
        }
      }
      return Scene(ui, columns: 10, rows: rows)
    }
    let high = stage(rows: 12)
    try high.terminal.expect("size")
    high.terminal.type("l")
    try high.terminal.expect("size\nsmall\nmedium\nlarge")
    let low = stage(rows: 1)
    low.terminal.type("l")
    try low.terminal.expect("sismall…")
  }

  @Test func anInlineViewHasRoomForAMenuBelowAFieldOfADialog() throws {
    let ui = UISpin(Score.spin, options: .inline) { _, _ in
      Text("page")
    } keys: {
      Key("+", help: "open", .add(1))
    } layers: {
      Layer(when: { $0.value > 0 }, at: .top) { _, _ in
        Text("title\nfield").id("field")
      } keys: {
        Key("l", help: "choose", .lock)
      }
      Layer(when: \.isLocked, at: .below("field")) { _, _ in
        Text("one\ntwo\nthree")
      }
    }
    let stage = Scene(ui, columns: 10, rows: 12)
    stage.terminal.type("+")
    try stage.terminal.expect("patitle\n  field")
    stage.terminal.type("l")
    try stage.terminal.expect("patitle\n  field\n  one\n  two\n  three")
  }

  @Test func helpShowsWhatIsLive() throws {
    let stage = Scene(ui, rows: 8)
    stage.terminal.type("l")
    try stage.terminal.expect("value: 0 locked\n l lock  ? help  q quit")
  }

  @Test func aNewSizeDrawsEverythingAnew() throws {
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.resize(columns: 12, rows: 3)
    try stage.terminal.expect(
      """
      value: 0
       ? help …
      """)
  }

  @Test func equalProjectionsAreNotRenderedAgain() {
    let rendered = Transcript<Int>()
    let ui = UISpin(
      Score.spin, showing: { $0.value / 10 },
      render: { tens, _ in
        let _ = rendered.append(tens)
        Text("\(tens)")
      }, keys: { Score.keys })
    let stage = Scene(ui)
    stage.terminal.show()
    for _ in 1...12 {
      stage.terminal.type("+")
      stage.terminal.show()
    }
    #expect(stage.terminal.terminal.text == "1")
    #expect(rendered.entries == [0, 1])
  }

  @Test func helpFollowsTheStateEvenIfWhatIsProjectedStays() throws {
    let ui = UISpin(
      Score.spin, showing: { $0.value }, render: { _, _ in Help() }, keys: { Score.keys })
    let stage = Scene(ui, columns: 60)
    stage.terminal.show()
    stage.terminal.type("l")
    try stage.terminal.expect(" l lock  ? help  q quit")
  }

  @Test func whoReadsByEarOrMagnifierFindsTheCursorWhereTheFocusIs() {
    var options = UIOptions.fullScreen
    options.isAccessible = true
    let ui = UISpin(Score.spin, options: options, focus: { Focus($0.value) }) { score, _ in
      VStack {
        Text("one").id(1)
        Text("two").id(2)
      }
    } keys: {
      Score.keys
    }
    let stage = Scene(ui, rows: 3)
    stage.rehearsal.emit(.add(2))
    stage.terminal.show()
    #expect(
      stage.terminal.terminal.picture == """
        40x3, cursor at row 1, column 0
        |one                                     |
        |two                                     |
        |                                        |
        """)
  }

  @Test func aViewNamesTheWindow() {
    let ui = UISpin(Score.spin) { score, _ in
      Text("a").title("score \(score.value)\u{1B}]")
    } keys: {
      Score.keys
    }
    let stage = Scene(ui)
    stage.terminal.show()
    #expect(stage.terminal.terminal.title == "score 0␛]")
    stage.terminal.type("+")
    #expect(stage.terminal.show() > 0)
    #expect(stage.terminal.terminal.title == "score 1␛]")
    #expect(stage.terminal.show() == 0)
  }

  @Test func anOwnerIsHeldWeakly() throws {
    final class Owner: Sendable {
      @Sendable func view(_ score: Score, _ screen: Screen) -> any View { Text("\(score.value)") }
    }
    let ui = UISpin(spin: Score.spin) { Score.keys }
    var owner: Owner? = Owner()
    weak let observed = owner
    if let owner { ui.render(on: owner, using: Owner.view) }
    let stage = Scene(ui)
    try stage.terminal.expect("0")
    owner = nil
    #expect(observed == nil)
    stage.terminal.type("+")
    try stage.terminal.expect("0")
    #expect(stage.rehearsal.end == .released)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theSameTapeGivesTheSameFramesOnEveryRuntime(_ runtime: RuntimeUnderTest) async throws {
    for seed in 1...UInt64(inRelease(8, inDebug: 4)) {
      var (first, second) = (Tape(seed: seed), Tape(seed: seed))
      let model = await first.play(ui, on: { CallbackRuntime.callersThread(scheduler: $0) })
      let frames = await second.play(ui, on: { runtime(scheduler: $0) })
      try #require(frames == model, "seed \(seed)")
      #expect(Set(frames).count > 3, "a tape that shows nothing proves nothing")
    }
  }
}

/// What a user does, at random.
private struct Tape {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Plays it; returns the bytes of the frame after each step.
  mutating func play(
    _ ui: UISpin<Score, Score.Event>, on runtime: (ManualScheduler) -> any SpinRuntime
  ) async -> [[UInt8]] {
    let time = ManualScheduler()
    let rehearsal = rehearse(ui, runtime(time))
    var frames: [[UInt8]] = []
    await rehearsal.idle()
    frames.append(rehearsal.frame())
    for _ in 1...30 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: time.advance(by: .milliseconds(Int.random(in: 1...2500, using: &generator)))
      case 1:
        rehearsal.resize(
          columns: Int.random(in: 1...60, using: &generator),
          rows: Int.random(in: 1...9, using: &generator))
      case 2: rehearsal.emit(.note("note"))
      default:
        let keys = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          ["+", "-", "l", "?", "\u{1B}[A", "\u{1B}OB", "x"].randomElement(using: &generator) ?? ""
        }
        rehearsal.input(keys.joined().utf8)
      }
      await rehearsal.idle()
      frames.append(rehearsal.frame())
    }
    rehearsal.stop()
    return frames
  }

  private func rehearse(
    _ ui: UISpin<Score, Score.Event>, _ runtime: some SpinRuntime
  ) -> Rehearsal<Score, Score.Event> {
    ui.rehearse(on: runtime, columns: 40, rows: 6)
  }
}
