/// The memory of a scope during a run that has parts: one part, which has the number 0, or several.
///
/// It makes feedbacks and repeat filters of the whole from those of the parts.
///
/// *Isolation*: owned and called by the owner of the drain.
class ScopeWithParts: ScopeNode {
  let layout: PartLayout
  /// The own event of a part that the step took, until ``release()`` if nobody has taken it.
  let own: EventSlot
  /// The part that a repeat filter has found for the event in the slot; `nil` if no filter has asked.
  ///
  /// The inner value is `nil` if the event belongs to no part.
  private var asked: Int??

  init(_ layout: PartLayout, _ event: TypeOps) {
    self.layout = layout
    own = EventSlot(event)
  }

  // MARK: What a scope of one part and one of several do in different ways

  /// Copies the event of a part in an event of the whole to a place, and returns the number of the part;
  /// `nil` if the event belongs to no part.
  func find(_ whole: EventPlace, _ target: EventPlace) -> Int? { nil }

  /// The parts whose lives have ended in the newest step.
  var endedParts: [Int] { [] }

  /// The parts that have made a transition or begun a life in the newest step, in order.
  var touchedParts: [Int] { [] }

  func life(_ number: Int) -> PartLife? { nil }

  /// Names a part in origins; a part that is the only one of its scope has no name.
  func name(_ number: Int) -> ElementID? { nil }

  /// Names a part as one of a recursion.
  func name(_ number: Int, by way: String?) -> ElementID? { nil }

  /// Describes an effect with the newest transition of a part.
  func describe(
    _ number: Int, _ step: inout CurrentTransition, _ sink: EffectSink,
    _ describe: (PartLife, inout CurrentTransition) -> Void
  ) {}

  /// Makes a feedback of the whole from a feedback of the parts that is in no recursion, given an
  /// instance of that.
  func instance(_ local: Int, _ sample: FeedbackInstance) -> FeedbackInstance { sample }

  // MARK: The own event of a part

  /// Finds the part that an event of the whole belongs to, and puts its own event into the slot.
  final func findOwn(_ whole: EventPlace) -> Int? {
    if let asked = asked.take() { return asked }
    var number: Int?
    _ = own.fill {
      number = find(whole, $0)
      return number != nil
    }
    return number
  }

  final override func closure(in phase: ScopePhase) -> String? {
    switch phase {
    case .finding:
      "A closure by which the scope \(layout.name) finds the part of an event (its `from` or `modify`, or the "
        + "`==` or `hash(into:)` of an id)"
    case .comparing:
      "A closure by which the scope \(layout.name) compares its part with the one before (the `==` of the "
        + "part, the `==`, `hash(into:)` or `<` of an id, `modify`, or the list of the part)"
    case .reducing: "A reducer in the scope \(layout.name), or the scope's `modify`"
    }
  }

  // MARK: Feedbacks and filters of the whole

  final override func makeInstance(_ local: Int) -> FeedbackInstance {
    let (blueprint, feedbacks) = (layout.blueprint, layout.feedbacks(local))
    let sample = blueprint.sample(local)
    if feedbacks.inside == nil { return instance(local, sample) }
    return elements(local, sample)
  }

  /// Makes a feedback of the whole that has an effect for each element of the parts.
  final func elements(_ local: Int, _ sample: FeedbackInstance) -> FeedbackInstance {
    PartElements(scope: self, feedbacks: layout.feedbacks(local), kind: sample.kind) {
      self.name($0)
    }
    .instance(
      hasLimit: layout.blueprint.feedbacks[local].traits.limit < .max, form: sample.form)
  }

  final override func makeInner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance? {
    layout.feedbacks(of: key).map { feedbacks in
      let way = layout.way(key)
      return PartElements(scope: self, feedbacks: feedbacks, kind: kind) {
        self.name($0, by: way)
      }
      .instance(hasLimit: true)
    }
  }

  /// Makes a filter that asks the filters of the part to which the event belongs.
  final override func makeFilter() -> RepeatFilter {
    let asked = Memory<PartLife>()
    return RepeatFilter(
      drops: { whole, time, mayDrop in
        self.asked = nil
        let number = self.findOwn(whole)
        self.asked = .some(number)
        asked.value = number.flatMap { self.life($0) }
        guard let life = asked.value, let own = self.own.event else { return false }
        return life.filters.drop(own, at: time, mayDrop: mayDrop)
      },
      noteFate: { time in
        if time == nil {
          self.asked = nil
          self.own.clear()
        }
        asked.value.take()?.filters.forEach { $0.noteFate(time) }
      })
  }
}
