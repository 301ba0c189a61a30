#if DEBUG
  /// Counts the effects in a row that were replaced because of an event that they had emitted
  /// themselves.
  ///
  /// *Isolation*: belongs to the owner of the drain.
  struct RestartMeter {
    /// A feedback, or one of its elements.
    struct Place: Hashable {
      let feedback: Int
      let element: ElementID?
    }

    /// The number of effects in a row that is told.
    static var limit: Int { 10 }

    private var cancelled: (place: Place, number: Int)?
    private var counts: [Place: Int] = [:]

    init() {}

    /// Whether a start has a meaning.
    var isWatching: Bool { cancelled != nil || !counts.isEmpty }

    /// An event of an effect has cancelled that effect.
    ///
    /// - Parameters:
    ///   - place: The place of the effect.
    ///   - number: The number of the event's transition.
    mutating func noteCancelled(_ place: Place, at number: Int) {
      cancelled = (place, number)
    }

    /// An effect has started.
    ///
    /// Only one that starts in the step that has cancelled the one before replaces it. Any other
    /// start begins the row again.
    ///
    /// - Returns: Whether it is the one that makes the row long enough.
    mutating func noteStarted(_ place: Place, at number: Int) -> Bool {
      guard let cancelled, cancelled == (place, number) else {
        counts[place] = nil
        return false
      }
      self.cancelled = nil
      counts[place, default: 0] += 1
      return counts[place] == Self.limit
    }
  }
#endif
