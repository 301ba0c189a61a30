/// The memory of a scope of several parts during a run: the lives of the parts, by number and by
/// id.
///
/// *Isolation*: owned and called by the owner of the drain.
final class PartsNode: ScopeNode {
  private let parts: PartsAccess
  let layout: PartLayout
  private let onlyOwnReducerChangesThem: Bool

  /// The lives of the parts that are there, by number.
  @safe @exclusivity(unchecked) private var lives: [PartLife?] = []
  /// The parts that have left in the newest step.
  @safe @exclusivity(unchecked) private(set) var left: [Int] = []
  /// The parts that have made a transition or begun a life in the newest step, in the order of the
  /// collection.
  @safe @exclusivity(unchecked) private(set) var touched: [Int] = []
  /// Whether the parts before the step are kept or, if the step took a part's own event, after that
  /// event; until ``release()``.
  private var hasKept = false
  /// The part whose own event the step took.
  private var ownNumber: Int?
  /// The event, until ``release()`` if nobody has taken it.
  private let own: EventSlot
  /// The lives that the step has ended, until ``release()``.
  @safe @exclusivity(unchecked) private var endedLives: [PartLife] = []
  /// The part whose event is about to be reduced and is in the slot; `nil` if no repeat filter has asked.
  var asked: Int??
  /// Whether the part whose own event the step took has changed its id, and a new part has the old id.
  private var isReplaced = false
  /// Whether the event has changed the part's id.
  private var hasNewID = false

  init(
    _ parts: PartsAccess, _ types: LoopTypes, _ layout: PartLayout,
    onlyOwnReducerChangesThem: Bool
  ) {
    self.parts = parts
    self.layout = layout
    self.onlyOwnReducerChangesThem = onlyOwnReducerChangesThem
    own = EventSlot(types.event)
  }

  override func begin(_ state: StatePlace) {
    parts.compare(state, false) { note($0) }
  }

  private func keep(_ state: StatePlace) {
    parts.keep(state)
    hasKept = true
  }

  private func findOwn(_ whole: EventPlace) -> Int? {
    var number: Int?
    _ = own.fill {
      number = parts.find(whole, $0)
      return number != nil
    }
    return number
  }

  /// Finds a part's own event, and keeps a copy of all parts if there is none.
  override func look(_ state: StatePlace, _ whole: EventPlace) {
    forgetStep()
    ownNumber = asked.take() ?? findOwn(whole)
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
    // The part has replaced another one with its new id, which is behind it.
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
      } else {
        life.scopes.settle(new, before: old)
        life.advance(taking: nil, new)
      }
      touched.append(number)
    }
  }

  override func makeInstance(_ local: Int) -> FeedbackInstance { instance(local) }

  override func makeFilter(_ local: Int) -> RepeatFilter { filter(layout.feedbacks(local)) }

  override func makeInner(_ key: RecursionKey, _ kind: FeedbackKind) -> FeedbackInstance? {
    inner(key, kind)
  }

  override func makeInnerFilter(_ key: RecursionKey) -> RepeatFilter? {
    layout.feedbacks(of: key).map { filter($0) }
  }

  // MARK: The feedbacks of the parts

  func life(_ number: Int) -> PartLife? {
    number < lives.count ? lives[number] : nil
  }

  /// Finds the part that an event of the whole belongs to, and its own event, for a repeat filter.
  func ask(_ whole: EventPlace?) -> (Int, EventPlace)? {
    let number = asked ?? whole.flatMap { findOwn($0) }
    asked = .some(number)
    guard let number, let event = own.event else { return nil }
    return (number, event)
  }

  /// Forgets the own event of a part, which is not reduced.
  func forgetAsked() {
    asked = nil
    own.clear()
  }

  /// Lends a part to a closure, if it is there.
  func lend(_ state: StatePlace, _ number: Int, _ body: (StatePlace) -> Void) {
    parts.lend(state, number, body)
  }

  /// Returns the name of a part in origins, which is made at the first call.
  func name(_ number: Int) -> ElementID? {
    guard let life = life(number) else { return nil }
    if life.name == nil { life.name = parts.name(number) }
    return life.name
  }

  /// Describes an effect with the newest transition of a part.
  func describe(
    _ number: Int, _ step: inout CurrentTransition, _ sink: EffectSink,
    _ describe: (PartLife, inout CurrentTransition) -> Void
  ) {
    life(number)?.describe(in: &step, { parts.lend($0, number, $1) }, to: sink, describe)
  }
}
