import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// `running.scope`, which makes a `RunningPart`.
extension Conformance {
  @Test(arguments: RuntimeUnderTest.all)
  func thePartsHandleShowsThePartAndEmitsItsEvents(_ runtime: RuntimeUnderTest) async throws {
    let census = Census()
    // NB: the definition has the object, because the loop lets observers go before its own end.
    var running: RunningSpin? = { (object: Counted) in
      Spin<Board, Board.Event>(initialState: Board()) {
        Self.board(Remote())
        Feedback.sideEffect { _ in withExtendedLifetime(object) {} }
      }
      .start(on: runtime())
    }(Counted(in: census))
    let first = try #require(running).scope(state: \.first, event: Board.Event.first)
    let second = try #require(running).scope(state: \.second, event: Board.Event.second)
    let third = try #require(running).scope(
      state: { $0.all.first { $0.id == 3 } }, event: { .one(3, $0) })
    #expect(first.emit(.add(2)) == .accepted)
    // There is no such part: it is an event of the whole that changes nothing.
    #expect(second.emit(.add(3)) == .accepted && third.emit(.add(4)) == .accepted)
    await running?.idle()
    #expect(first.state?.count == 2 && second.state == nil && third.state == nil)
    running?.emit(.show(Tally(id: 1)))
    running?.emit(.list([Tally(id: 3)]))
    second.emit(.add(3))
    third.emit(.add(4))
    await running?.idle()
    #expect(second.state?.count == 3 && third.state?.count == 4)
    await running?.end()
    running = nil
    try await census.untilEmpty()  // The loop is gone.
    #expect(first.state == nil && first.emit(.add(1)) == .dropped(.stopped))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aPartsHandleHasHandlesOfItsParts(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Outer, Outer.Event>(initialState: Outer()) {
      Scope(forEach: \.boards, event: Outer.Event.at, from: \.at) { Self.board(Remote()) }
      Reducer { outer, event in if case .set(let id) = event { outer.boards[id] = Board() } }
    }
    let running = spin.start(on: runtime)
    let inner = running.scope(state: { $0.boards[5] }, event: { Outer.Event.at(5, $0) })
      .scope(state: \.first, event: Board.Event.first)
    inner.emit(.add(1))
    running.emit(.set(5))
    inner.emit(.add(2))
    await running.idle()
    #expect(inner.state?.count == 2)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func thePartIsASequenceOfDifferentValuesAndOfNilWhileItIsGone(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.board(Remote()).start(on: runtime())
    let part = running.scope(state: \.second, event: Board.Event.second)
    var values = part.values().makeAsyncIterator()
    #expect(await values.next() == .some(nil))
    for event in [
      Board.Event.noise, .show(Tally(id: 1)), .first(.add(1)), .second(.add(1)), .show(nil),
    ] { running.emit(event) }
    await running.idle()
    #expect(await values.next() == Tally(id: 1))
    #expect(await values.next() == Tally(id: 1, count: 1))
    #expect(await values.next() == .some(nil))
    await running.end()
    #expect(await values.next() == .none)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func thePartIsShownToObserversUntilTheirTokensAreCancelled(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.board(Remote()).start(on: runtime)
    let part = running.scope(state: \.second, event: Board.Event.second)
    let (steps, shown) = (Transcript<Int?>(), Transcript<Int?>())
    let tokens = [
      part.observe { steps($0?.count) },
      part.observe(on: .mainActor) { part in
        MainActor.assertIsolated()
        shown(part?.count)
      },
    ]
    try await shown.until(count: 1)
    running.emit(.show(Tally()))
    try await shown.until(count: 2)
    running.emit(.noise)
    running.emit(.second(.add(4)))
    try await shown.until(count: 3)
    for token in tokens { await MainActor.run { token.cancel() } }
    running.emit(.second(.add(4)))
    await running.idle()
    #expect(steps.entries == [nil, 0, 0, 4])
    #expect(shown.entries == [nil, 0, 4])
  }
}
