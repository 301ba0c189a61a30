import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What others see of a state while the closure of a scope has taken the part out of it.
extension Conformance {
  private enum Page: Equatable, Sendable {
    case taken
    case open(Tally, noise: Int)
  }

  private struct Book: Equatable, Sendable {
    var page = Page.open(Tally(items: [1, 2]), noise: 0)
  }

  private enum Event: Equatable, Sendable {
    case tally(Tally.Event)
    case noise

    var tally: Tally.Event? { if case .tally(let event) = self { event } else { nil } }
  }

  /// The transitions of a page that somebody keeps.
  private final class Kept: Sendable {
    private let transitions = Guarded<[Transition<Page, Event>]>([])
    private let damaged = Guarded(0)

    var count: Int { transitions.withLock { $0.count } }
    var damagedCount: Int { damaged.withLock { $0 } }

    func keep(_ transition: Transition<Page, Event>) {
      transitions.withLock { $0.append(transition) }
    }

    func look() {
      let states = transitions.withLock { $0 }.map(\.state)
      damaged.withLock { $0 += states.count { $0 == .taken } }
    }
  }

  /// The spin of a page whose tally has an effect for one item at a time.
  ///
  /// The kept transitions are looked at while the tally is not in the page.
  private static func page(
    _ remote: Remote<Tally.Event>, _ kept: Kept,
    _ feedbacks: Feedbacks<Page, Event> = Feedbacks { Feedback { _ in .none } }
  ) -> Spin<Page, Event> {
    Spin<Page, Event>(initialState: Book().page) {
      feedbacks
      Scope(
        modify: { (page: inout Page, change: (inout Tally) -> Void) in
          guard case .open(var tally, let noise) = page else { return }
          page = .taken
          kept.look()
          change(&tally)
          page = .open(tally, noise: noise)
        }, event: Event.tally, from: \.tally
      ) {
        Feedback(forEach: \.items, atMost: 1) { remote.effect($0) }
        Reducer { tally, _ in tally.count += 1 }
      }
      Reducer { page, event in
        if case .open(let tally, let noise) = page, event == .noise {
          page = .open(tally, noise: noise + 1)
        }
      }
    }
  }

  /// The closure of the second item is called between steps, in one of which the part was unchanged.
  @Test(arguments: RuntimeUnderTest.all)
  func aKeptTransitionHasItsPartWhileAnEffectIsDescribed(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (remote, kept) = (Remote<Tally.Event>(), Kept())
    let running = Self.page(remote, kept).start(on: runtime) { kept.keep($0) }
    running.emit(.noise)
    await running.idle()
    try #require(remote.emitter("1")).finish()
    await running.idle()
    #expect(remote.log.entries.contains("+2"))
    #expect(kept.count == 2)
    #expect(kept.damagedCount == 0)
  }

  /// The whole changes the page, so the page compares its tally with the one before.
  @Test(arguments: RuntimeUnderTest.all)
  func aKeptTransitionOfAPartHasItsOwnPartWhileTheWholeChangesIt(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (remote, kept) = (Remote<Tally.Event>(), Kept())
    let keeping = Feedbacks<Page, Event> {
      Feedback.transitions { transition in
        kept.keep(transition)
        return .none
      }
    }
    let spin = Spin<Book, Event>(initialState: Book()) {
      Scope(state: \.page, event: { $0 }, from: { $0 == .noise ? nil : $0 }) {
        Self.page(remote, kept, keeping)
      }
      Reducer { book, event in
        if case .open(let tally, let noise) = book.page, event == .noise {
          book.page = .open(tally, noise: noise + 1)
        }
      }
    }
    let running = spin.start(on: runtime)
    for _ in 0..<2 { running.emit(.noise) }
    await running.idle()
    #expect(kept.count == 3)
    #expect(kept.damagedCount == 0)
  }
}
