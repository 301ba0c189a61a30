import Foundation
import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@Suite struct InputTests {
  private let ui = UISpin(Score.spin, render: Score.view, keys: { Score.keys })

  @Test func keysReadAtOnceAreReducedOneAfterAnotherAndQuitEndsAtItsPlace() {
    let stage = Scene(ui)
    stage.terminal.type("---q+")
    #expect(stage.rehearsal.state.value == -3)
    #expect(stage.rehearsal.end == .quit)
    #expect(stage.rehearsal.emit(.add(1)) == .dropped(.stopped))
  }

  @Test func aKeyMeansWhatTheStateSaysWhenItIsItsTurn() {
    let stage = Scene(ui)
    // All of it is read at once: the second + comes when the score is locked, the third is not.
    stage.terminal.type("+l+l+")
    #expect(stage.rehearsal.state.value == 2)
  }

  @Test func anEscapeSequenceMayArriveByteByByte() {
    let stage = Scene(ui)
    for byte in "\u{1B}[A\u{1B}OA".utf8 { stage.rehearsal.input([byte], isComplete: false) }
    #expect(stage.rehearsal.state.value == 2)
  }

  @Test func inputThatMeansNothingIsNoTransition() {
    let time = ManualScheduler()
    let states = Transcript<Int>()
    let transitions = Transcript<Int>()
    let spin = Spin<Score, Score.Event>(initialState: Score()) {
      Feedback { score in
        states.append(score.value)
        return .after(.seconds(1), .tick)
      }
      Feedback.transitions { transition in
        transitions.append(transition.number)
        return .none
      }
      Reducer { $0.apply($1) }
    }
    let stage = Scene(
      UISpin(spin, render: Score.view, keys: { Score.keys }),
      on: CallbackRuntime.callersThread(scheduler: time))
    stage.terminal.type("l")
    time.advance(by: .milliseconds(999))
    // Locked: + is bound and means nothing now, x is not bound, ? is for the view only.
    stage.terminal.type("+x?")
    #expect(states.entries == [0, 0])
    time.advance(by: .milliseconds(1))
    #expect(states.entries == [0, 0, 100])
    #expect(transitions.entries == [0, 1, 2])
  }

  /// By the meaning that it has when it is its turn.
  @Test func aKeyWhoseEventIsARepeatIsDropped() {
    let time = ManualScheduler()
    let spin = Spin<Score, Score.Event>(initialState: Score()) {
      DropRepeats(within: .milliseconds(300)) { $0 == .add(1) }
      Reducer { $0.apply($1) }
    }
    let stage = Scene(
      UISpin(spin, render: Score.view, keys: { Score.keys }),
      on: CallbackRuntime.callersThread(scheduler: time))
    stage.terminal.type("+-+-")
    #expect(stage.rehearsal.state.value == -1)
    time.advance(by: .milliseconds(299))
    stage.terminal.type("+-")
    #expect(stage.rehearsal.state.value == -2)
    time.advance(by: .milliseconds(1))
    // Locked, + means nothing, and does not count.
    stage.terminal.type("l+l+")
    #expect(stage.rehearsal.state.value == -1)
  }

  @Test func inputThatNoLiveKeyTakesIsForControlsOfNoRegion() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Key("+", help: "more", when: \.isOpen, .add(1))
      Key("l", help: "lock", .lock)
      Control.input { $0.event?.insertion.map { .note($0) } }
    }
    let stage = Scene(ui)
    stage.terminal.type("+a+l+")
    stage.terminal.paste("l+\nq")
    #expect(stage.rehearsal.state.value == 2)
    #expect(stage.rehearsal.state.log == ["a", "+", "l+\nq"])
  }

  @Test func aGroupOfBindingsIsLiveWhereItsConditionHoldsAndItsOwn() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Keys(when: \.isOpen) {
        Key("+", help: "more", when: { $0.value < 2 }, .add(1))
        Key("x", help: "lock", .lock)
      }
      Keys(when: \.isLocked) {
        Key("+", help: "note", .note("+"))
        Control.input { $0.event?.insertion.map { .note($0) } }
      }
    }
    let stage = Scene(ui)
    stage.terminal.type("+++yx+y")
    #expect(stage.rehearsal.state == Score(value: 2, isLocked: true, log: ["+", "y"]))
  }

  @Test func ofSeveralControlsTheFirstThatMakesAnEventTakesTheInput() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Control.input(when: \.isLocked) { $0.event == nil ? nil : .note("locked") }
      Control.input { $0.event?.insertion == "y" ? .note("first") : nil }
      Control.input { $0.event == nil ? nil : .note("second") }
    }
    let stage = Scene(ui)
    stage.terminal.type("yx")
    stage.rehearsal.emit(.lock)
    stage.terminal.type("y")
    #expect(stage.rehearsal.state.log == ["first", "second", "locked"])
  }

  @Test func theMouseIsTestedAgainstTheFrameThatIsShown() throws {
    let ui = UISpin(Score.spin) { score, _ in
      for number in 0...score.value { Text("row \(number)").id(number) }
    } keys: {
      Control.input { input in
        guard case .press = input.mouse?.action else { return nil }
        guard let id = input.region(under: Int.self) else { return .note("nothing") }
        return .note("\(id) of frame \(input.frame.number)")
      }
    }
    let stage = Scene(ui)
    stage.terminal.show()
    stage.rehearsal.emit(.add(1))
    stage.terminal.click(column: 2, row: 1)  // Row 1 is in the state, and not on the screen yet.
    stage.terminal.show()
    stage.terminal.click(column: 3, row: 1)
    #expect(stage.rehearsal.state.log == ["nothing", "1 of frame 2"])
  }

  @Test func theFirstInputSaysWhichSizeTheScreenHasAndANewSizeIsOneToo() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Control.input { input in
        if case .resized(let size) = input.kind { .note("\(size.columns)") } else { nil }
      }
    }
    let stage = Scene(ui)
    stage.terminal.resize(columns: 20, rows: 4)
    #expect(stage.rehearsal.state.log == ["40", "20"])
  }

  /// Such a binding used to take ctrl-C, which then did nothing, however often it was pressed.
  @Test(arguments: [(String, UIEndReason?)]([("\u{3}", .signal(2)), ("\u{1A}", nil)]))
  func aBindingThatIsNotLiveDoesNotTakeTheWayOut(_ key: String, _ reason: UIEndReason?) {
    let ui = UISpin(Score.spin, render: Score.view) {
      Keys(when: \.isOpen) {
        Key("c", .ctrl("c"), .ctrl("z"), help: "more", .add(1))
        Control.input { $0.event?.insertion.map { .note($0) } }
      }
      Key("l", help: "lock", .lock)
    }
    let stage = Scene(ui)
    stage.terminal.type(key + "l")
    #expect(stage.rehearsal.state.value == 1)
    stage.terminal.type(key)
    #expect(stage.rehearsal.end == reason)
    #expect(stage.rehearsal.suspensions == (reason == nil ? 1 : 0))
  }

  @Test func noControlTakesCtrlCEvenIfAKeyThatIsNotLiveHasIt() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Key(.ctrl("c"), help: "more", when: \.isOpen, .add(1))
      Key("l", help: "lock", .lock)
      Control.input { $0.presses.first.map { .note("\($0.chord)") } }
    }
    let stage = Scene(ui)
    stage.terminal.type("l\u{3}")
    #expect(stage.rehearsal.state.log.isEmpty)
    #expect(stage.rehearsal.end == .signal(2))
  }

  @Test func anotherProgramGetsTheTerminalAndItsEndIsAnEvent() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Key.run("e", help: "edit") { score in
        score.isLocked ? nil : ChildCommand("vi", ["\(score.value)"])
      } finished: { result in
        .note((try? result.get()) == .exited(3) ? "three" : "else")
      }
      Key("l", help: "lock", .lock)
    }
    let stage = Scene(ui)
    stage.terminal.type("e")
    #expect(stage.rehearsal.program == ChildCommand("vi", ["0"]))
    stage.rehearsal.finishProgram(.success(.exited(3)))
    #expect(stage.rehearsal.program == nil)
    #expect(stage.rehearsal.state.log == ["three"])
    stage.terminal.type("le")
    #expect(stage.rehearsal.program == nil)
  }

  /// The loop goes on while the program has the terminal, and what was selected may not be any more.
  @Test func theEndOfAProgramComesWithTheStateInWhichItWasStarted() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Key.run("e", help: "edit") {
        .editor("\($0.value)")
      } finished: { score, _ in
        .note("\(score.value) edited")
      }
    }
    let stage = Scene(ui)
    stage.rehearsal.emit(.add(4))
    stage.terminal.type("e")
    stage.rehearsal.emit(.add(1))
    stage.rehearsal.finishProgram(.success(.exited(0)))
    #expect(stage.rehearsal.state.value == 5)
    #expect(stage.rehearsal.state.log == ["4 edited"])
  }

  @Test func ofTwoLiveBindingsOfOneChordTheLaterOneWins() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Key("x", help: "here", when: \.isOpen, .add(1))
      Key("x", help: "there", .add(10))
      Key("y", help: "first", .add(100))
      Key("y", help: "second", when: \.isLocked, .add(1000))
    }
    let stage = Scene(ui)
    stage.terminal.type("xyx")
    #expect(stage.rehearsal.state.value == 120)
    stage.rehearsal.emit(.lock)
    stage.terminal.type("xy")
    #expect(stage.rehearsal.state.value == 1130)
  }

  @Test func aRehearsalTellsWhichKeysSeveralLiveBindingsTake() {
    let ui = UISpin(Score.spin, render: Score.view) {
      Key("x", help: "here", .lock)
      Key("y", "x", help: "there", .lock)
      Key("y", help: "only locked", when: \.isLocked, .add(1))
      Key("+", help: "more", when: \.isOpen, .add(1))
      Key("+", help: "less", when: \.isLocked, .add(-1))
    }
    let stage = Scene(ui)
    let always = KeyClash("x", ["here", "there"])
    #expect(stage.rehearsal.keyClashes == [always])
    stage.terminal.type("++")
    stage.rehearsal.emit(.lock)
    #expect(stage.rehearsal.keyClashes == [always, KeyClash("y", ["there", "only locked"])])
    stage.terminal.type("xyxy")
    #expect(stage.rehearsal.keyClashes.count == 2)
    #expect(
      Scene(UISpin(Score.spin, render: Score.view, keys: { Score.keys })).rehearsal.keyClashes == []
    )
  }

  @Test func helpNamesAKeyWithWhatItDoes() throws {
    let ui = UISpin(Score.spin) { _, _ in
      Help()
    } keys: {
      Key("x", help: "here", .lock)
      Key("+", .up, help: "more", .add(1))
      Key("x", "+", help: "there", .lock)
      Key("-", help: "less", .add(-1))
      Key("-", help: "only locked", when: \.isLocked, .add(-2))
    }
    try Scene(ui).terminal.expect(" ↑ more  x there  - less")
  }

  @Test func aBindingThatNamesAChordTwiceDoesNotClashWithItself() {
    let ui = UISpin(Score.spin, render: Score.view) { Key("x", "x", help: "lock", .lock) }
    let stage = Scene(ui)
    stage.terminal.type("x")
    #expect(stage.rehearsal.keyClashes == [])
  }

  #if DEBUG
    @Test func anEventBeforeTheFirstRunIsDroppedAndADebugBuildSaysSo() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let ui = UISpin(Score.spin, render: Score.view) { Key("x", help: "lock", .lock) }
        #expect(ui.emit(.add(7)) == .dropped(.stopped))
        #expect(ui.state.value == 0)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("before the interface started, and was dropped: add(7)"))
    }

    @Test func whereAKeyHasTwoMeaningsADebugBuildSaysSoAfterTheRun() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        var options = UIOptions()
        options.readsKeysFromPipes = false
        let ui = UISpin(Score.spin, options: options, plain: .nothing, render: Score.view) {
          Key("x", help: "here", .lock)
          Key("y", "x", help: "there", .lock)
        }
        _ = try ui.run(on: .callersThread, until: .settled)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.components(separatedBy: "The key x has several live bindings").count == 2)
      #expect(message.contains("“here” and “there”, and the last one wins"))
    }

    @Test(arguments: [false, true])
    func whereAControlMovesAFocusThatTheScreenDoesNotHaveADebugBuildSaysSo(
      hasFocus: Bool
    ) async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        [hasFocus = hasFocus as Bool] in
        var options = UIOptions()
        options.readsKeysFromPipes = false
        let focus: @Sendable (Score) -> any FocusValue = { _ in Focus(1) }
        let ui = UISpin(
          Score.spin, options: options, plain: .nothing, focus: hasFocus ? focus : nil,
          render: Score.view
        ) {
          Control.focus { (_: Focus<Int>.Action) in .lock }
        } layers: {
          Layer(when: { $0.value < 0 }, focus: hasFocus ? focus : nil) { _, _ in
            Text("less")
          } keys: {
            Control.focus { (_: Focus<Int>.Action) in .lock }
          }
        }
        _ = try ui.run(on: .callersThread, until: .settled)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let lines = [
        "A Control.focus moves a focus that the screen does not show: pass focus: to the UISpin.",
        "A Control.focus moves a focus that the screen does not show: pass focus: to its Layer.",
      ]
      for line in lines {
        #expect(message.contains("\(line)\n") == !hasFocus, "\(message)")
      }
    }
  #endif
}
