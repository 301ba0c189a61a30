extension Spin where State: Equatable {
  /// Returns the same spin with undo and redo.
  ///
  /// ```swift
  /// let editor = Draft.spin.undoable { draft, event in !event.isTyping || draft.isSaved }
  /// let running = editor.start(on: .async)
  /// running.emit(.event(.typed("a")))
  /// running.emit(.undo)
  /// ```
  ///
  /// An event is a step if it changes the state and `isStep` returns `true`. If an event is not a
  /// step, its changes belong to the step before it. A new step discards the steps that can be
  /// redone.
  ///
  /// The feedbacks of the spin see their own events as if the spin ran alone. For them, undo and
  /// redo are transitions without an event, whose origin is ``Origin/whole``. Effects that the
  /// restored state does not want are cancelled, and effects that it wants are started. Undo does
  /// not revert the work of a finished effect. An event of an effect can be a step: return `false`
  /// from `isStep` for events that a user would not undo.
  ///
  /// - Parameters:
  ///   - limit: The number of newest steps to keep: 1 or more. Debug builds trap on a smaller
  ///     number, which counts as 1 in release builds.
  ///   - isStep: Returns whether an event can be a step, given the state before it; by default each
  ///     can. *Isolation*: called by the loop, in the step of the event.
  /// - Returns: A spin whose state is the history of this spin's states.
  /// - Complexity: For an event that can be a step, the loop keeps the state before it, so a
  ///   collection in the state is copied when the event changes it. Other events change it in
  ///   place.
  public func undoable(
    limit: Int = 100,
    isStep: @escaping @Sendable (_ before: State, _ event: Event) -> Bool = { _, _ in true }
  ) -> Spin<History<State>, HistoryEvent<Event>> {
    let limit = atLeastOne(
      limit, "undoable(limit:) keeps at least one step; \(limit) was given.")
    return Spin<History<State>, HistoryEvent<Event>>(initialState: History(initialState)) {
      Scope(rememberingSteps: isStep)
      Scope(state: \.present, event: HistoryEvent.event, from: \.event) { self }
      Reducer { history, event in
        switch event {
        case .event: history.noteStep(limit: limit)
        case .undo: history.undo()
        case .redo: history.redo()
        case .clear: history.clear()
        }
      }
    }
  }
}

extension History where State: Equatable {
  /// Notes a step if the reduced event is one.
  mutating func noteStep(limit: Int) {
    guard let before = before.take(), before != present else { return }
    note(stepFrom: before, limit: limit)
  }
}

extension Scope {
  /// Creates a scope without a part, which remembers the present state of a history before each event that
  /// may be a step.
  ///
  /// It precedes the scope of the present state, whose reducer changes that state.
  init<Present: Sendable, PresentEvent: Sendable>(
    rememberingSteps isStep: @escaping @Sendable (Present, PresentEvent) -> Bool
  ) where State == History<Present>, Event == HistoryEvent<PresentEvent> {
    let remember: @Sendable (StatePlace, EventPlace) -> Void = { history, event in
      guard case .event(let event) = event.address(of: Event.self).value else { return }
      let history = history.address(of: State.self)
      if isStep(history.value.present, event) { history.value.before = history.value.present }
    }
    self.init(
      definition: ScopeDefinition(name: "", reduce: remember, kind: nil) { _, _ in
        ScopeLayout { _ in TakingNode(remember) }
      })
  }
}

/// A node without a part, which takes each event before the nodes after it.
private final class TakingNode: ScopeNode {
  private let body: @Sendable (StatePlace, EventPlace) -> Void

  init(_ body: @escaping @Sendable (StatePlace, EventPlace) -> Void) {
    self.body = body
  }

  override func take(_ state: StatePlace, _ event: EventPlace) { body(state, event) }

  override func closure(in phase: ScopePhase) -> String? {
    "The closure of `undoable` that tells what is a step"
  }
}
