/// The law of the closures of a scope: `from` returns the event that `event` was given.
///
/// The whole would reduce an event for which `from` returns `nil`, but the part would not.
extension Conversion {
  /// Makes events of the whole from those of a part, and checks the law in debug builds, for each event that
  /// an effect delivers.
  convenience init<Event: Sendable, PartEvent: Sendable>(
    _ event: @escaping @Sendable (PartEvent) -> Event,
    checking from: @escaping @Sendable (Event) -> PartEvent?
  ) {
    self.init { part in
      let whole = event(part)
      assert(
        from(whole).map { areSame($0, part) } ?? false, lesson(part, whole, from(whole)))
      return whole
    }
  }

  /// Makes events of the whole from those of a part with an id, with the same check.
  @usableFromInline
  convenience init<Event: Sendable, ID: Hashable & Sendable, PartEvent: Sendable>(
    of id: ID, _ event: @escaping @Sendable (ID, PartEvent) -> Event,
    checking from: @escaping @Sendable (Event) -> (ID, PartEvent)?
  ) {
    self.init { part in
      let whole = event(id, part)
      assert(
        from(whole).map { areSame($0, id) && areSame($1, part) } ?? false,
        lesson((id, part), whole, from(whole)))
      return whole
    }
  }
}

/// Returns whether a value came back unchanged, as far as that is known: not all events are equatable.
private func areSame<Value>(_ back: Value, _ value: Value) -> Bool {
  guard let value = value as? any Equatable else { return true }
  return isEqual(value, back)
}

/// NB: an event that does not equal itself, because it contains NaN, proves nothing.
private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
  value != value || value == other as? Value
}

private func lesson<Event, PartEvent>(
  _ event: PartEvent, _ whole: Event, _ back: PartEvent?
) -> String {
  "A scope's `event` has made \(whole) of \(event), and its `from` makes "
    + (back.map { "\($0)" } ?? "nil")
    + " of that: `from` must give back what `event` was given, or the part never hears of it."
}
