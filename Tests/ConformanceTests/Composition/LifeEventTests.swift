import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// The immediate events of a part, and the end of its life.
extension Conformance {
  /// A place for a tally: each is shown by a scope of another form.
  enum Spot: CaseIterable {
    case optional, enumCase, array, dictionary, children, partOfAPart
  }

  /// How a feedback of the tally answers it by an immediate event.
  private enum Answering: CaseIterable {
    case selection, besideWork, inAQueue, throttled, forEachItem, source, subscription,
      queuedSubscription
  }

  private enum Page: Equatable, Sendable {
    case empty
    case open(Tally)
  }

  private struct Desk: Equatable, Sendable {
    var sheet: Tally?
    var page = Page.empty
    var array: [Tally] = []
    var dictionary: [Int: Tally] = [:]
    var children = Children<Int, Tally>()
    var boards: [Int: Board] = [:]

    /// The number of events that the tally with an id has reduced.
    func count(_ id: Int) -> Int? {
      switch page {
      case .open(let tally) where tally.id == id: return tally.count
      default: break
      }
      let all = [sheet] + array + [dictionary[id], children[id: id], boards[0]?.second]
      return all.compactMap { $0 }.first { $0.id == id && $0.count > 0 }?.count
    }
  }

  private enum DeskEvent: Equatable, Sendable {
    case tally(Int, Tally.Event)
    case put(Spot, Tally?)

    var any: (Int, Tally.Event)? {
      if case .tally(let id, let event) = self { (id, event) } else { nil }
    }
    var only: Tally.Event? { any?.1 }
  }

  private static func feedback(
    _ answering: Answering, _ remote: Remote<Tally.Event>
  ) -> Feedback<Tally, Tally.Event> {
    switch answering {
    case .selection: Feedback(on: \.id) { _ in .just(.add(1)) }
    case .besideWork: Feedback(on: \.id) { .merge(.just(.add(1)), remote.effect("work \($0)")) }
    case .inAQueue: Feedback(on: \.id) { _ in .just(.add(1)) }.strategy(.queueNewState)
    case .throttled:
      Feedback(on: \.id) { _ in .just(.add(1)) }.throttled(for: .seconds(1), latest: true)
    case .forEachItem: Feedback(forEach: \.items) { _ in .just(.add(1)) }
    case .source: Feedback.source { .just(.add(1)) }
    case .subscription: Feedback(on: \.id) { _ in adding }
    case .queuedSubscription: Feedback(on: \.id) { _ in adding }.strategy(.queueNewState)
    }
  }

  private static var adding: Effect<Tally.Event> {
    .subscription { emit in
      emit(.add(1))
      return .none
    }
  }

  private static func desk(
    _ spot: Spot,
    @FeedbackBuilder<Tally, Tally.Event> _ feedbacks: () -> Feedbacks<Tally, Tally.Event>
  ) -> Spin<Desk, DeskEvent> {
    let feedbacks = feedbacks()
    let tally = Spin<Tally, Tally.Event>(initialState: Tally()) {
      feedbacks
      Reducer { tally, event in
        if case .add(let number) = event { tally.count += number } else { tally.items = [] }
      }
    }
    let board = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(state: \.second, event: Board.Event.second, from: \.second) { tally }
    }
    let scope: Scope<Desk, DeskEvent> =
      switch spot {
      case .optional:
        Scope(state: \.sheet, event: { .tally(0, $0) }, from: \.only) { tally }
      case .enumCase:
        Scope(
          modify: { (desk: inout Desk, change: (inout Tally) -> Void) in
            guard case .open(var tally) = desk.page else { return }
            change(&tally)
            desk.page = .open(tally)
          }, event: { .tally(0, $0) }, from: \.only
        ) { tally }
      case .array: Scope(forEach: \.array, event: DeskEvent.tally, from: \.any) { tally }
      case .dictionary: Scope(forEach: \.dictionary, event: DeskEvent.tally, from: \.any) { tally }
      case .children: Scope(forEach: \.children, event: DeskEvent.tally, from: \.any) { tally }
      case .partOfAPart:
        Scope(
          forEach: \.boards, event: { .tally($0, $1.second ?? .done("")) },
          from: { $0.only.map { (0, .second($0)) } }
        ) { board }
      }
    return Spin<Desk, DeskEvent>(initialState: Desk(boards: [0: Board()])) {
      scope
      Reducer { desk, event in
        guard case .put(let spot, let tally) = event else { return }
        switch spot {
        case .optional: desk.sheet = tally
        case .enumCase: desk.page = tally.map { .open($0) } ?? .empty
        case .array: desk.array = tally.map { [$0] } ?? []
        case .dictionary: desk.dictionary = tally.map { [$0.id: $0] } ?? [:]
        case .children: desk.children = Children(tally.map { [($0.id, $0)] } ?? [])
        case .partOfAPart: desk.boards[0]?.second = tally
        }
      }
    }
  }

  /// The tally of a life answers itself while the event that ends the life already waits.
  @Test(.promises("5.4", "22.9"), .needsOpenGate, arguments: RuntimeUnderTest.all, Spot.allCases)
  func anImmediateEventOfAPartIsDroppedWhenItsLifeHasEnded(
    _ runtime: RuntimeUnderTest, _ spot: Spot
  ) async {
    for answering in Answering.allCases {
      for mailbox in [MailboxBound<DeskEvent>.unbounded, .bounded(9, .dropNewest)] {
        for next in [nil, Tally(id: 2, items: [8])] {
          let (drops, remote) = (Drops(), Remote<Tally.Event>())
          var options: RunOptions<Desk, DeskEvent> = drops.options()
          options.mailbox = mailbox
          let spin = Self.desk(spot) { Self.feedback(answering, remote).named("answer") }
          let running = spin.start(on: runtime(), options: options)
          await running.idle()
          running.suspend()
          running.emit(.put(spot, Tally(id: 1, items: [7])))
          running.emit(.put(spot, next))
          running.resume()
          await running.idle()
          let comment: Comment = "\(answering) \(mailbox) \(String(describing: next))"
          #expect(drops.entries.count == 1, comment)
          #expect(
            drops.entries.allSatisfy {
              $0.contains("add(1)) stale") && $0.hasSuffix("answer immediate")
            }, comment)
          #expect(running.state.count(2) == next.map { _ in 1 }, comment)
          await running.end()
        }
      }
    }
  }

  /// The selected value goes, and the item leaves, in the life of one part.
  @Test(.promises("5.4"), arguments: RuntimeUnderTest.all, Spot.allCases)
  func anImmediateEventIsAFactWhileTheLifeOfItsPartGoesOn(
    _ runtime: RuntimeUnderTest, _ spot: Spot
  ) async {
    for strategy in [ExecutionStrategy.cancelOnNewState, .queueNewState] {
      let (drops, remote) = (Drops(), Remote<Tally.Event>())
      let spin = Self.desk(spot) {
        Feedback(on: { $0.items.first }) {
          .merge(.several([.add(1), .add(1)]), remote.effect("\($0)"))
        }.strategy(strategy)
        Feedback(forEach: \.items) { .merge(.just(.add(10)), remote.effect("item \($0)")) }
          .strategy(strategy)
      }
      let running = spin.start(on: runtime(), options: drops.options())
      await running.idle()
      running.suspend()
      running.emit(.put(spot, Tally(id: 0, items: [7])))
      running.emit(.tally(0, .done("")))
      running.resume()
      await running.idle()
      #expect(running.state.count(0) == 12)
      #expect(drops.entries == [])
      await running.end()
    }
  }
}
