/// The filter of one ``DropRepeats`` during one run.
///
/// NB: made of closures, as ``FeedbackInstance`` is, which know the type of the key.
struct RepeatFilter {
  /// Returns whether an event is dropped as a repeat, and keeps its key.
  let drops: (EventPlace, _ time: Duration, _ mayDrop: Bool) -> Bool
  /// Notes the time at which the event that was checked last is reduced; `nil` if it is dropped.
  let noteFate: (_ reducedAt: Duration?) -> Void
}

extension RepeatFilter {
  init<Event, Key: Hashable>(within interval: Duration, _ key: @escaping (Event) -> Key?) {
    let table = RepeatTable<Key>(within: interval)
    self.init(
      drops: { event, time, mayDrop in
        table.isRepeat(key(event.address(of: Event.self).value), at: time) && mayDrop
      },
      noteFate: { table.noteFate(reducedAt: $0) })
  }
}

extension [RepeatFilter] {
  /// Asks the filters, up to the first that drops the event.
  ///
  /// If the event may not be dropped, each filter keeps its key: the event counts for all of them.
  func drop(_ event: EventPlace, at time: Duration, mayDrop: Bool) -> Bool {
    contains { $0.drops(event, time, mayDrop) }
  }

  /// Notes the time at which the event that was asked about last is reduced; `nil` if it is dropped.
  func noteFate(_ reducedAt: Duration?) {
    for filter in self { filter.noteFate(reducedAt) }
  }
}

/// The time at which the last event of each key was reduced.
///
/// Times older than the interval are forgotten once in each interval, which takes O(1) for each event,
/// amortised: a time that is kept belongs to an event of the interval that has just passed.
final class RepeatTable<Key: Hashable> {
  let interval: Duration
  var times: [Key: Duration] = [:]
  /// The key of the event that was checked last.
  var asked: Key?
  /// The time at which old keys were forgotten last.
  var swept = Duration.zero

  /// The number of keys up to which old ones are not forgotten.
  static var few: Int { 16 }

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
    if times.count > Self.few && !isRecent(swept, at: time) { forgetOld(at: time) }
  }

  func isRecent(_ last: Duration, at time: Duration) -> Bool {
    time.subtractingClamped(last) < interval
  }

  func forgetOld(at time: Duration) {
    times = times.filter { isRecent($0.value, at: time) }
    swept = time
  }
}
