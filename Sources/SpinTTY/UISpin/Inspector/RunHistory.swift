internal import SpinCore

/// What an inspector keeps instead of the events and states of a run.
struct InspectorMask<State: Sendable, Event: Sendable>: Sendable {
  var event: @Sendable (Event) -> Event = { $0 }
  var state: @Sendable (State) -> State = { $0 }
}

/// The newest transitions of a run, for its inspector.
///
/// The loop notes them, and the drawing thread reads them.
final class RunHistory<State: Sendable, Event: Sendable>: Sendable {
  /// A state as it is kept.
  enum Kept: Sendable {
    case state(StateBox<State>)
    /// The lines of a state that may have a `Reply`.
    case lines([String])
  }

  private struct Entry {
    let words: InspectedTransition
    let state: Kept
  }

  private struct Content {
    /// The kept transitions; that of a number is in its place modulo the limit.
    var entries: [Entry] = []
    /// The number of transitions of the run.
    var count = 0
  }

  private let limit: Int
  private let mask: InspectorMask<State, Event>
  private let content = Guarded(Content())

  // MARK: The loop
  // Guard: the loop, for each of these properties.

  /// The cause of the event that was taken and is not reduced.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var cause = ""
  /// Whether an event has carried a `Reply`, which the states may have kept.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private var hasReplies = false

  /// The largest number of characters of an event that are kept.
  private static var longestEvent: Int { 1_000 }
  /// The largest number of lines of a state that are shown.
  static var longestState: Int { 2_000 }

  init(_ limit: Int, _ mask: InspectorMask<State, Event>) {
    self.limit = limit
    self.mask = mask
  }

  /// Notes a fact; `input` is that of the user whose entry the loop has taken.
  func note(_ told: borrowing MonitoredFact<State, Event>, input: () -> UserInput?) {
    switch told.fact {
    case .taken(let entry):
      if entry.isForgotten { hasReplies = true }
      cause = entry.inWords(input)
    case .dropped: cause = ""
    case .reduced:
      guard let transition = told.transition else { return }
      let state = mask.state(transition.state)
      // NB: the event is not kept, because a `Reply` in it would never end.
      let event = told.event.map { String(inWords(mask.event($0)).prefix(Self.longestEvent)) }
      add(
        Entry(
          words: InspectedTransition(
            number: transition.number, event: event ?? "begins", cause: cause),
          state: hasReplies
            ? .lines(StateDump(state, limit: Self.longestState).lines) : .state(.holding(state))))
      cause = ""
    default: break
    }
  }

  private func add(_ entry: Entry) {
    // The user's code may run when a state is released, which must not happen under the lock.
    let old = content.withLock { content -> Entry? in
      content.count += 1
      let place = entry.words.number % limit
      guard place < content.entries.count else {
        content.entries.append(entry)
        return nil
      }
      defer { content.entries[place] = entry }
      return content.entries[place]
    }
    withExtendedLifetime(old) {}
  }

  // MARK: Any thread

  /// The numbers of the kept transitions.
  var kept: Range<Int> {
    content.withLock { $0.count - $0.entries.count..<$0.count }
  }

  func transition(_ number: Int) -> InspectedTransition? { entry(number)?.words }

  func state(after number: Int) -> Kept? { entry(number)?.state }

  private func entry(_ number: Int) -> Entry? {
    content.withLock { content in
      let place = number % limit
      guard content.entries.indices.contains(place) else { return nil }
      let entry = content.entries[place]
      return entry.words.number == number ? entry : nil
    }
  }
}

extension EntryFact {
  /// What has led to an event, in words; `input` is that of the user, if there is one.
  fileprivate func inWords(_ input: () -> UserInput?) -> String {
    switch origin {
    case .start, .whole: return ""
    case .feedback(let feedback):
      return "\(feedback)" + (cause?.execution.map { " #\($0)" } ?? "")
    case .outside:
      if let input = input() { return input.inWords }
      if let site { return "\(site)" }
      return cause.map { "\($0)" } ?? ""
    }
  }
}

extension UserInput {
  /// The input in words that say nothing of what the user has typed.
  var inWords: String {
    switch kind {
    case .event(.key(let press)):
      return press.typedText == nil ? press.chord.shortName : "key"
    case .event(.text): return "key"
    case .event(.paste): return "paste"
    case .event(.mouse(let mouse)):
      return switch mouse.action {
      case .press: "click"
      case .drag: "drag"
      case .release: "release"
      case .scroll: "wheel"
      case .move, .cancelled: "mouse"
      }
    case .event: return "terminal"
    case .resized: return "resize"
    case .resumed: return "resumed"
    case .terminating(let signal): return "signal \(signal)"
    case .printed: return "print"
    }
  }
}
