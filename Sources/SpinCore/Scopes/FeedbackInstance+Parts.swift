/// The feedbacks of several parts, as feedbacks of the whole with an effect for each part.
extension PartsNode {
  /// Makes a feedback of the whole from a feedback of the parts.
  func instance(_ local: Int) -> FeedbackInstance {
    let (blueprint, feedbacks) = (layout.blueprint, layout.feedbacks(local))
    let sample = blueprint.sample(local)
    if feedbacks.inside != nil || sample.elements != nil {
      let hasLimit = blueprint.feedbacks[local].traits.limit < .max
      return elements(feedbacks, sample.kind) { self.name($0) }
        .instance(hasLimit: hasLimit, form: sample.form)
    }
    return ElementWatcher(
      kind: sample.kind, form: sample.form,
      list: { _, changes in
        for number in self.left { changes.append(ElementChange(number, .ended)) }
        for number in self.touched { changes.append(self.ask(local, number), of: number) }
        return changes.answer
      },
      describe: { number, step, sink in
        self.describe(number, &step, sink) { $0.feedbacks[local].describe(0, &$1, sink) }
      },
      name: { self.name($0) },
      inner: { number in self.life(number).map { ($0.feedbacks[local], 0) } },
      listKept: { changed, body in
        for number in self.touched where !changed.contains(number) {
          if let life = self.life(number) { body(self.name(number), life.feedbacks[local]) }
        }
      })
  }

  /// Makes a feedback of the whole from those of a recursion.
  func inner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance? {
    layout.feedbacks(of: key).map { feedbacks in
      let way = layout.way(key)
      return elements(feedbacks, kind) { self.name($0)?.by(way) }.instance(hasLimit: true)
    }
  }

  private func elements(
    _ feedbacks: PartFeedbacks, _ kind: FeedbackKind, _ name: @escaping (Int) -> ElementID?
  ) -> PartElements {
    PartElements(
      feedbacks, kind, ended: { self.left }, touched: { self.touched },
      life: { self.life($0) }, name: name,
      describe: { self.describe($0, &$1, $2, $3) })
  }

  /// Returns the answer of a feedback of a part that has made a transition.
  private func ask(_ local: Int, _ number: Int) -> Answer {
    guard let life = life(number), let shown = life.shown else { return .unchanged }
    return life.feedbacks[local].answer(shown)
  }

  /// Makes a filter of the whole from a filter of the parts, whose keys belong to the lives.
  func filter(_ filters: PartFeedbacks) -> RepeatFilter {
    let asked = Memory<PartLife>()
    return RepeatFilter(
      isRepeat: { whole, time in
        if filters.own == 0 { self.asked = nil }
        asked.value = nil
        guard let (number, own) = self.ask(whole), let life = self.life(number) else {
          return false
        }
        asked.value = life
        return life.filters(filters).contains { $0.isRepeat(own, time) }
      },
      noteFate: { time in
        if time == nil { self.forgetAsked() }
        asked.value.take()?.filters(filters).forEach { $0.noteFate(time) }
      })
  }
}
