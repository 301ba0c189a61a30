/// The feedbacks of a part, as feedbacks of the whole.
extension PartNode {
  /// Makes a feedback of the whole from a feedback of the part.
  @inlinable
  func makeInstance(_ local: Int) -> FeedbackInstance<State, Event> {
    let (sample, feedbacks) = (layout.blueprint.sample(local), layout.feedbacks(local))
    if feedbacks.inside != nil {
      return elements(feedbacks, sample.kind, name: nil).instance(hasLimit: true)
    }
    if sample.elements != nil { return elementInstance(local, sample.kind) }
    return FeedbackInstance<State, Event>(
      kind: sample.kind,
      ask: { _ in self.answer(local) },
      forget: { self.life?.feedbacks[local].forget?() },
      describe: { step in
        guard let life = self.life else { return .none }
        return life.describe(in: &step, isNewest: self.isChanged, self.copy(of:), self.embed) {
          life.feedbacks[local].describe(&$0)
        }
      })
  }

  /// Makes a feedback of the whole from those of a recursion.
  @inlinable
  func makeInner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance<State, Event>? {
    layout.feedbacks(of: key).map { feedbacks in
      elements(feedbacks, kind, name: .onlyPart(by: layout.way(key))).instance(hasLimit: true)
    }
  }

  @inlinable
  func elements(
    _ feedbacks: PartFeedbacks, _ kind: FeedbackKind, name: ElementID?
  ) -> PartElements<State, Event, Part, PartEvent> {
    PartElements(
      feedbacks, kind, ended: { self.endsLife ? [0] : [] },
      touched: { self.life != nil && self.isChanged ? [0] : [] }, life: { _ in self.life },
      name: { _ in name },
      describe: { _, step, describe in
        guard let life = self.life else { return .none }
        return life.describe(in: &step, isNewest: self.isChanged, self.copy(of:), self.embed) {
          describe(life, &$0)
        }
      })
  }

  @inlinable
  func elementInstance(_ local: Int, _ kind: FeedbackKind) -> FeedbackInstance<State, Event> {
    let watcher = ElementWatcher<State, Event>(
      ask: { _, _ in },
      describe: { element, step in
        guard let life = self.life, let inner = life.feedbacks[local].elements else {
          return .none
        }
        return life.describe(in: &step, isNewest: self.isChanged, self.copy(of:), self.embed) {
          inner.describe(element, &$0)
        }
      },
      forget: { self.life?.feedbacks[local].elements?.forget?($0) },
      name: { self.life?.feedbacks[local].elements?.name($0) })
    return FeedbackInstance<State, Event>(
      watcher, kind: kind,
      asking: { _ in
        let answer = self.answer(local)
        if answer.listsElements, let inner = self.life?.feedbacks[local].elements {
          watcher.changes = inner.changes
        }
        return answer
      })
  }

  /// Returns the answer of a feedback of the part about the newest step.
  @inlinable
  func answer(_ local: Int) -> Answer {
    switch change {
    case .none: return .unchanged
    case .ended: return .ended
    case .transition: return ask(local)
    case .begun(replacing: false): return ask(local)
    case .begun(replacing: true): return ask(local).again
    }
  }

  @inlinable
  func ask(_ local: Int) -> Answer {
    guard let life, let shown = life.shown else { return .unchanged }
    return life.feedbacks[local].answer(&shown.address.value)
  }
}

extension PartNode {
  /// Whether the newest step was a transition of the part.
  @inlinable var isChanged: Bool {
    if case .none = change { false } else { true }
  }

  /// Whether the newest step has ended a life of the part.
  @inlinable var endsLife: Bool {
    switch change {
    case .ended, .begun(replacing: true): true
    case .none, .transition, .begun(replacing: false): false
    }
  }

  /// Copies the part outside of a step, when other threads may read the state.
  @inlinable
  func copy(of state: State) -> Part? {
    var (state, copy) = (state, Part?.none)
    part.read(&state) { copy = $0 }
    return copy
  }

  /// Makes a filter of the whole from a filter of the part.
  ///
  /// Its keys belong to the life.
  @inlinable
  func makeFilter(_ filters: PartFeedbacks) -> RepeatFilter<State, Event> {
    let life = Memory<Life>()
    return RepeatFilter<State, Event>(
      isRepeat: { state, whole, time in
        if filters.own == 0 { self.asked = .some(whole.flatMap { self.event($0) }) }
        life.value = nil
        let asked = self.asked ?? whole.flatMap { self.event($0) }
        guard let own = asked, let current = self.life, var part = self.copy(of: state)
        else { return false }
        life.value = current
        return current.filters(filters).contains { $0.isRepeat(&part, own, time) }
      },
      noteFate: { time in
        if time == nil { self.asked = nil }
        life.value.take()?.filters(filters).forEach { $0.noteFate(time) }
      })
  }

  /// The node with its types hidden.
  @inlinable
  var erased: ScopeNode<State, Event> {
    ScopeNode<State, Event>(
      begin: { self.begin(&$0) }, look: { self.look(&$0, $1) },
      take: { state, _ in self.take(&state) }, settle: { self.settle(&$0, $1) },
      noteOrigin: { self.note($0) }, forgetEvent: { self.life?.forgetEvent() },
      makeInstance: { self.makeInstance($0) },
      makeFilter: { self.makeFilter(self.layout.feedbacks($0)) },
      makeInner: { self.makeInner($0, $1) },
      makeInnerFilter: { self.layout.feedbacks(of: $0).map { self.makeFilter($0) } })
  }
}
