/// Drops events that repeat another event within an interval.
///
/// It is an item of a spin's list, of a group of feedbacks, or of any other list that takes
/// feedbacks:
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
/// An event is a repeat if less than the interval has passed since the last *reduced* event of its
/// key. For example, if an event comes every 200 milliseconds and the interval is 300 milliseconds,
/// every second event is reduced. The time is that of the loop's scheduler, and an event's time is
/// when the mailbox accepted it: if the loop is late, events a second apart are still a second
/// apart.
///
/// A repeat is dropped when the loop takes it, and reported to ``RunOptions/onDrop`` as
/// ``DropReason/repeated``. Its `emit` has returned ``EmitResult/accepted``. It makes no
/// transition, so it starts and cancels nothing. If it is the last event of an effect, the effect
/// ends all the same.
///
/// Immediate events are never dropped, but they count as reduced events. A stale event is dropped
/// as stale, and does not count.
///
/// If there are several filters, the first in written order that finds a repeat drops the event,
/// and the others do not count it.
///
/// *Isolation*: `key` is called by the loop, at most once for each event, before the reducer.
///
/// - Complexity: A lookup of the key for each event. The loop keeps the keys of an interval, and up
///   to as many older ones.
public struct DropRepeats<State: Sendable, Event: Sendable>: Sendable {
  let definition: RepeatDefinition

  @usableFromInline
  init(makeFilter: @escaping @Sendable () -> RepeatFilter) {
    definition = RepeatDefinition(makeFilter: makeFilter)
  }

  /// Drops the repeats of events with the same key.
  ///
  /// - Parameters:
  ///   - interval: The time within which an event is a repeat. If it is zero or negative, no event
  ///     is.
  ///   - key: Returns the value that events that repeat each other have in common; `nil` for an
  ///     event that repeats none.
  @inlinable
  public init<Key: Hashable & SendableMetatype>(
    within interval: Duration, _ key: @escaping @Sendable (_ event: Event) -> Key?
  ) {
    self.init { RepeatFilter(within: interval, key) }
  }

  /// Drops repeats among the events that satisfy a predicate, which all repeat each other.
  ///
  /// ```swift
  /// DropRepeats(within: .milliseconds(300)) { $0 == .scrolled }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time within which an event is a repeat. If it is zero or negative, no event
  ///     is.
  ///   - isIncluded: Returns whether an event is one of these events.
  @inlinable
  public init(
    within interval: Duration, _ isIncluded: @escaping @Sendable (_ event: Event) -> Bool
  ) {
    self.init {
      RepeatFilter(within: interval) { (event: Event) in isIncluded(event) ? true : nil }
    }
  }
}

extension DropRepeats: SpinPart {
  /// A group that contains only this filter.
  public var content: Feedbacks<State, Event> { Feedbacks(items: [.repeats(definition)]) }
}

/// A ``DropRepeats``, for code that does not know its types.
struct RepeatDefinition: Sendable {
  let makeFilter: @Sendable () -> RepeatFilter
  /// Its place in a scope, if it belongs to a part.
  var place: ScopePlace?

  init(makeFilter: @escaping @Sendable () -> RepeatFilter) {
    self.makeFilter = makeFilter
  }

  init(of scope: ScopeLayout, _ place: ScopePlace) {
    makeFilter = { scope.makeNode(false).makeFilter(place.local) }
    self.place = place
  }

  /// Makes the filter for a run with the given scopes.
  func filter(_ scopes: [ScopeNode]) -> RepeatFilter {
    guard let place else { return makeFilter() }
    return scopes[place.scope].makeFilter(place.local)
  }
}

/// The filter of one ``DropRepeats`` during one run.
///
/// NB: made of closures, as ``FeedbackInstance`` is, which are specialised for the key.
@usableFromInline
struct RepeatFilter {
  /// Returns whether an event is a repeat, and keeps its key; without an event there is no key.
  ///
  /// The state is for hosts, which derive the event from the state, see ``HostedState``.
  let isRepeat: (StatePlace, EventPlace?, _ time: Duration) -> Bool
  /// Notes the time at which the event that was checked last is reduced; `nil` if it is dropped.
  let noteFate: (_ reducedAt: Duration?) -> Void
  /// Calls a closure with the event that `onDrop` receives for the newest repeat.
  ///
  /// `nil` means the repeat itself. The closure must not take the event.
  let report: (((EventPlace) -> Void) -> Void)?

  init(
    isRepeat: @escaping (StatePlace, EventPlace?, Duration) -> Bool,
    noteFate: @escaping (_ reducedAt: Duration?) -> Void,
    report: (((EventPlace) -> Void) -> Void)? = nil
  ) {
    self.isRepeat = isRepeat
    self.noteFate = noteFate
    self.report = report
  }

  @usableFromInline
  init<Event, Key: Hashable>(within interval: Duration, _ key: @escaping (Event) -> Key?) {
    let table = RepeatTable<Key>(within: interval)
    self.init(
      isRepeat: { _, event, time in
        table.isRepeat(event.flatMap { key($0.address(of: Event.self).value) }, at: time)
      },
      noteFate: { table.noteFate(reducedAt: $0) })
  }
}

/// The time at which the last event of each key was reduced.
///
/// Times older than the interval are forgotten when the table has doubled, which takes O(1) for
/// each event, amortised.
final class RepeatTable<Key: Hashable> {
  let interval: Duration
  var times: [Key: Duration] = [:]
  /// The key of the event that was checked last.
  var asked: Key?
  /// The number of keys at which old ones are forgotten.
  var limit = 16

  init(within interval: Duration) {
    self.interval = interval
  }

  func isRepeat(_ key: Key?, at time: Duration) -> Bool {
    asked = key
    guard let key, let last = times[key] else { return false }
    return isRecent(last, at: time)
  }

  func noteFate(reducedAt time: Duration?) {
    guard let key = asked.take(), let time, interval > .zero else { return }
    times[key] = time
    if times.count > limit { forgetOld(at: time) }
  }

  func isRecent(_ last: Duration, at time: Duration) -> Bool {
    time.subtractingClamped(last) < interval
  }

  func forgetOld(at time: Duration) {
    times = times.filter { isRecent($0.value, at: time) }
    limit = max(16, 2 * times.count)
  }
}
