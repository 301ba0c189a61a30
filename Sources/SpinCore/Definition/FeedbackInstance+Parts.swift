/// The feedbacks of several parts, as feedbacks of the whole with an effect for each part.
extension PartsNode {
  /// Makes a feedback of the whole from a feedback of the parts.
  @inlinable
  func makeInstance(_ local: Int) -> FeedbackInstance<State, Event> {
    let (blueprint, feedbacks) = (layout.blueprint, layout.feedbacks(local))
    let sample = blueprint.sample(local)
    if feedbacks.inside != nil || sample.elements != nil {
      let hasLimit = blueprint.feedbacks[local].traits.limit < .max
      return elements(feedbacks, sample.kind) { self.name($0) }.instance(hasLimit: hasLimit)
    }
    return FeedbackInstance<State, Event>(
      ElementWatcher<State, Event>(
        ask: { _, changes in
          for number in self.left { changes.append(ElementChange(number, .ended)) }
          for number in self.touched { changes.append(self.ask(local, number), of: number) }
        },
        describe: { number, step in
          self.describe(number, &step) { $0.feedbacks[local].describe(&$1) }
        },
        forget: { self.records[$0]?.life.feedbacks[local].forget?() }, name: { self.name($0) }),
      kind: sample.kind)
  }

  /// Makes a feedback of the whole from those of a recursion.
  @inlinable
  func makeInner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance<State, Event>? {
    layout.feedbacks(of: key).map { feedbacks in
      let way = layout.way(key)
      return elements(feedbacks, kind) { self.name($0)?.by(way) }.instance(hasLimit: true)
    }
  }

  @inlinable
  func elements(
    _ feedbacks: PartFeedbacks, _ kind: FeedbackKind, _ name: @escaping (Int) -> ElementID?
  ) -> PartElements<State, Event, Part, PartEvent> {
    PartElements(
      feedbacks, kind, ended: { self.left }, touched: { self.touched },
      life: { self.records[$0]?.life }, name: name,
      describe: { self.describe($0, &$1, $2) })
  }

  /// Returns the answer of a feedback of a part that has made a transition.
  @inlinable
  func ask(_ local: Int, _ number: Int) -> Answer {
    guard let life = records[number]?.life, let shown = life.shown else { return .unchanged }
    return life.feedbacks[local].answer(&shown.address.value)
  }

  /// Describes an effect with the newest transition of a part.
  @inlinable
  func describe(
    _ number: Int, _ step: inout CurrentTransition<State, Event>,
    _ describe: (Life, inout CurrentTransition<Part, PartEvent>) -> Effect<PartEvent>
  ) -> Effect<Event> {
    guard let record = records[number] else { return .none }
    let (id, life, embed) = (record.id, record.life, embed)
    return life.describe(in: &step, { copy(of: $0, id) }, { embed(id, $0) }) {
      describe(life, &$0)
    }
  }

  /// Copies a part outside of a step, when other threads may read the state.
  @inlinable
  func copy(of state: State, _ id: ID) -> Part? {
    var state = state
    return parts.find(&state, id)
  }

  // MARK: The node

  /// Makes a filter of the whole from a filter of the parts, whose keys belong to the lives.
  @inlinable
  func makeFilter(_ filters: PartFeedbacks) -> RepeatFilter<State, Event> {
    let life = Memory<Life>()
    return RepeatFilter<State, Event>(
      isRepeat: { state, whole, time in
        if filters.own == 0 { self.asked = .some(whole.flatMap { self.event($0) }) }
        life.value = nil
        let asked = self.asked ?? whole.flatMap { self.event($0) }
        guard let (id, own) = asked, let number = self.numbers[id],
          let current = self.records[number]?.life, var part = self.copy(of: state, id)
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
      noteOrigin: { self.note($0) }, forgetEvent: { self.forgetEvent() },
      makeInstance: { self.makeInstance($0) },
      makeFilter: { self.makeFilter(self.layout.feedbacks($0)) },
      makeInner: { self.makeInner($0, $1) },
      makeInnerFilter: { self.layout.feedbacks(of: $0).map { self.makeFilter($0) } })
  }
}
