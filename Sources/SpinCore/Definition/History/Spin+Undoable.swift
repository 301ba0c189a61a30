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
  /// An event is a step if the state differs after it and `isStep` returns `true`. If an event is not a
  /// step, its changes belong to the step before it. A new step discards everything that can be redone.
  ///
  /// The feedbacks of the spin hear of their own events as if the spin ran alone. Undo and redo are
  /// changes from above, transitions without an event, whose origin is ``Origin/whole``. An effect that
  /// the earlier state does not want is cancelled, and one that it wants is started. Undo does not take
  /// back what a finished effect did. An event of an effect can be a step: return `false` from `isStep`
  /// for events that a user would not undo.
  ///
  /// - Parameters:
  ///   - limit: How many steps are kept, the newest ones; 1 or more. Debug builds refuse another number.
  ///     It counts as 1 in release builds.
  ///   - isStep: Whether an event is worth a step, given the state before it. By default each is.
  ///     *Isolation*: called by the loop, in the step of the event.
  /// - Returns: A spin whose state has the steps beside the present state.
  /// - Complexity: An event that is worth a step keeps the state before it, so a collection in the state
  ///   is copied when the event changes it. Other events change it in place.
  @inlinable
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
  /// Notes a step if the event that was reduced is one.
  @usableFromInline
  mutating func noteStep(limit: Int) {
    guard let before = before.take(), before != present else { return }
    note(stepFrom: before, limit: limit)
  }
}

extension Scope {
  /// Makes a scope that has no part, and keeps the present state of a history before an event that may
  /// be a step.
  ///
  /// It stands before the scope of the present state, whose reducer changes that.
  @inlinable
  init<Present: Sendable, PresentEvent: Sendable>(
    rememberingSteps isStep: @escaping @Sendable (Present, PresentEvent) -> Bool
  ) where State == History<Present>, Event == HistoryEvent<PresentEvent> {
    let remember: @Sendable (inout State, Event) -> Void = { history, event in
      guard case .event(let event) = event, isStep(history.present, event) else { return }
      history.before = history.present
    }
    self.init(ScopePart(reducer: Reducer(remember)) { _ in ScopeNode(taking: remember) })
  }

  /// Makes a scope without feedbacks.
  @usableFromInline
  init(_ part: ScopePart<State, Event>) {
    self.part = part
    feedbacks = []
    repeats = []
  }
}

extension ScopeNode {
  /// Makes a node that has no part, and looks at each event before the others do.
  @inlinable
  convenience init(taking take: @escaping (inout State, Event) -> Void) {
    self.init(
      begin: { _ in }, take: take, settle: { _, _ in }, noteOrigin: { _ in }, forgetEvent: {},
      makeInstance: { _ in refuse("A scope without a part has no feedbacks.") },
      makeFilter: { _ in refuse("A scope without a part drops no repeats.") })
  }
}
