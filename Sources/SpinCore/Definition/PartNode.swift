/// What a scope of one part remembers during a run: whether the part is there, and its life.
///
/// *Isolation*: owned and called by whoever drains the loop.
@usableFromInline
final class PartNode<
  State: Sendable, Event: Sendable, Part: Equatable & Sendable, PartEvent: Sendable
> {
  @usableFromInline typealias Life = PartLife<Part, PartEvent>

  /// What the newest step was for the part.
  @usableFromInline
  enum Change {
    case none
    case transition
    /// It has begun a life, perhaps in the place of another one.
    case begun(replacing: Bool)
    case ended
  }

  @usableFromInline let part: PartAccess<State, Part>
  @usableFromInline let event: (Event) -> PartEvent?
  @usableFromInline let embed: @Sendable (PartEvent) -> Event
  @usableFromInline let blueprint: Blueprint<Part, PartEvent>
  @usableFromInline let onlyOwnReducerChangesIt: Bool

  @usableFromInline @exclusivity(unchecked) var life: Life?
  @usableFromInline @exclusivity(unchecked) var change = Change.none
  /// The part before the step, unless the step took its own event.
  @usableFromInline @exclusivity(unchecked) var before: Part?
  /// The event of its own that the step took.
  @usableFromInline @exclusivity(unchecked) var own: PartEvent?
  /// The part's event in the one that is about to be reduced, if the search for repeats has asked.
  @usableFromInline @exclusivity(unchecked) var asked: PartEvent??

  @inlinable
  init(
    _ part: PartAccess<State, Part>, event: @escaping (Event) -> PartEvent?,
    embed: @escaping @Sendable (PartEvent) -> Event, _ blueprint: Blueprint<Part, PartEvent>,
    onlyOwnReducerChangesIt: Bool
  ) {
    self.part = part
    self.event = event
    self.embed = embed
    self.blueprint = blueprint
    self.onlyOwnReducerChangesIt = onlyOwnReducerChangesIt
  }

  @inlinable
  func begin(_ state: inout State) {
    guard var first = part.copy(&state) else { return }
    begin(with: &first)
    change = .begun(replacing: false)
  }

  @inlinable
  func begin(with first: inout Part) {
    part.noteLife(first)
    life = Life(blueprint, &first)
  }

  /// Finds the event of the part's own, and keeps a copy of the part if there is none.
  @inlinable
  func look(_ state: inout State, _ whole: Event) {
    own = nil
    before = nil
    life?.forgetShown()
    if let event = asked.take() ?? event(whole) {
      if life != nil { own = event }
    } else if !onlyOwnReducerChangesIt, life != nil {
      before = part.copy(&state)
    }
  }

  /// Reduces the event of the part's own.
  @inlinable
  func take(_ state: inout State) {
    guard let own, let life else { return }
    part.modify(&state) { life.scopes.take(&$0, own) }
  }

  /// Compares the part with what it was, or follows its life.
  @inlinable
  func settle(_ state: inout State, _ wholeBefore: UnsafeMutablePointer<State>?) {
    if let wholeBefore {
      // The whole took no event: neither did the part.
      own = nil
      life?.forgetShown()
      before = life == nil ? nil : part.copy(&wholeBefore.pointee)
    }
    if onlyOwnReducerChangesIt && own == nil && wholeBefore == nil {
      change = .none
      return
    }
    change = follow(part.copy(&state))
    before = nil
    own = nil
  }

  @inlinable
  func follow(_ after: Part?) -> Change {
    guard var after else {
      defer { life = nil }
      return life == nil ? .none : .ended
    }
    guard let life, part.isSameLife(after) else {
      defer { begin(with: &after) }
      return .begun(replacing: life != nil)
    }
    if own != nil {
      life.scopes.settle(&after, before: nil)
    } else {
      guard var before, before != after else { return .none }
      withUnsafeMutablePointer(to: &before) { life.scopes.settle(&after, before: $0) }
    }
    life.advance(own, after)
    return .transition
  }

  /// Notes the origin of the newest event, if the part has made a transition.
  @inlinable
  func note(_ origin: Origin) {
    if case .transition = change { life?.note(origin) }
  }
}
