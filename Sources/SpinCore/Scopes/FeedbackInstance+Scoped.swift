/// The feedbacks of a part, as feedbacks of the whole.
extension PartNode {
  /// Makes a feedback of the whole from a feedback of the part.
  func instance(_ local: Int) -> FeedbackInstance {
    let (sample, feedbacks) = (layout.blueprint.sample(local), layout.feedbacks(local))
    if feedbacks.inside != nil {
      return elements(feedbacks, sample.kind, name: nil)
        .instance(hasLimit: true, form: sample.form)
    }
    if sample.elements != nil { return elementInstance(local, sample) }
    return TransitionWatcher(
      kind: sample.kind, form: sample.form, memory: PartMemory(self, local),
      ask: { _ in self.answer(local) },
      describe: { _, step, sink in
        self.describe(&step, sink) { $0.feedbacks[local].describe(0, &$1, sink) }
      })
  }

  /// Makes a feedback of the whole from those of a recursion.
  func inner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance? {
    layout.feedbacks(of: key).map { feedbacks in
      elements(feedbacks, kind, name: .onlyPart(by: layout.way(key))).instance(hasLimit: true)
    }
  }

  private func elements(
    _ feedbacks: PartFeedbacks, _ kind: FeedbackKind, name: ElementID?
  ) -> PartElements {
    PartElements(
      feedbacks, kind, ended: { self.endsLife ? [0] : [] },
      touched: { self.life != nil && self.isChanged ? [0] : [] }, life: { _ in self.life },
      name: { _ in name }, describe: { self.describe(&$1, $2, $3) })
  }

  private func elementInstance(
    _ local: Int, _ sample: FeedbackInstance
  ) -> FeedbackInstance {
    ElementWatcher(
      kind: sample.kind, form: sample.form, memory: PartMemory(self, local, isOfElements: true),
      list: { _, changes in
        let answer = self.answer(local)
        if answer.listsElements, let inner = self.life?.feedbacks[local].elements {
          changes = inner.changes
        }
        return answer
      },
      describe: { element, step, sink in
        self.describe(&step, sink) { $0.feedbacks[local].describe(element, &$1, sink) }
      },
      inner: { element in self.life.map { ($0.feedbacks[local], element) } },
      listKept: sample.elements?.isOfParts != true
        ? nil
        : { _, body in
          if self.isChanged { self.life?.feedbacks[local].elements?.listKept(body) }
        })
  }

  /// Describes an effect with the newest transition of the part.
  private func describe(
    _ step: inout CurrentTransition, _ sink: EffectSink,
    _ describe: (PartLife, inout CurrentTransition) -> Void
  ) {
    life?.describe(in: &step, isNewest: isChanged, part.readShared, to: sink, describe)
  }

  /// Returns the answer of a feedback of the part about the newest step.
  private func answer(_ local: Int) -> Answer {
    switch change {
    case .none: return .unchanged
    case .ended: return .ended
    case .transition: return ask(local)
    case .begun(replacing: false): return ask(local)
    case .begun(replacing: true): return ask(local).again
    }
  }

  private func ask(_ local: Int) -> Answer {
    guard let life, let shown = life.shown else { return .unchanged }
    return life.feedbacks[local].answer(shown)
  }

  /// Whether the newest step was a transition of the part.
  fileprivate var isChanged: Bool {
    if case .none = change { false } else { true }
  }

  /// Whether the newest step has ended a life of the part.
  private var endsLife: Bool {
    switch change {
    case .ended, .begun(replacing: true): true
    case .none, .transition, .begun(replacing: false): false
    }
  }

  /// Makes a filter of the whole from a filter of the part.
  ///
  /// Its keys belong to the life.
  func filter(_ filters: PartFeedbacks) -> RepeatFilter {
    let asked = Memory<PartLife>()
    return RepeatFilter(
      isRepeat: { whole, time in
        if filters.own == 0 { self.isAskedOwn = nil }
        asked.value = nil
        guard let own = self.ask(whole), let life = self.life else { return false }
        asked.value = life
        return life.filters(filters).contains { $0.isRepeat(own, time) }
      },
      noteFate: { time in
        if time == nil { self.forgetAsked() }
        asked.value.take()?.filters(filters).forEach { $0.noteFate(time) }
      })
  }
}

/// The memory of a feedback of a part, which belongs to the life of the part.
private final class PartMemory: FeedbackMemory {
  private let node: PartNode
  private let local: Int
  private let hasElements: Bool

  init(_ node: PartNode, _ local: Int, isOfElements: Bool = false) {
    self.node = node
    self.local = local
    hasElements = isOfElements
  }

  override func forget() { node.life?.feedbacks[local].forget(0) }

  override var selected: Any? { node.life?.feedbacks[local].memory?.selected }

  override var isOfElements: Bool { hasElements }

  override var notAsked: FeedbackAnswer? {
    guard let life = node.life else { return .wantsNothing(.noPart) }
    let inner = life.feedbacks[local].memory?.notAsked
    if case .wantsNothing? = inner { return inner }
    return node.isChanged ? inner : .keeps(.samePart)
  }
}
