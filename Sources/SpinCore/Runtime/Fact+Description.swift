extension FeedbackAnswer: CustomStringConvertible {
  /// The answer in words, such as `wants nothing: the value is nil`.
  public var description: String {
    switch self {
    case .wants: "wants an effect"
    case .keeps(let reason): "keeps what it has: \(reason.inWords)"
    case .wantsNothing(let reason): "wants nothing: \(reason.inWords)"
    case .waits(.place): "waits for a place"
    case .waits(.period): "waits for the end of its period"
    case .waits(.queue): "waits for the effect before it"
    case .skips(.strategy):
      "starts nothing: another effect runs, and its strategy ignores new states"
    case .skips(.period): "starts nothing: its period has not passed"
    }
  }
}

extension KeepReason {
  package var inWords: String {
    switch self {
    case .equalValue: "the value is equal"
    case .equalElements: "no element has changed"
    case .stillTrue: "the condition is still true"
    case .notAssigned: "the pulse was not assigned"
    case .samePart: "its part has not changed"
    }
  }
}

extension NothingReason {
  package var inWords: String {
    switch self {
    case .noValue: "the value is nil"
    case .isFalse: "the condition is false"
    case .filteredOut: "the state does not pass the filter"
    case .elementLeft: "the element has left"
    case .partEnded: "its part is gone"
    }
  }
}

extension CancelReason {
  package var inWords: String {
    switch self {
    case .noValue: "the value is nil"
    case .isFalse: "the condition is false"
    case .valueChanged: "the value has changed"
    case .newerState: "there is a newer state"
    case .filteredOut: "the state does not pass the filter"
    case .ownEvent: "its own event has changed what it was started for"
    case .elementLeft: "the element has left"
    case .partEnded: "its part is gone"
    case .raced: "another one was first"
    case .timedOut: "its time is over"
    case .inTime: "the effect was in time"
    case .stopped: "the loop stops"
    }
  }
}

extension DropReason {
  package var inWords: String {
    switch self {
    case .stale: "its effect was cancelled"
    case .finished: "its effect had finished"
    case .stopped: "the loop has stopped"
    case .repeated: "it repeats a recent event"
    case .full: "the mailbox is full"
    case .coalesced: "a newer event has taken its place"
    }
  }
}
