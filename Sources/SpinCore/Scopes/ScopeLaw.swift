/// The law of the closures of a scope: `from` returns the event that `event` was given.
///
/// The whole would reduce an event for which `from` returns `nil`, but the part would not.
enum ScopeLaw {
  /// Returns `event` with a check of the law, in debug builds, for each event that an effect
  /// delivers.
  static func checking<Event: Sendable, PartEvent: Sendable>(
    _ event: @escaping @Sendable (PartEvent) -> Event,
    _ from: @escaping @Sendable (Event) -> PartEvent?
  ) -> @Sendable (PartEvent) -> Event {
    { part in
      let whole = event(part)
      assert(areSame(from(whole), part), lesson(part, whole, from(whole)))
      return whole
    }
  }

  /// Returns `event` for one of several parts, with the same check.
  fileprivate static func checking<Event: Sendable, ID: Hashable & Sendable, PartEvent: Sendable>(
    _ event: @escaping @Sendable (ID, PartEvent) -> Event,
    _ from: @escaping @Sendable (Event) -> (ID, PartEvent)?
  ) -> @Sendable (ID, PartEvent) -> Event {
    { id, part in
      let whole = event(id, part)
      let back = from(whole)
      assert(
        areSame(back?.0, id) && areSame(back?.1, part), lesson((id, part), whole, back))
      return whole
    }
  }

  /// Returns whether an event came back unchanged, as far as that is known: not all events are
  /// equatable.
  private static func areSame<PartEvent>(_ back: PartEvent?, _ event: PartEvent) -> Bool {
    guard let back else { return false }
    guard let event = event as? any Equatable else { return true }
    return isEqual(event, back)
  }

  /// NB: an event that does not equal itself, because it contains NaN, proves nothing.
  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    value != value || value == other as? Value
  }

  private static func lesson<Event, PartEvent>(
    _ event: PartEvent, _ whole: Event, _ back: PartEvent?
  ) -> String {
    "A scope's `event` has made \(whole) of \(event), and its `from` makes "
      + (back.map { "\($0)" } ?? "nil")
      + " of that: `from` must give back what `event` was given, or the part never hears of it."
  }
}

extension Conversion {
  /// Makes events of the whole from those of a part with an id.
  @usableFromInline
  convenience init<Event: Sendable, ID: Hashable & Sendable, PartEvent: Sendable>(
    of id: ID, _ event: @escaping @Sendable (ID, PartEvent) -> Event,
    checking from: @escaping @Sendable (Event) -> (ID, PartEvent)?
  ) {
    let embed = ScopeLaw.checking(event, from)
    self.init { embed(id, $0) }
  }
}
