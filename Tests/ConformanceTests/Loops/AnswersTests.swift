import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A question to a loop, and its answers in parts.
extension Conformance {
  private enum Question: Sendable {
    /// The reducer answers with the numbers up to a number.
    case count(to: Int, Reply<Int>)
    /// The state keeps the reply.
    case keep(Reply<Int>)
    /// An effect answers twice.
    case work(Reply<Int>)
    /// The reply that is kept is answered.
    case answer(Int)
    /// The reply that is kept is let go.
    case forget
  }

  private struct Desk: Sendable {
    var kept: Reply<Int>?
    var work: Reply<Int>?
    var answered: [Bool] = []
  }

  private static let desk = Spin<Desk, Question>(initialState: Desk()) {
    Feedback(lensingOn: \.work) { reply in
      reply.map { reply in
        .run {
          reply.answer(7)
          reply.answer(8)
          return .forget
        }
      } ?? .none
    }
    Reducer { desk, question in
      desk.work = nil
      switch question {
      case .count(let end, let reply): for number in 1...end { reply.answer(number) }
      case .keep(let reply): desk.kept = reply
      case .work(let reply): desk.work = reply
      case .answer(let number): desk.answered.append(desk.kept?.answer(number) == true)
      case .forget: desk.kept = nil
      }
    }
  }

  @Test(.promises("19.9"), arguments: RuntimeUnderTest.all)
  func eachConsumerGetsAllAnswersToItsOwnEventInOrder(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    let counts = running.answers { .count(to: 5, $0) }
    for _ in 0..<20 {
      #expect(await all(of: counts) == [1, 2, 3, 4, 5])
      #expect(await all(of: running.answers { .work($0) }) == [7, 8])
    }
    let newest = running.answers(buffering: .newest) { .count(to: 5, $0) }.makeAsyncIterator()
    try await running.settled()
    #expect(await rest(of: newest) == [5])
    #expect(try await running.ask { .count(to: 5, $0) } == 1)
    let (first, second) = (counts.makeAsyncIterator(), counts.makeAsyncIterator())
    #expect(await rest(of: second) == [1, 2, 3, 4, 5])
    #expect(await rest(of: first) == [1, 2, 3, 4, 5])
  }

  @Test(.promises("19.8", "19.9"), arguments: RuntimeUnderTest.all)
  func theAnswersEndWhenTheLastCopyOfTheReplyIsGone(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(on: runtime)
    var answers = running.answers { .keep($0) }.makeAsyncIterator()
    running.emit(.answer(1))
    running.emit(.answer(2))
    #expect(await answers.next() == 1)
    running.emit(.forget)
    #expect(await answers.next() == 2)
    #expect(await answers.next() == nil)
    #expect(try await running.settled().answered == [true, true])
  }

  @Test(.promises("19.5", "19.6", "19.9"), arguments: RuntimeUnderTest.all)
  func theAnswersEndWhenTheLoopStopsOrDropsTheEvent(_ runtime: RuntimeUnderTest) async throws {
    let held = HeldRuntime(runtime(), turns: true)
    let running = Self.desk.start(on: runtime())
    var answers = running.answers { .keep($0) }.makeAsyncIterator()
    running.emit(.answer(1))
    let kept = try #require(try await running.settled().kept)
    running.stop()
    #expect(await answers.next() == 1)
    #expect(await answers.next() == nil)
    #expect(!kept.isAwaited && !kept.answer(2))
    #expect(await all(of: running.answers { .count(to: 5, $0) }) == [])
    await running.finished()
    let late = Self.desk.start(on: held)
    let waiting = late.answers { .count(to: 5, $0) }.makeAsyncIterator()
    late.stop()
    held.release()
    #expect(await rest(of: waiting) == [])
    await late.finished()
  }

  @Test(.promises("19.7", "19.10"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aReplyIsAwaitedNoMoreWhenItsConsumerIsCancelledOrGone(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.desk.start(on: runtime)
    let asking = await begin { await all(of: running.answers { .keep($0) }) }
    let kept = try #require(try await running.settled().kept)
    #expect(kept.isAwaited)
    asking.cancel()
    #expect(try await asking.value == [])
    #expect(!kept.isAwaited && !kept.answer(1))
    for await number in running.answers({ .count(to: 5, $0) }) where number == 2 { break }
    do {
      let answers = running.answers { .keep($0) }.makeAsyncIterator()
      let next = try #require(try await running.settled().kept)
      #expect(withExtendedLifetime(answers) { next.isAwaited })
    }
    #expect(running.state.kept?.isAwaited == false)
    let none = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await all(of: running.answers { .count(to: 5, $0) })
    }
    #expect(await none.value == [])
  }

  @Test(.promises("19.10", "24.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aQuestionOfSeveralAnswersMayWaitForRoom(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.desk.start(
      on: runtime, options: RunOptions(mailbox: .bounded(1, .suspend)))
    try await running.settled()
    running.suspend()
    running.emit(.forget)
    let counted = running.answers { .count(to: 3, $0) }.makeAsyncIterator()
    let givenUp = await begin { await all(of: running.answers { .count(to: 3, $0) }) }
    #expect(running.mailboxCounts?.senders == 2)
    givenUp.cancel()
    #expect(try await givenUp.value == [])
    #expect(running.mailboxCounts?.senders == 1)
    running.resume()
    #expect(await rest(of: counted) == [1, 2, 3])
  }
}

// The caller emits, so that a task that has begun has asked.
private nonisolated(nonsending) func all(of answers: Updates<Int>) async -> [Int] {
  await rest(of: answers.makeAsyncIterator())
}

private nonisolated(nonsending) func rest(of answers: Updates<Int>.Iterator) async -> [Int] {
  var (answers, list) = (answers, [Int]())
  while let number = await answers.next(isolation: #isolation) { list.append(number) }
  return list
}
