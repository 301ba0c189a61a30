/// The memory of a scope of one part during a run: whether the part is there, and its life.
///
/// *Isolation*: owned and called by the owner of the drain.
@usableFromInline
final class PartNode<
  State: Sendable, Event: Sendable, Part: Equatable & Sendable, PartEvent: Sendable
> {
  @usableFromInline typealias Life = PartLife<Part, PartEvent>

  /// The change of the part in the newest step.
  @usableFromInline
  enum Change {
    case none
    case transition
    /// It has begun a life, which may replace another one.
    case begun(replacing: Bool)
    case ended
  }

  @usableFromInline let part: PartAccess<State, Part>
  @usableFromInline let event: (Event) -> PartEvent?
  @usableFromInline let embed: @Sendable (PartEvent) -> Event
  @usableFromInline let layout: PartLayout<Part, PartEvent>
  @usableFromInline let onlyOwnReducerChangesIt: Bool

  @usableFromInline @safe @exclusivity(unchecked) var life: Life?
  @usableFromInline @safe @exclusivity(unchecked) var change = Change.none
  /// The part before the step, unless the step took one of the part's own events.
  ///
  /// It is kept for the next step, which usually finds the same part.
  @usableFromInline @safe @exclusivity(unchecked) var before: StateBox<Part>?
  /// The address of `before`.
  @usableFromInline @safe @exclusivity(unchecked) var kept: Address<Part>?
  /// The part's own event that the step took.
  @usableFromInline @safe @exclusivity(unchecked) var own: PartEvent?
  /// The part's event in the event that is about to be reduced, if a repeat filter has asked for
  /// it.
  @usableFromInline @safe @exclusivity(unchecked) var asked: PartEvent??

  @inlinable
  init(
    _ part: PartAccess<State, Part>, event: @escaping (Event) -> PartEvent?,
    embed: @escaping @Sendable (PartEvent) -> Event, _ layout: PartLayout<Part, PartEvent>,
    onlyOwnReducerChangesIt: Bool
  ) {
    self.part = part
    self.event = event
    self.embed = embed
    self.layout = layout
    self.onlyOwnReducerChangesIt = onlyOwnReducerChangesIt
  }

  @inlinable
  func begin(_ state: inout State) {
    part.read(&state) { begin(with: &$0) }
    if life != nil { change = .begun(replacing: false) }
  }

  @inlinable
  func begin(with first: inout Part) {
    part.noteLife(&first)
    life = Life(layout.blueprint, &first)
  }

  /// Finds the part's own event, and keeps the part as it is if there is none.
  @inlinable
  func look(_ state: inout State, _ whole: Event) {
    own = nil
    guard let event = asked.take() ?? event(whole) else {
      if !onlyOwnReducerChangesIt { keep(&state) }
      return
    }
    guard let life else { return }
    forgetBefore()
    life.forgetShown()
    own = event
  }

  /// Keeps the part as it is before the step, using the kept copy if it still equals the part.
  ///
  /// NB: nothing is copied or counted for a part that does not change.
  @inlinable
  func keep(_ state: inout State) {
    var isKept = false
    if let kept {
      part.read(&state) { isKept = haveSameBytes(kept, &$0) }
    }
    if !isKept { keepAnother(&state) }
  }

  @inlinable @inline(never)
  func keepAnother(_ state: inout State) {
    forgetBefore()
    guard let life else { return }
    part.read(&state) { part in
      if let shown = life.shown, haveSameBytes(shown.address, &part) { return keep(shown) }
      life.forgetShown()
      keep(StateBox.copy(of: &part))
    }
  }

  @inlinable
  func keep(_ part: StateBox<Part>) {
    before = part
    kept = part.address
  }

  @inlinable
  func forgetBefore() {
    before = nil
    kept = nil
  }

  /// Reduces the part's own event.
  @inlinable
  func take(_ state: inout State) {
    guard let own, let life else { return }
    part.modify(&state) { life.scopes.take(&$0, own) }
  }

  /// Compares the part with its state before the step, and follows its life.
  @inlinable
  func settle(_ state: inout State, _ wholeBefore: Address<State>?) {
    if let wholeBefore {
      // The whole took no event, so the part took none either.
      own = nil
      keep(&wholeBefore.value)
    }
    change = .none
    if onlyOwnReducerChangesIt && own == nil && wholeBefore == nil { return }
    var isThere = false
    part.read(&state) { part in
      isThere = true
      change = follow(&part)
    }
    if !isThere { end() }
    own = nil
  }

  /// Ends the life of a part that is gone.
  @inlinable
  func end() {
    forgetBefore()
    guard life != nil else { return }
    life = nil
    change = .ended
  }

  @inlinable
  func follow(_ part: inout Part) -> Change {
    guard life != nil, self.part.isSameLife(&part) else {
      let isReplaced = life != nil
      forgetBefore()
      begin(with: &part)
      return .begun(replacing: isReplaced)
    }
    if own == nil {
      guard let kept, kept.value != part else { return .none }
    }
    advance(&part)
    return .transition
  }

  /// Makes a transition of the part.
  @inlinable @inline(never)
  func advance(_ part: inout Part) {
    guard let life else { return }
    life.scopes.settle(&part, before: own == nil ? kept : nil)
    forgetBefore()
    life.advance(own, &part)
  }

  /// Notes the origin of the newest event, if the part has made a transition.
  @inlinable
  func note(_ origin: KeptOrigin) {
    if case .transition = change { life?.note(origin) }
  }
}
