/// Drops the events that repeat another one within an interval.
///
/// It stands in the list of a spin, in a group of feedbacks, or wherever else a feedback may:
///
/// ```swift
/// let spin = Spin<Page, Event>(initialState: Page()) {
///   DropRepeats(within: .milliseconds(300)) { event in
///     if case .tapped(let button) = event { button } else { nil }
///   }
///   Reducer { page, event in page.reduce(event) }
/// }
/// ```
///
/// An event is a repeat if less than the interval has passed since the last event of its key that was
/// *reduced*. Of an event each 200 milliseconds, within 300, every other one is reduced. The time is
/// that of the loop's scheduler, and the moment of an event is that at which the mailbox accepted it:
/// if the loop is late, events a second apart are still a second apart.
///
/// A repeat is dropped when it is its turn, and reported to ``RunOptions/onDrop`` as
/// ``DropReason/repeated``. Its `emit` has returned that the event was accepted. It makes no
/// transition, so it starts and cancels nothing. If it is the last event of an effect, the effect has
/// ended all the same.
///
/// Immediate events are never dropped, but they count as events that were reduced. An event that is
/// stale is dropped as that, and does not count.
///
/// Where there are several, the first one in written order that finds a repeat drops it, and for the
/// others the event has not been.
///
/// *Isolation*: `key` is called by the loop, at most once for each event, before the reducer.
///
/// - Complexity: A lookup of the key for each event. The loop remembers the keys of an interval, and up
///   to as many older ones.
public struct DropRepeats<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let makeFilter: @Sendable () -> RepeatFilter<State, Event>
  /// Where it stands in a scope, if it belongs to a part.
  @usableFromInline var place: ScopePlace?

  @inlinable
  init(makeFilter: @escaping @Sendable () -> RepeatFilter<State, Event>) {
    self.makeFilter = makeFilter
  }

  @usableFromInline
  init(of part: ScopePart<State, Event>, _ place: ScopePlace) {
    self.init { part.makeNode(false).makeFilter(place.local) }
    self.place = place
  }

  /// Makes what finds the repeats during a run with the given scopes.
  @inlinable
  func filter(_ scopes: [ScopeNode<State, Event>]) -> RepeatFilter<State, Event> {
    guard let place else { return makeFilter() }
    return scopes[place.scope].makeFilter(place.local)
  }

  /// Drops the repeats of events with the same key.
  ///
  /// - Parameters:
  ///   - interval: The time within which an event is a repeat. With an interval of zero, or a negative
  ///     one, no event is.
  ///   - key: The value that the events that repeat each other have in common; `nil` for an event that
  ///     repeats none.
  @inlinable
  public init<Key: Hashable & SendableMetatype>(
    within interval: Duration, _ key: @escaping @Sendable (_ event: Event) -> Key?
  ) {
    self.init { RepeatFilter(within: interval, key) }
  }

  /// Drops the repeats among some events, which all repeat each other.
  ///
  /// ```swift
  /// DropRepeats(within: .milliseconds(300)) { $0 == .scrolled }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time within which an event is a repeat. With an interval of zero, or a negative
  ///     one, no event is.
  ///   - isIncluded: Whether it is one of these events.
  @inlinable
  public init(
    within interval: Duration, _ isIncluded: @escaping @Sendable (_ event: Event) -> Bool
  ) {
    self.init { RepeatFilter(within: interval) { isIncluded($0) ? true : nil } }
  }
}

extension DropRepeats: SpinPart {
  /// The group of this part only.
  public var content: Feedbacks<State, Event> { Feedbacks([], repeats: [self]) }
}

/// What finds the repeats of one ``DropRepeats`` during one run.
///
/// NB: closures, as in ``FeedbackInstance``, so that they are specialised for the key.
@usableFromInline
struct RepeatFilter<State: Sendable, Event: Sendable> {
  /// Tells whether an event is a repeat, and keeps its key; without an event there is none.
  ///
  /// The state is there for those who know an event by the state, see ``HostedState``.
  @usableFromInline let isRepeat: (inout State, Event?, _ time: Duration) -> Bool
  /// Notes when the event asked about last is reduced; `nil` if it is dropped.
  @usableFromInline let noteFate: (_ reducedAt: Duration?) -> Void
  /// Returns the event that `onDrop` receives for the newest repeat; `nil` means the repeat itself.
  @usableFromInline let reported: (() -> Event?)?

  @inlinable
  init(
    isRepeat: @escaping (inout State, Event?, Duration) -> Bool,
    noteFate: @escaping (_ reducedAt: Duration?) -> Void, reported: (() -> Event?)? = nil
  ) {
    self.isRepeat = isRepeat
    self.noteFate = noteFate
    self.reported = reported
  }

  @inlinable
  init<Key: Hashable>(within interval: Duration, _ key: @escaping (Event) -> Key?) {
    let table = RepeatTable<Key>(within: interval)
    self.init(
      isRepeat: { _, event, time in table.isRepeat(event.flatMap { key($0) }, at: time) },
      noteFate: { table.noteFate(reducedAt: $0) })
  }
}

/// When an event of each key was reduced last.
///
/// What is older than the interval is forgotten when the table has doubled, so that it costs O(1) an
/// event, amortised.
@usableFromInline
final class RepeatTable<Key: Hashable> {
  @usableFromInline let interval: Duration
  @usableFromInline var times: [Key: Duration] = [:]
  /// The key of the event asked about last.
  @usableFromInline var asked: Key?
  /// How many keys there may be before the old ones are forgotten.
  @usableFromInline var limit = 16

  @inlinable
  init(within interval: Duration) {
    self.interval = interval
  }

  @inlinable
  func isRepeat(_ key: Key?, at time: Duration) -> Bool {
    asked = key
    guard let key, let last = times[key] else { return false }
    return isRecent(last, at: time)
  }

  @inlinable
  func noteFate(reducedAt time: Duration?) {
    guard let key = asked.take(), let time, interval > .zero else { return }
    times[key] = time
    if times.count > limit { forgetOld(at: time) }
  }

  @inlinable
  func isRecent(_ last: Duration, at time: Duration) -> Bool {
    time.subtractingClamped(last) < interval
  }

  @inlinable
  func forgetOld(at time: Duration) {
    times = times.filter { isRecent($0.value, at: time) }
    limit = max(16, 2 * times.count)
  }
}
