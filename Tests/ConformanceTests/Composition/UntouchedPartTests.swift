import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What a part shows if the whole changes something that `==` does not see.
extension Conformance {
  /// A part whose note is no matter of comparison.
  private struct Noted: Equatable, Sendable {
    var count = 0
    var note = ["a"]

    static func == (left: Noted, right: Noted) -> Bool { left.count == right.count }
  }

  private struct Page: Equatable, Sendable {
    var part = Noted()

    enum Event: Equatable, Sendable {
      case part(Int)
      case note(String)
      case noise

      var part: Int? { if case .part(let number) = self { number } else { nil } }
    }
  }

  private static func page(
    _ feedbacks: Feedbacks<Noted, Int>
  ) -> Spin<Page, Page.Event> {
    Spin<Page, Page.Event>(initialState: Page()) {
      Scope(state: \.part, event: Page.Event.part, from: \.part) {
        feedbacks
        Reducer { part, number in part.count += number }
      }
      Reducer { page, event in if case .note(let note) = event { page.part.note = [note] } }
    }
  }

  /// No transition of the part was made for it.
  ///
  /// Another feedback of the part may want the states before its transitions, for which they are kept.
  @Test(arguments: RuntimeUnderTest.all, [false, true])
  func anEffectThatWasHeldSeesThePartAsItIs(
    _ runtime: RuntimeUnderTest, _ keepsPrevious: Bool
  ) async throws {
    let (time, log) = (ManualScheduler(), Transcript<String>())
    let feedback = Feedback<Noted, Int>(filteredBy: { $0.count > 0 }) { part in
      log("\(part.count) \(part.note[0])")
      return .none
    }
    .throttled(for: .seconds(1), latest: true)
    let group = Feedbacks<Noted, Int> {
      if keepsPrevious { Feedback.transitions(keepingPrevious: true) { _ in .none } }
      feedback
    }
    let running = Self.page(group).start(on: runtime, scheduler: time)
    for event in [Page.Event.part(1), .part(1), .noise, .note("b"), .noise] { running.emit(event) }
    await running.idle()
    running.emit(.note("c"))
    await running.idle()
    time.advance(by: .seconds(1))
    await running.idle()
    #expect(log.entries == ["1 a", "2 c"])
  }

  /// The step is a transition of the part because of its own event, or because `==` sees a change.
  @Test(arguments: RuntimeUnderTest.all)
  func theStateBeforeATransitionIsThatOfTheTransitionBefore(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let feedback = Feedback<Noted, Int>.transitions(keepingPrevious: true) { step in
      log("\(step.number): \(step.previous?.note ?? []) -> \(step.state.note)")
      return .none
    }
    let running = Self.page(Feedbacks([feedback])).start(on: runtime)
    for event in [Page.Event.note("b"), .noise, .part(0), .note("c"), .part(1)] {
      running.emit(event)
      await running.idle()
    }
    #expect(
      log.entries == [
        #"0: [] -> ["a"]"#, #"1: ["a"] -> ["b"]"#, #"2: ["b"] -> ["c"]"#,
      ])
  }

  private struct Desk: Equatable, Sendable {
    var part = 0
    var parts = [1: 0]

    enum Event: Sendable {
      case part(Int)
      case one(Int, Int)
      case ask(Reply<Int>)

      var part: Int? { if case .part(let number) = self { number } else { nil } }
      var one: (Int, Int)? { if case .one(let id, let number) = self { (id, number) } else { nil } }
    }
  }

  private struct Office: Equatable, Sendable {
    var desk = Desk()

    enum Event: Sendable {
      case desk(Desk.Event)
      case ask(Reply<Int>)

      var desk: Desk.Event? { if case .desk(let event) = self { event } else { nil } }
    }
  }

  /// The loop forgets the event that asks, and no event of a part.
  @Test(.promises("22.1", "22.3"), arguments: RuntimeUnderTest.all)
  func aPartKeepsTheEventThatItHoldsWhenTheWholeIsAsked(_ runtime: RuntimeUnderTest) async throws {
    let (time, log) = (ManualScheduler(), Transcript<String>())
    @Sendable func part(_ name: String) -> Spin<Int, Int> {
      Spin<Int, Int>(initialState: 0) {
        Feedback<Int, Int>.events({ $0 }) { number in
          log("\(name) \(number)")
          return .none
        }
        .throttled(for: .seconds(5), latest: true)
        Reducer { $0 = $1 }
      }
    }
    let desk = Spin<Desk, Desk.Event>(initialState: Desk()) {
      Scope(state: \.part, event: Desk.Event.part, from: \.part) { part("part") }
      Scope(forEach: \.parts, event: Desk.Event.one, from: \.one) { part("one") }
      Reducer { _, event in if case .ask(let reply) = event { reply.answer(0) } }
    }
    let spin = Spin<Office, Office.Event>(initialState: Office()) {
      Scope(state: \.desk, event: Office.Event.desk, from: \.desk) { desk }
      Reducer { _, event in if case .ask(let reply) = event { reply.answer(1) } }
    }
    let running = spin.start(on: runtime, scheduler: time)
    for number in 1...2 {
      running.emit(.desk(.part(number)))
      running.emit(.desk(.one(1, number)))
    }
    #expect(try await running.ask { .desk(.ask($0)) } == 0)
    #expect(try await running.ask { .ask($0) } == 1)
    await running.idle()
    time.advance(by: .seconds(5))
    await running.idle()
    #expect(log.entries == ["part 2", "one 2"])
    await running.end()
  }

  /// A number that does not equal itself has not changed if it is the same.
  @Test(.promises("22.3"), arguments: RuntimeUnderTest.all)
  func aPartThatDoesNotEqualItselfChangesOnlyWithItsBytes(_ runtime: RuntimeUnderTest) async throws
  {
    let log = Transcript<Int>()
    let spin = Spin<[Double], Int>(initialState: [.nan]) {
      Scope(state: \.[0], event: { (own: Int) in own }, from: { $0 < 0 ? $0 : nil }) {
        Feedback<Double, Int>.transitions { step in
          log(step.number)
          return .none
        }
        Reducer<Double, Int> { _, _ in }
      }
      Reducer { numbers, event in
        if event == 2 { numbers[0] = -.nan }
        if event == 4 { numbers[0] = 0 }
      }
    }
    let running = spin.start(on: runtime)
    for number in 1...5 { running.emit(number) }
    await running.idle()
    #expect(log.entries == [0, 1, 2])
  }

  @Test(.promises("22.3"), arguments: RuntimeUnderTest.all)
  func oneOfSeveralPartsThatDoesNotEqualItselfStaysTheSame(_ runtime: RuntimeUnderTest) async throws
  {
    let log = Transcript<String>()
    let spin = Spin<[String: Double], Double>(initialState: ["a": .nan, "b": 0]) {
      Scope(forEach: \.self, event: { (_: String, own: Double) in own }, from: { _ in nil }) {
        Feedback<Double, Double>.transitions { step in
          log("\(step.state) \(step.number)")
          return .none
        }
        Reducer<Double, Double> { _, _ in }
      }
      Reducer { numbers, event in numbers["b"] = event }
    }
    let running = spin.start(on: runtime)
    for number in 1...2 { running.emit(Double(number)) }
    await running.idle()
    #expect(log.entries == ["nan 0", "0.0 0", "1.0 1", "2.0 2"])
  }
}
