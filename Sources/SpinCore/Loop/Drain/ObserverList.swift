internal import Synchronization

/// The observers of a loop, in order of registration.
///
/// *Complexity*: joining takes O(1) and leaving O(log n), amortised. An observer that leaves leaves its
/// place empty until half of the places are empty.
@usableFromInline
struct ObserverList<State: Sendable, Event: Sendable> {
  /// The place of an observer, which it keeps.
  private struct Place {
    let number: Int
    var registrant: Registrant<State, Event>?
  }

  private var places: [Place] = []
  /// The same, without being counted at each call; ``places`` keeps them alive, and changes only
  /// between steps.
  @usableFromInline var unowned: [Unmanaged<Registrant<State, Event>>?] = []
  /// How many have not left.
  @usableFromInline private(set) var count = 0
  /// How many of them want to know previous states.
  @usableFromInline private(set) var keeperCount = 0
  private var newest = 0

  @usableFromInline
  init(_ registrants: [Registrant<State, Event>]) {
    for registrant in registrants { append(registrant) }
  }

  @inlinable var isEmpty: Bool { count == 0 }

  /// Whether somebody wants to know previous states.
  @inlinable var keepPrevious: Bool { keeperCount > 0 }

  /// How many places there are, the empty ones included.
  var placeCount: Int { places.count }

  mutating func append(_ registrant: Registrant<State, Event>) {
    newest += 1
    registrant.place.store(newest, ordering: .relaxed)
    places.append(Place(number: newest, registrant: registrant))
    unowned.append(.passUnretained(registrant))
    count += 1
    if registrant.observer.keepsPrevious { keeperCount += 1 }
  }

  /// Forgets one who has left, and may have done so before.
  mutating func remove(_ registrant: Registrant<State, Event>) {
    guard let index = index(of: registrant.place.load(ordering: .relaxed)),
      places[index].registrant === registrant
    else { return }
    places[index].registrant = nil
    unowned[index] = nil
    count -= 1
    if registrant.observer.keepsPrevious { keeperCount -= 1 }
    if places.count > 2 * count { compact() }
  }

  /// Says goodbye to everybody.
  mutating func end() {
    let ending = places
    self = ObserverList([])
    for place in ending { place.registrant?.end() }
  }

  /// Tells everybody the newest transition.
  @inlinable
  func tell(_ step: inout Step<State, Event>) {
    if keepPrevious { return tellEach(&step) }
    step.show(keepingPrevious: false) { transition in
      for index in unowned.indices {
        unowned[index]?._withUnsafeGuaranteedRef { $0.tell(&transition) }
      }
    }
  }

  @usableFromInline @inline(never)
  func tellEach(_ step: inout Step<State, Event>) {
    for place in places {
      guard let registrant = place.registrant else { continue }
      step.show(keepingPrevious: registrant.observer.keepsPrevious) { registrant.tell(&$0) }
    }
  }

  /// Finds a place by its number, of which a later place has a larger one.
  private func index(of number: Int) -> Int? {
    var range = places.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = places[middle].number
      if found == number { return middle }
      range = found < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  private mutating func compact() {
    places.removeAll { $0.registrant == nil }
    unowned.removeAll { $0 == nil }
  }
}
