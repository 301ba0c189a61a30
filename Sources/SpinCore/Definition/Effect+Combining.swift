extension Effect {
  /// Combines several effects into one, which runs them at the same time and finishes when all of
  /// them have finished.
  ///
  /// *Ordering*: the immediate events of all effects come first, in written order.
  ///
  /// - Complexity: O(n) for n effects. Merge many effects at once, as an array, rather than one by
  ///   one.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Combines several effects into one, which runs them at the same time and finishes when all of
  /// them have finished.
  ///
  /// *Ordering*: the immediate events of all effects come first, in written order.
  ///
  /// - Complexity: O(n) for n effects. Merge many effects at once, as an array, rather than one by
  ///   one.
  public static func merge(_ effects: [Effect]) -> Effect {
    composed(effects.flatMap(\.events), effects.flatMap(\.works))
  }

  /// Returns the same work with every event converted.
  ///
  /// - Parameter transform: A pure function. It is called at once for events in the description,
  ///   and on the emitting thread for others.
  /// - Returns: An effect of the same work.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) -> Effect<Other> {
    switch content {
    case .none: return .none
    case .event(let event): return .just(transform(event))
    case .work, .composite:
      let conversion = Conversion(transform)
      return .composed(events.map(transform), works.map { $0.map(conversion) })
    }
  }

  /// Returns the simplest effect with these immediate events and works.
  static func composed(_ events: [Event], _ works: [Work]) -> Effect {
    switch (events.count, works.count) {
    case (0, 0): .none
    case (1, 0): .just(events[0])
    case (0, 1): Effect(work: works[0])
    default: Effect(content: .composite(events, works))
    }
  }
}
