import Foundation
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

/// What a program asks the terminal for besides drawing.
@Suite struct PerformTests {
  /// A note that can be copied, and sent.
  private struct Note: Equatable, Sendable {
    var text = ""
    @Pulse var copied: String?
    @Pulse var rings = 0
    var isSent = false
    var refusals: [String] = []

    enum Event: Equatable, Sendable {
      case type(String), copy, ring, send(Bool), nothing, refused(String)
      case restore(Note)
    }

    mutating func apply(_ event: Event) {
      switch event {
      case .type(let text): self.text = text
      case .copy: copied = text
      case .ring: rings = 0
      case .send(let isSent): self.isSent = isSent
      case .nothing: break
      case .refused(let text): refusals.append(text)
      case .restore(let note): self = note
      }
    }

    static let spin = Spin<Note, Event>(initialState: Note()) {
      Feedback(filteredBy: { $0.text == "chain" }) { _ in .just(.type("end of the chain")) }
      Reducer { $0.apply($1) }
    }
  }

  private let ui = UISpin(Note.spin) { note, _ in
    Text(note.text)
  } keys: {
    Key.run("e", help: "edit") {
      .editor($0.text)
    } finished: { _ in
      .nothing
    }
    Key("b", help: "ring", .ring)
  } terminal: {
    Perform(on: \.text) { $0.isEmpty ? nil : .notify(title: $0) }
    Perform(pulse: \.$copied) { .copy($0) { .refused("\($0.operation)") } }
    Perform(pulse: \.$rings) { _ in .bell }
    Perform(when: \.isSent) { .notify(title: "sent", body: "twice") }
  }

  @Test func aRequestIsMadeWhenTheValueDiffers() {
    let stage = Scene(ui)
    #expect(stage.rehearsal.requests == [])
    for text in ["a", "a", "", "a", "b"] { stage.rehearsal.emit(.type(text)) }
    #expect(
      stage.rehearsal.requests == ["a", "a", "b"].map { .notify(title: $0, body: "") })
  }

  @Test func eachAssignmentOfAPulseIsARequest() {
    let stage = Scene(ui)
    for _ in 0..<3 { stage.rehearsal.emit(.ring) }
    stage.rehearsal.emit(.nothing)
    #expect(stage.rehearsal.requests == [.bell, .bell, .bell])
  }

  @Test func anOlderStateThatComesBackAsksForNothing() {
    let stage = Scene(ui)
    let before = stage.rehearsal.state
    stage.rehearsal.emit(.ring)
    stage.rehearsal.emit(.restore(before))
    #expect(stage.rehearsal.requests == [.bell])
    stage.rehearsal.emit(.ring)
    #expect(stage.rehearsal.requests == [.bell, .bell])
  }

  @Test func aConditionAsksForSomethingEachTimeItBecomesTrue() {
    let stage = Scene(ui)
    for isSent in [true, true, false, true] { stage.rehearsal.emit(.send(isSent)) }
    let sent = TerminalCommand.notify(title: "sent", body: "twice")
    #expect(stage.rehearsal.requests == [sent, sent])
  }

  @Test func theFirstStateAsksForWhatItSelectsAndForNoPulse() {
    let spin = Spin<Note, Note.Event>(initialState: Note(text: "hello")) {
      Reducer { $0.apply($1) }
    }
    let ui = UISpin(spin) { _, _ in
    } terminal: {
      Perform(on: \.text) { .copy($0) }
      Perform(pulse: \.$rings) { _ in .bell }
    }
    #expect(Scene(ui).rehearsal.requests == [.copy("hello")])
  }

  /// Those of one state in the order of declaration, and the others in that of the states.
  @Test(arguments: RuntimeUnderTest.all)
  func requestsKeepTheirOrderWhereverTheyComeFrom(_ runtime: RuntimeUnderTest) async {
    let rehearsal = ui.rehearse(on: runtime())
    var all = Note(text: "all", isSent: true)
    all.copied = "copied"
    all.rings = 1
    ui.perform(.bell)
    rehearsal.emit(.restore(all))
    rehearsal.input("eb".utf8)
    ui.perform(.copy("from outside"))
    rehearsal.emit(.type("chain"))
    await rehearsal.idle()
    #expect(
      rehearsal.requests == [
        .bell, .notify(title: "all", body: ""), .copy("copied"), .bell,
        .notify(title: "sent", body: "twice"), .run(.editor("all")), .bell,
        .copy("from outside"), .notify(title: "chain", body: ""),
        .notify(title: "end of the chain", body: ""),
      ])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aCopyThatIsTooLongIsRefusedWithAnEvent(_ runtime: RuntimeUnderTest) async {
    let rehearsal = ui.rehearse(on: runtime())
    rehearsal.emit(.type(String(repeating: "x", count: 100_000)))
    rehearsal.emit(.copy)
    await rehearsal.idle()
    #expect(rehearsal.requests.last == .copy(rehearsal.state.text))
    rehearsal.emit(.type(String(repeating: "x", count: 100_001)))
    rehearsal.emit(.copy)
    await rehearsal.idle()
    #expect(rehearsal.state.refusals == ["copy"])
    #expect(rehearsal.requests.count == 3)
  }

  @Test func aRequestForAProgramHasItsEndAsAnEvent() {
    let stage = Scene(ui)
    ui.perform(.run(ChildCommand("vi")) { .refused("\($0)") })
    ui.perform(.run(ChildCommand("ed")) { _ in .refused("second") })
    #expect(stage.rehearsal.program == ChildCommand("vi"))
    stage.rehearsal.finishProgram(.success(.exited(3)))
    #expect(stage.rehearsal.program == ChildCommand("ed"))
    stage.rehearsal.finishProgram()
    #expect(stage.rehearsal.state.refusals == ["success(exited with status 3)", "second"])
  }

  @Test func whereNothingRunsARequestIsDropped() {
    #expect(ui.perform(.bell) == .dropped(.stopped))
    let stage = Scene(ui)
    #expect(ui.perform(.bell) == .accepted)
    ui.stop()
    #expect(ui.perform(.bell) == .dropped(.stopped))
    #expect(stage.rehearsal.requests == [.bell])
  }

  @Test func aNewRunRemembersNothingOfTheOneBefore() {
    let first = Scene(ui)
    first.rehearsal.emit(.send(true))
    first.rehearsal.stop()
    let second = Scene(ui)
    #expect(second.rehearsal.requests == [])
    second.rehearsal.emit(.send(true))
    #expect(second.rehearsal.requests.count == 1)
  }

  @Test func aFrameOfARehearsalBringsNoBytesOfARequest() {
    let stage = Scene(ui)
    stage.terminal.show()
    ui.perform(.copy("x"))
    ui.perform(.bell)
    #expect(stage.rehearsal.frame() == [])
  }

  /// Whoever copies a state finds the requests up to it, and no later ones.
  @Test func theRequestsOfLaterStatesWait() {
    let queue = RequestQueue<Int, Int>([])
    queue.add([.bell, .copy("a"), .run(ChildCommand("vi")), .bell])
    #expect(!queue.hasRequests(upTo: 0) && queue.take(upTo: 0).isEmpty)
    #expect(queue.take(upTo: 1).map(\.command) == [.bell])
    #expect(!queue.hasRequests(upTo: 1) && queue.hasRequests(upTo: 2))
    #expect(queue.take(upTo: 9).map(\.command) == [.copy("a"), .run(ChildCommand("vi"))])
    #expect(queue.take(upTo: 9).map(\.command) == [.bell])
    #expect(queue.take(upTo: 9).isEmpty)
  }

  @Test(arguments: ["plain", "frames", "off"])
  func withoutAScreenANotificationIsALineAndTheRestIsRefused(_ mode: String) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [mode] in
      setenv("SPINTTY", mode, 1)
      var options = UIOptions()
      options.readsKeysFromPipes = false
      let spin = Spin<[String], String>(initialState: []) {
        Feedback(filteredBy: \.isEmpty) { _ in .just("begun") }
        Reducer { $0.append($1) }
      }
      let ui = UISpin(spin, options: options, plain: .nothing) { _, _ in
      } terminal: {
        Perform(on: \.count) { $0 == 1 ? .notify(title: "one", body: "\u{1B}[2J") : nil }
        Perform(on: \.count) { $0 == 1 ? .bell : nil }
        Perform(on: \.count) { $0 == 1 ? .copy("x") { "\($0.operation)" } : nil }
        Perform(on: \.count) { $0 == 1 ? .run(.editor()) { _ in "not run" } : nil }
      }
      let end = try ui.run(on: .callersThread, until: .settled)
      if end.state != ["begun", "copy", "not run"] { exit(1) }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("one: ␛[2J\n") == (mode != "off"))
    #expect(!output.contains("\u{7}") && !output.contains("\u{1B}"))
  }
}
