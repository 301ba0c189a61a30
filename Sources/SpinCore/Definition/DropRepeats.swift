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
/// - Complexity: A lookup of the key for each event. The loop keeps the keys of the last
///   interval. Once in each interval, an event with a key lets it forget older keys, if there are more than 16
///   keys.
public struct DropRepeats<State: Sendable, Event: Sendable>: Sendable {
  let makeFilter: @Sendable () -> RepeatFilter

  /// Drops the repeats of events with the same key.
  ///
  /// - Parameters:
  ///   - interval: The time within which an event is a repeat. If it is zero or negative, no event
  ///     is a repeat.
  ///   - key: Returns the value that events that repeat each other have in common; `nil` for an
  ///     event that repeats none.
  public init<Key: Hashable & SendableMetatype>(
    within interval: Duration, _ key: @escaping @Sendable (_ event: Event) -> Key?
  ) {
    makeFilter = { RepeatFilter(within: interval, key) }
  }

  /// Drops repeats among the events that satisfy a predicate: each of them repeats the others.
  ///
  /// ```swift
  /// DropRepeats(within: .milliseconds(300)) { $0 == .scrolled }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time within which an event is a repeat. If it is zero or negative, no event
  ///     is a repeat.
  ///   - isIncluded: Returns whether an event is one of these events.
  public init(
    within interval: Duration, _ isIncluded: @escaping @Sendable (_ event: Event) -> Bool
  ) {
    self.init(within: interval) { isIncluded($0) ? true : nil }
  }

  /// Refuses keys that cannot be looked up.
  @available(
    *, unavailable,
    message: "The key of DropRepeats is Hashable: return a part of the event that is, or nil."
  )
  @_disfavoredOverload
  public init<Key>(within interval: Duration, _ key: @escaping @Sendable (_ event: Event) -> Key?) {
    self.init(within: interval) { _ in false }
  }
}

extension DropRepeats: SpinPart {
  /// A group that contains only this filter.
  public var content: Feedbacks<State, Event> { Feedbacks(items: [.repeats { _ in makeFilter() }]) }
}
