/// The observers of a loop, in order of registration.
@usableFromInline
struct ObserverList<State: Sendable, Event: Sendable> {
  @usableFromInline var registrants: [Registrant<State, Event>]
  /// The same, without being counted at each call; ``registrants`` keeps them alive, and changes
  /// only between steps.
  @usableFromInline var unowned: [Unmanaged<Registrant<State, Event>>]

  @inlinable
  init(_ registrants: [Registrant<State, Event>]) {
    self.registrants = registrants
    unowned = registrants.map { .passUnretained($0) }
    keepPrevious = registrants.contains { $0.observer.keepsPrevious }
  }

  @inlinable var isEmpty: Bool { unowned.isEmpty }

  /// Whether somebody wants to know previous states.
  @usableFromInline let keepPrevious: Bool

  mutating func append(_ registrant: Registrant<State, Event>) {
    self = ObserverList(registrants + [registrant])
  }

  /// Forgets those who have left.
  mutating func sweep() {
    self = ObserverList(registrants.filter { !$0.hasLeft })
  }

  /// Says goodbye to everybody.
  mutating func end() {
    for registrant in registrants { registrant.end() }
    self = ObserverList([])
  }

  /// Tells everybody the newest transition.
  @inlinable
  func tell(_ step: inout Step<State, Event>) {
    if keepPrevious { return tellEach(&step) }
    step.show(keepingPrevious: false) { transition in
      for index in unowned.indices {
        unowned[index]._withUnsafeGuaranteedRef { $0.tell(&transition) }
      }
    }
  }

  @inlinable @inline(never)
  func tellEach(_ step: inout Step<State, Event>) {
    for registrant in registrants {
      step.show(keepingPrevious: registrant.observer.keepsPrevious) { registrant.tell(&$0) }
    }
  }
}
