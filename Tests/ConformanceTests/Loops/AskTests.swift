import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A question to a loop, and its answer.
extension Conformance {
  private enum Question: Sendable {
    /// The reducer answers with the number of questions.
    case count(Reply<Int>)
    /// The state keeps the reply.
    case keep(Reply<Int>)
    /// An effect answers.
    case work(Reply<Int>)
    /// Nobody answers.
    case ignore(Reply<Int>)
    /// The reply that is kept is answered, so many times.
    case answer(times: Int)
    /// The reply that is kept is let go.
    case forget
  }

  private struct Desk: Sendable {
    var count = 0
    var kept: Reply<Int>?
    var work: Reply<Int>?
    var answered: [Bool] = []
  }

  private static let desk = Spin<Desk, Question>(initialState: Desk()) {
    Feedback(lensingOn: \.work) { reply in
      reply.map { reply in
        .run {
          reply.answer(7)
          return .forget
        }
      } ?? .none
    }
    Reducer { desk, question in
      desk.count += 1
      desk.work = nil
      switch question {
      case .count(let reply): desk.answered.append(reply.answer(desk.count))
      case .keep(let reply): desk.kept = reply
      case .work(let reply): desk.work = reply
      case .ignore: break
      case .answer(let times):
        for _ in 0..<times { desk.answered.append(desk.kept?.answer(1) == true) }
      case .forget: desk.kept = nil
      }
    }
  }

  /// A full mailbox keeps no copy of an event that was taken, nor of one that waits no more.
  @Test(.promises("19.7", "19.8", "24.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func whoeverAsksMayWaitForRoom(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(
      on: runtime, options: RunOptions(mailbox: .bounded(1, .suspend)))
    try await running.settled()
    running.suspend()
    running.emit(.forget)
    let counted = await begin { try await running.ask { .count($0) } }
    let ignored = await begin { try await running.ask { .ignore($0) } }
    let givenUp = await begin { try await running.ask { .count($0) } }
    #expect(running.mailboxCounts?.senders == 3)
    givenUp.cancel()
    await #expect(throws: CancellationError.self) { try await givenUp.value }
    #expect(running.mailboxCounts?.senders == 2)
    running.resume()
    #expect(try await counted.value == 2)
    await #expect(throws: NoReply()) { try await ignored.value }
    #expect(try await running.settled().count == 3)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func askReturnsTheAnswerOfAReducerOrOfAnEffect(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    for number in 1...20 { #expect(try await running.ask { .count($0) } == number) }
    #expect(try await running.ask { .work($0) } == 7)
    #expect(try await running.settled().answered == Array(repeating: true, count: 20))
  }

  @Test(arguments: RuntimeUnderTest.all)
  @MainActor
  func answeringAReplyAgainDoesNothingAndSaysSo(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    let asking = await begin { try await running.ask { .keep($0) } }
    try await running.settled()
    #expect(running.state.kept?.isAwaited == true)
    running.emit(.answer(times: 3))
    #expect(try await asking.value == 1)
    #expect(try await running.settled().answered == [true, false, false])
    #expect(running.state.kept?.isAwaited == false)
    #expect(Reply<Int>().answer(1) == false)
  }

  @Test(.promises("19.8"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aReplyThatIsLetGoUnansweredMakesAskThrow(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    await #expect(throws: NoReply()) { try await running.ask { .ignore($0) } }
    let asking = await begin { try await running.ask { .keep($0) } }
    try await running.settled()
    running.emit(.forget)
    await #expect(throws: NoReply()) { try await asking.value }
  }

  @Test(.promises("19.8"), arguments: RuntimeUnderTest.all)
  @MainActor
  func theLoopKeepsNoCopyOfAnEventThatAsks(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    let asking = await begin { try await running.ask { .keep($0) } }
    try await running.settled()
    let first = Transcript<String>()
    let token = running.observe { transition in
      first("\(transition.number) \(transition.origin) \(transition.event == nil)")
    }
    running.emit(.answer(times: 1))
    _ = try await asking.value
    try await first.until(count: 2)
    #expect(first.entries == ["1 outside true", "2 outside false"])
    token.cancel()
  }

  @Test(.promises("19.5", "19.6"), arguments: RuntimeUnderTest.all)
  @MainActor
  func askThrowsWhenTheLoopStopsBeforeTheAnswer(_ runtime: RuntimeUnderTest) async throws {
    let held = HeldRuntime(runtime(), turns: true)
    let running = Self.desk.start(on: runtime())
    let asking = await begin { try await running.ask { .keep($0) } }
    try await running.settled()
    running.stop()
    await #expect(throws: LoopStopped()) { try await asking.value }
    await #expect(throws: EventDropped(.stopped)) { try await running.ask { .count($0) } }
    await running.finished()
    let late = Self.desk.start(on: held)
    let waiting = await begin { try await late.ask { .count($0) } }
    late.stop()
    held.release()
    await #expect(throws: EventDropped(.stopped)) { try await waiting.value }
    await late.finished()
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aQuestionThatIsCancelledIsOver(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    let asking = await begin { try await running.ask { .keep($0) } }
    try await running.settled()
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(running.state.kept?.isAwaited == false)
    running.emit(.answer(times: 1))
    #expect(try await running.settled().answered == [false])
  }

  @Test(.promises("19.3"))
  func onTheCallersThreadAnEmitAfterAskMakesItsStep() async throws {
    let running = Self.desk.start(on: .callersThread)
    for round in 0..<inRelease(20_000, inDebug: 5000) {
      #expect(try await running.ask { .count($0) } == 2 * round + 1)
      running.emit(.forget)
      #expect(running.state.count == 2 * round + 2)
    }
    await running.end()
  }

  @Test
  func aReplyIsNoPartOfTheValueThatItStandsIn() async throws {
    struct Login: Codable, Hashable {
      var name: String
      var reply = Reply<Int>()
    }
    let running = Self.desk.start(on: .callersThread)
    let answer = try await running.ask { (reply: Reply<Int>) in
      let login = Login(name: "a", reply: reply)
      #expect(login == Login(name: "a"))
      #expect(Set([login, Login(name: "a")]).count == 1)
      let data = try? JSONEncoder().encode(login)
      let decoded = data.flatMap { try? JSONDecoder().decode(Login.self, from: $0) }
      #expect(decoded == login)
      #expect(decoded?.reply.isAwaited == false)
      #expect(reply.isAwaited)
      return .count(reply)
    }
    #expect(answer == 1)
    await running.end()
  }
}
