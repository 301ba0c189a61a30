import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// `undoable`: a spin with undo and redo.
extension Conformance {
  private typealias Draft = HistoryEvent<Int>

  /// Adds numbers; its effects are by remote control.
  private static func sum(_ remote: Remote<Int>) -> Spin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 0 ? nil : $0 }) { remote.effect($0) }.named("save")
      Reducer { sum, number in sum += number }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aStepIsUndoneAndDoneAgain(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.sum(Remote()).undoable().start(on: runtime)
    let expected = [
      (Draft.event(1), 1, 1, 0), (.event(10), 11, 2, 0), (.undo, 1, 1, 1), (.undo, 0, 0, 2),
      (.undo, 0, 0, 2), (.redo, 1, 1, 1), (.event(0), 1, 1, 1), (.event(100), 101, 2, 0),
      (.redo, 101, 2, 0), (.undo, 1, 1, 1), (.clear, 1, 0, 0), (.undo, 1, 0, 0),
    ]
    for (event, present, past, future) in expected {
      let history = try await running.send(event)
      #expect(history.present == present, "after \(event)")
      #expect(history.past.count == past && history.canUndo == (past > 0), "after \(event)")
      #expect(history.future.count == future && history.canRedo == (future > 0), "after \(event)")
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatIsNoStepBelongsToTheOneBefore(_ runtime: RuntimeUnderTest) async throws {
    let spin = Self.sum(Remote()).undoable { before, number in number >= 10 && before % 2 == 0 }
    let running = spin.start(on: runtime)
    for number in [1, 10, 1, 10, 3] { running.emit(.event(number)) }
    await running.idle()
    #expect(running.state.past == [12])
    #expect(try await running.send(.undo).present == 12)
    // It is no step, so what was undone can be done again, and what it changed is gone.
    running.emit(.event(5))
    #expect(try await running.send(.redo).present == 25)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func onlyTheNewestStepsAreKept(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.sum(Remote()).undoable(limit: 3).start(on: runtime)
    for number in 1...9 { running.emit(.event(number)) }
    await running.idle()
    #expect(running.state.past == [21, 28, 36])
  }

  @Test(.promises("22.14"), arguments: RuntimeUnderTest.all)
  func undoCancelsWhatTheEarlierStateDoesNotWantAndStartsWhatItWants(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Int>()
    let origins = Transcript<String>()
    let running = Self.sum(remote).undoable().start(on: runtime) {
      if $0.event != nil { origins("\($0.origin)") }
    }
    for event in [Draft.event(1), .event(1), .undo, .undo, .redo] {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    remote.log("|")
    remote.emit(3, from: 1)
    await running.idle()
    #expect(
      remote.log.entries == [
        "|", "+1", "|", "-1", "+2", "|", "-2", "+1", "|", "-1", "|", "+1", "|", "-1", "+4",
      ])
    #expect(origins.entries.last == "present.save")
    #expect(running.state == History(present: 4, past: [0, 1]))
  }

  @Test(.promises("22.1", "22.14"), arguments: RuntimeUnderTest.all)
  func theFeedbacksOfAnUndoableSpinHearOfTheirOwnEventsAsAlone(
    _ runtime: RuntimeUnderTest
  ) async throws {
    func watching(_ log: Transcript<String>) -> Spin<Int, Int> {
      Spin<Int, Int>(initialState: 0) {
        Feedback.transitions(keepingPrevious: true) { step in
          let previous = step.previous.map(String.init) ?? "nothing"
          let origin = step.origin == .whole ? " whole" : ""
          log("\(step.event ?? 0): \(previous) -> \(step.state)\(origin)")
          return .none
        }
        Feedback(filteredBy: { $0 % 3 == 1 }) { _ in .just(1) }
        Reducer { sum, number in sum += number }
      }
    }
    let (alone, undoable) = (Transcript<String>(), Transcript<String>())
    let one = watching(alone).start(on: runtime)
    let other = watching(undoable).undoable().start(on: runtime)
    for number in [1, 2, 0, -5, 4] {
      one.emit(number)
      other.emit(.event(number))
      try await one.settled()
      try await other.settled()
    }
    #expect(undoable.entries == alone.entries)
    other.emit(.undo)
    try await other.settled()
    #expect(undoable.entries.suffix(2) == ["0: 5 -> 4 whole", "1: 4 -> 5"])
  }

  /// What is kept for undo is kept once a step; the rest changes where it is.
  @Test
  func anEventThatIsNoStepChangesTheStateInPlace() async throws {
    let addresses = Transcript<Int>()
    var numbers: [Int] = []
    numbers.reserveCapacity(1_000)
    let spin = Spin<[Int], Int>(initialState: numbers) {
      Reducer { numbers, number in
        numbers.append(number)
        numbers.withUnsafeBufferPointer { addresses(Int(bitPattern: $0.baseAddress)) }
      }
    }
    let running = spin.undoable { _, number in number == 0 }.start(on: .callersThread)
    for number in 0..<50 { running.emit(.event(number)) }
    #expect(Set(addresses.entries.dropFirst(30)).count == 1)
    await running.end()
  }

  @Test
  func aHistoryIsCodedWithItsSteps() throws {
    var none = History(0)
    none.note(stepFrom: 0, limit: -1)
    #expect(!none.canUndo)
    let history = History(present: 3, past: [1, 2], future: [4])
    let decoded = try JSONDecoder().decode(
      History<Int>.self, from: JSONEncoder().encode(history))
    #expect(decoded == history)
    #expect(decoded.hashValue == history.hashValue)
    #expect(decoded != History(3))
    #expect(HistoryEvent.event(1).event == 1 && HistoryEvent<Int>.undo.event == nil)
  }
}

extension History where State: Equatable {
  /// Makes a history by hand: it goes forward, and back again.
  fileprivate init(present: State, past: [State] = [], future: [State] = []) {
    let all = past + [present] + future.reversed()
    self.init(all[0])
    for state in all.dropFirst() {
      note(stepFrom: self.present, limit: .max)
      self.present = state
    }
    for _ in future { undo() }
  }
}
