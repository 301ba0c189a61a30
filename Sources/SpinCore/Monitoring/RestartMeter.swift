#if DEBUG
  /// Counts the effects in a row that start because of an event of the effect before.
  ///
  /// *Isolation*: belongs to the owner of the drain.
  struct RestartMeter {
    /// A feedback, or one of its elements.
    struct Subject: Hashable {
      let feedback: Int
      let element: ElementID?
    }

    /// What its own event has done to an effect.
    enum End {
      case cancelled
      /// The effect has ended with the event.
      case finished
    }

    /// The number of effects in a row that is told.
    static var limit: Int { 10 }

    /// The number of subjects after which all rows begin again: nothing tells that a subject is gone.
    static var subjectLimit: Int { 1_000 }

    private var over: (subject: Subject, end: End, number: Int)?
    private(set) var counts: [Subject: Int] = [:]

    init() {}

    /// Whether starts must be noted.
    var isWatching: Bool { over != nil || !counts.isEmpty }

    /// An effect is over because of its own event.
    ///
    /// - Parameters:
    ///   - end: What the event has done.
    ///   - subject: The feedback or the element of the effect.
    ///   - number: The number of the event's transition.
    mutating func note(_ end: End, of subject: Subject, at number: Int) {
      over = (subject, end, number)
    }

    /// An effect has started.
    ///
    /// Only a start in the step of that event counts. Any other start sets the count back to zero.
    ///
    /// - Returns: How the effect before has ended, if this one makes the row long enough.
    mutating func noteStarted(_ subject: Subject, at number: Int) -> End? {
      guard let over, (over.subject, over.number) == (subject, number) else {
        counts[subject] = nil
        return nil
      }
      self.over = nil
      if counts.count == Self.subjectLimit { counts = [:] }
      counts[subject, default: 0] += 1
      return counts[subject] == Self.limit ? over.end : nil
    }
  }
#endif
