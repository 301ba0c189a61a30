/// The states of a recorded run, as a reducer makes them again from its events.
///
/// ```swift
/// var replay = try record.log.replay(spin)
/// while replay.stepForward() { print(replay.number, replay.state) }
/// replay.move(to: 3)
/// replay.stepBack()
/// ```
///
/// Nothing else of the spin is asked, and no effect is started. States that were recorded are not used,
/// except for the first, because the reducer may have changed since then.
public struct RunReplay<State: Sendable, Event: Sendable>: Sendable {
  private let reducer: Reducer<State, Event>
  /// The events of the transitions; that of the first number is `nil`.
  private let events: [Event?]
  private let recorded: [Int: State]
  /// The states of each 64th transition that was reached, in order.
  private var landmarks: [State]
  private var offset = 0

  private static var distance: Int { 64 }

  /// The numbers of the transitions.
  public let numbers: ClosedRange<Int>

  /// The state after the transition.
  public private(set) var state: State

  init(_ log: RunLog<State, Event>, _ reducer: Reducer<State, Event>) throws(RunLogError) {
    guard let first = log.entries.first?.state, let numbers = log.numbers else {
      throw RunLogError(
        .noState, log.header.name ?? log.header.stateType,
        "this log is empty or begins without a state, so there is nothing to replay.")
    }
    let transitions = log.entries.filter { $0.outcome.isTransition }
    self.reducer = reducer
    self.numbers = numbers
    events = transitions.map(\.event)
    recorded = Dictionary(
      transitions.compactMap { entry in
        entry.state.flatMap { state in entry.outcome.number.map { ($0, state) } }
      }, uniquingKeysWith: { first, _ in first })
    landmarks = [first]
    state = first
  }

  /// The number of the transition.
  public var number: Int { numbers.lowerBound + offset }

  /// The event of the transition; `nil` for the first one, and for one that a migration has dropped.
  public var event: Event? { events[offset] }

  /// Goes to the next transition; returns whether there is one.
  ///
  /// - Complexity: One call of the reducer.
  @discardableResult
  public mutating func stepForward() -> Bool {
    guard offset + 1 < events.count else { return false }
    offset += 1
    // One that a migration has dropped changes nothing.
    if let event = events[offset] { reducer.reduce(&state, event) }
    if offset == landmarks.count * Self.distance { landmarks.append(state) }
    return true
  }

  /// Goes to the transition before; returns whether there is one.
  ///
  /// - Complexity: At most 64 calls of the reducer.
  @discardableResult
  public mutating func stepBack() -> Bool {
    guard offset > 0 else { return false }
    move(to: number - 1)
    return true
  }

  /// Goes to a transition; to the first or the last one, if there is none of this number.
  ///
  /// - Complexity: At most 64 calls of the reducer, if the replay was at a later transition before.
  public mutating func move(to number: Int) {
    let goal = min(max(number, numbers.lowerBound), numbers.upperBound) - numbers.lowerBound
    let landmark = min(goal / Self.distance, landmarks.count - 1)
    if goal < offset || landmark * Self.distance > offset {
      offset = landmark * Self.distance
      state = landmarks[landmark]
    }
    while offset < goal, stepForward() {}
  }

  /// Returns the state after a transition; of the first or the last one, if there is none of this number.
  public func state(at number: Int) -> State {
    var copy = self
    copy.move(to: number)
    return copy.state
  }
}

extension RunReplay where State: Equatable {
  /// The number of the first transition whose state was recorded and is another one now; `nil` if there is
  /// none.
  ///
  /// Record with ``StateKeeping/all`` to learn the exact transition.
  ///
  /// - Complexity: One call of the reducer for each transition.
  public var firstDifference: Int? {
    var copy = self
    copy.move(to: numbers.lowerBound)
    repeat {
      if let recorded = recorded[copy.number], recorded != copy.state { return copy.number }
    } while copy.stepForward()
    return nil
  }
}

extension RunLog {
  /// Returns the states of the run as the reducer of a spin makes them, beginning with the first.
  ///
  /// - Parameter spin: The spin, which may have changed since the recording.
  /// - Returns: The replay, at the first transition.
  /// - Throws: ``RunLogError``, if the log is empty.
  public func replay(_ spin: Spin<State, Event>) throws(RunLogError) -> RunReplay<State, Event> {
    try RunReplay(self, spin.reducer)
  }
}
