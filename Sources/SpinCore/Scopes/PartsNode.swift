/// The memory of a scope of several parts during a run: the lives of the parts, by number and by
/// id.
///
/// *Isolation*: owned and called by the owner of the drain.
final class PartsNode: ScopeWithParts {
  private let parts: PartsAccess
  private let onlyOwnReducerChangesThem: Bool

  /// The lives of the parts that are there, by number.
  @safe @exclusivity(unchecked) private var lives: [PartLife?] = []
  /// The parts that have left in the newest step.
  @safe @exclusivity(unchecked) private var left: [Int] = []
  /// The parts that have made a transition or begun a life in the newest step, in the order of the
  /// collection.
  @safe @exclusivity(unchecked) private var touched: [Int] = []
  /// Whether a copy of the parts is kept, until ``release()``.
  ///
  /// The copy shows the parts before the step. If the step took a part's own event, it shows them after that
  /// event.
  private var hasKept = false
  /// The part whose own event the step took.
  private var ownNumber: Int?
  /// The lives that the step has ended, until ``release()``.
  @safe @exclusivity(unchecked) private var endedLives: [PartLife] = []
  /// Whether the part whose own event the step took has changed its id, and a new part has the old id.
  private var isReplaced = false
  /// Whether the event has changed the part's id.
  private var hasNewID = false

  init(
    _ parts: PartsAccess, _ types: LoopTypes, _ layout: PartLayout,
    onlyOwnReducerChangesThem: Bool
  ) {
    self.parts = parts
    self.onlyOwnReducerChangesThem = onlyOwnReducerChangesThem
    super.init(layout, types.event)
  }

  override func begin(_ state: StatePlace) {
    parts.compare(state, false) { note($0) }
  }

  private func keep(_ state: StatePlace) {
    parts.keep(state)
    hasKept = true
  }

  /// Finds a part's own event, and keeps a copy of all parts if there is none.
  override func look(_ state: StatePlace, _ whole: EventPlace) {
    forgetStep()
    ownNumber = findOwn(whole)
    if ownNumber == nil && !onlyOwnReducerChangesThem { keep(state) }
  }

  /// Reduces a part's own event, which is a transition of the part, and keeps a copy of all parts after
  /// that.
  ///
  /// A copy from before the event would force the reducer to copy the part for each change.
  override func take(_ state: StatePlace, _: EventPlace) {
    guard let ownNumber, let event = own.event, let life = life(ownNumber) else { return }
    hasNewID = parts.modify(state, ownNumber) { part in
      life.scopes.take(part, event)
      life.advance(taking: own.takeOut(), part)
    }
    if !onlyOwnReducerChangesThem { keep(state) }
  }

  override func settle(_ state: StatePlace, _ wholeBefore: StatePlace?) {
    if let wholeBefore {
      forgetStep()
      keep(wholeBefore)
    }
    let isUnchanged = !hasKept || parts.isKept(state)
    if !isUnchanged { parts.compare(state, true) { note($0) } }
    defer { ownNumber = nil }
    // A part that has left has no transition.
    guard let ownNumber, let life = life(ownNumber), !touched.contains(ownNumber) else { return }
    // Another part with the old id may be behind the one that has changed its id.
    let isAnotherPart = hasNewID && !isReplaced
    var isThere = false
    if isUnchanged && !hasNewID, let part = life.shown {
      isThere = true
      life.scopes.settle(part, before: nil)
    } else if !isAnotherPart {
      parts.lend(state, ownNumber) { part in
        isThere = true
        life.settle(part)
      }
    }
    guard isThere else { return followChangedIDs(state, insteadOf: ownNumber) }
    touch(ownNumber, in: state)
    if isReplaced { beginUnknown(state) }
  }

  /// Adds a part to the touched ones, in its place among them.
  ///
  /// - Complexity: O(*m*) if *m* others are touched.
  private func touch(_ number: Int, in state: StatePlace) {
    let place = touched.firstIndex { parts.isInOrder(state, number, $0) }
    if let place { touched.insert(number, at: place) } else { touched.append(number) }
  }

  /// Ends the life of a part that has changed its own id, and begins the life of the part with the
  /// new id.
  ///
  /// - Complexity: O(n).
  private func followChangedIDs(_ state: StatePlace, insteadOf old: Int) {
    parts.forget(old)
    note(.left(old))
    // Another part, behind this one, had the new id. Only the first part with an id counts.
    if let number = parts.forgetReplaced() {
      touched.removeAll { $0 == number }
      note(.left(number))
    }
    beginUnknown(state)
  }

  /// Begins the lives of the parts that have none.
  private func beginUnknown(_ state: StatePlace) {
    parts.compare(state, false) { change in
      guard case .appeared = change else { return }
      note(change)
      if let number = touched.popLast() { touch(number, in: state) }
    }
  }

  override func release() {
    own.clear()
    forgetKept()
    if !endedLives.isEmpty { endedLives.removeAll() }
    for number in touched { lives[number]?.release() }
  }

  /// Notes the origin of the newest event for the parts that have made a transition.
  override func note(_ origin: KeptOrigin) {
    for number in touched { lives[number]?.note(origin) }
  }

  /// Forgets the events of the parts that have made a transition in the newest step.
  override func forgetEvent() {
    for number in touched { lives[number]?.forgetEvent() }
  }

  /// Forgets the newest step: the parts that have left in it, and the copies of touched parts.
  private func forgetStep() {
    for number in touched { lives[number]?.forgetShown() }
    if !left.isEmpty { parts.release(left) }  // These numbers are no longer used.
    touched.removeEach()
    left.removeEach()
    ownNumber = nil
    isReplaced = false
    hasNewID = false
    forgetKept()
  }

  private func forgetKept() {
    guard hasKept else { return }
    hasKept = false
    parts.forgetKept()
  }

  private func note(_ change: PartChange) {
    switch change {
    case .left(let number):
      if let life = lives[number].take() { endedLives.append(life) }
      left.append(number)
    case .known:
      isReplaced = true
    case .appeared(let number, let part):
      while lives.count <= number { lives.append(nil) }
      lives[number] = PartLife(layout.blueprint, part, parts.embedding(number))
      touched.append(number)
    case .changed(let number, let old, let new):
      guard let life = life(number) else { return }
      if ownNumber == number {
        life.settle(new)
      } else if new.hasSameBytes(as: old, layout.blueprint.reducer.types.state.size) {
        return  // A part with NaN in it does not equal itself; see `PartNode.follow`.
      } else {
        life.scopes.settle(new, before: old)
        life.advance(taking: nil, new)
      }
      touched.append(number)
    }
  }

  // MARK: The feedbacks of the parts

  override func find(_ whole: EventPlace, _ target: EventPlace) -> Int? {
    parts.find(whole, target)
  }

  override var endedParts: [Int] { left }

  override var touchedParts: [Int] { touched }

  override func life(_ number: Int) -> PartLife? {
    number < lives.count ? lives[number] : nil
  }

  override var presentLives: [PartLife] { lives.compactMap(\.self) }

  /// Returns the name of a part in origins, which is made at the first call.
  override func name(_ number: Int) -> ElementID? {
    life(number) == nil ? nil : parts.name(number)
  }

  override func name(_ number: Int, by way: String?) -> ElementID? { name(number)?.by(way) }

  override func describe(
    _ number: Int, _ step: inout CurrentTransition, _ sink: EffectSink,
    _ describe: (PartLife, inout CurrentTransition) -> Void
  ) {
    life(number)?.describe(in: &step, { parts.lend($0, number, $1) }, to: sink, describe)
  }
  override func instance(_ local: Int, _ sample: FeedbackInstance) -> FeedbackInstance {
    if sample.elements != nil { return elements(local, sample) }
    return ElementWatcher(
      kind: sample.kind, form: sample.form,
      list: { _, changes in
        for number in self.left { changes.append(ElementChange(number, .ended)) }
        for number in self.touched {
          changes.append(self.life(number)?.answer(local) ?? .unchanged, of: number)
        }
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
}
