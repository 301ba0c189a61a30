/// The memory of a scope of one part during a run: whether the part is there, and its life.
///
/// *Isolation*: owned and called by the owner of the drain.
final class PartNode: ScopeWithParts {
  /// The change of the part in the newest step.
  enum Change {
    case none
    case transition
    /// It has begun a life, which may replace another one.
    case begun(replacing: Bool)
    case ended
  }

  private let part: PartAccess
  private let events: PartEvents
  private let areEqual: (StatePlace, StatePlace) -> Bool
  private let onlyOwnReducerChangesIt: Bool

  private(set) var life: PartLife?
  private(set) var change = Change.none
  /// The part before the step, unless the step took one of the part's own events.
  ///
  /// It is kept for the next step, which usually finds the same part.
  private var kept: Moment?
  /// The copies that the step has replaced, until ``release()``; they may be the last ones with their
  /// objects.
  @safe @exclusivity(unchecked) private var replaced = OneOrMore<Moment>()
  /// The life that the step has ended, until ``release()``.
  private var endedLife: PartLife?

  init(
    _ part: PartAccess, _ events: PartEvents, _ layout: PartLayout,
    areEqual: @escaping (StatePlace, StatePlace) -> Bool, onlyOwnReducerChangesIt: Bool
  ) {
    self.part = part
    self.events = events
    self.areEqual = areEqual
    self.onlyOwnReducerChangesIt = onlyOwnReducerChangesIt
    super.init(layout, events.types.event)
  }

  override func begin(_ state: StatePlace) {
    part.read(state) { begin(with: $0) }
    if life != nil { change = .begun(replacing: false) }
  }

  private func begin(with first: StatePlace) {
    part.noteLife(first)
    life = PartLife(layout.blueprint, first, events.embedding)
  }

  /// Finds the part's own event, and keeps the part as it is if there is none.
  override func look(_ state: StatePlace, _ whole: EventPlace) {
    guard findOwn(whole) != nil else {
      if !onlyOwnReducerChangesIt { keep(state, part.read) }
      return
    }
    guard let life else { return }
    // NB: under the lock of the state, but before the reducer, which would otherwise copy the part.
    kept = nil
    life.forgetShown()
  }

  /// Keeps the part as it is before the step; the kept copy stays if it has the same bytes.
  ///
  /// NB: nothing is copied or counted for a part that does not change.
  private func keep(
    _ state: StatePlace, _ read: (StatePlace, (StatePlace) -> Void) -> Void
  ) {
    var isKept = false
    if let kept {
      read(state) { isKept = kept.hasSameBytes($0) }
    }
    if !isKept { keepAnother(state, read) }
  }

  private func keepAnother(
    _ state: StatePlace, _ read: (StatePlace, (StatePlace) -> Void) -> Void
  ) {
    replaceKept()
    guard let life else { return }
    read(state) { part in
      if let shown = life.keptShown, shown.hasSameBytes(part) { return kept = shown }
      life.forgetShown()
      kept = Moment(events.types, copying: part, KeptOrigin(tag: .whole))
    }
  }

  /// Reduces the part's own event.
  override func take(_ state: StatePlace, _: EventPlace) {
    guard let event = own.event, let life else { return }
    part.modify(state) { life.scopes.take($0, event) }
  }

  override func settle(_ state: StatePlace, _ wholeBefore: StatePlace?) {
    if let wholeBefore {
      // The whole took no event, so the part took none either.
      keep(wholeBefore, part.readShared)
    }
    change = .none
    if onlyOwnReducerChangesIt && own.event == nil && wholeBefore == nil { return }
    var isThere = false
    part.read(state) { part in
      isThere = true
      change = follow(part)
    }
    if !isThere { end() }
  }

  /// Ends the life of a part that is gone.
  private func end() {
    replaceKept()
    guard let life else { return }
    endedLife = life
    self.life = nil
    change = .ended
  }

  private func follow(_ part: StatePlace) -> Change {
    guard let life, self.part.isSameLife(part) else {
      let isReplaced = life != nil
      endedLife = life
      replaceKept()
      begin(with: part)
      return .begun(replacing: isReplaced)
    }
    if own.event == nil {
      // A part with NaN in it does not equal itself. It has not changed if it has the same bytes.
      //
      // NB: a copy of a type with references does not keep unused bytes between fields, such as those behind a
      // `Bool`. So a part that has NaN and such bytes may count as changed.
      guard let kept, !areEqual(kept.state, part), !kept.hasSameBytes(part) else { return .none }
    }
    life.scopes.settle(part, before: own.event == nil ? kept?.state : nil)
    replaceKept()
    life.advance(taking: own.takeOut(), part)
    return .transition
  }

  /// Forgets the kept copy when the step is over.
  private func replaceKept() {
    guard let kept else { return }
    replaced.append(kept)
    self.kept = nil
  }

  override func release() {
    own.clear()
    if endedLife != nil { endedLife = nil }
    if !replaced.isEmpty { _ = replaced.takeAll() }
    if case .transition = change { life?.release() }
  }

  override func note(_ origin: KeptOrigin) {
    if case .transition = change { life?.note(origin) }
  }

  /// Forgets the event of the newest step, if that was a step of the part.
  ///
  /// Otherwise the part's newest event is an older one, which a throttled feedback may hold.
  override func forgetEvent() {
    if case .transition = change { life?.forgetEvent() }
  }

  // MARK: Its feedbacks

  override func find(_ whole: EventPlace, _ target: EventPlace) -> Int? {
    events.find(whole, target) ? 0 : nil
  }

  override var endedParts: [Int] {
    switch change {
    case .ended, .begun(replacing: true): [0]
    case .none, .transition, .begun(replacing: false): []
    }
  }

  override var touchedParts: [Int] { life != nil && isChanged ? [0] : [] }

  /// Whether the part has made a transition, or begun or ended a life, in the newest step.
  var isChanged: Bool {
    if case .none = change { false } else { true }
  }

  override func life(_ number: Int) -> PartLife? { life }

  override var presentLives: [PartLife] { life.map { [$0] } ?? [] }

  override func name(_ number: Int, by way: String?) -> ElementID? { .onlyPart(by: way) }

  override func describe(
    _ number: Int, _ step: inout CurrentTransition, _ sink: EffectSink,
    _ describe: (PartLife, inout CurrentTransition) -> Void
  ) {
    life?.describe(in: &step, isNewest: isChanged, part.readShared, to: sink, describe)
  }

  override func instance(_ local: Int, _ sample: FeedbackInstance) -> FeedbackInstance {
    let describe = { (element: Int, step: inout CurrentTransition, sink: EffectSink) in
      self.describe(0, &step, sink) { $0.feedbacks[local].describe(element, &$1, sink) }
    }
    guard let elements = sample.elements else {
      return FeedbackInstance(
        .closure, kind: sample.kind, form: sample.form, memory: PartMemory(self, local),
        ask: { _ in self.answer(local) }, seesTransitions: true, describeTransition: describe)
    }
    return ElementWatcher(
      kind: sample.kind, form: sample.form, memory: PartMemory(self, local, isOfElements: true),
      list: { _, changes in
        let answer = self.answer(local)
        if answer.listsElements, let inner = self.life?.feedbacks[local].elements {
          changes = inner.changes
        }
        return answer
      },
      describe: describe,
      inner: { element in self.life.map { ($0.feedbacks[local], element) } },
      listKept: !elements.isOfParts
        ? nil
        : { _, body in
          if self.isChanged { self.life?.feedbacks[local].elements?.listKept(body) }
        })
  }

  /// Returns the answer of a feedback of the part about the newest step.
  private func answer(_ local: Int) -> Answer {
    switch change {
    case .none: .unchanged
    case .ended: .ended
    case .transition, .begun(replacing: false): life?.answer(local) ?? .unchanged
    case .begun(replacing: true): (life?.answer(local) ?? .unchanged).again
    }
  }
}

/// How a scope finds and makes the events of its part.
struct PartEvents: Sendable {
  let types: LoopTypes
  /// Copies the part's event in an event of the whole to a place, if there is one.
  let find: @Sendable (_ whole: EventPlace, EventPlace) -> Bool
  /// Makes events of the whole from events of the part.
  let embedding: Conversion
}
