internal import Synchronization

/// The observers of a loop, in order of registration; made for the first of them.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Joining takes O(1) and leaving O(log n), amortised. The place of an observer that
///   has left stays empty until half of the places are empty.
final class ObserverList {
  /// The place of an observer, which keeps its number.
  struct Place {
    let number: Int
    var entry: ObserverEntry?

    init(number: Int, entry: ObserverEntry?) {
      self.number = number
      self.entry = entry
    }
  }

  @safe @exclusivity(unchecked) var places: [Place] = []
  /// The same entries, uncounted, so that a call needs no reference counting.
  ///
  /// ``places`` keeps them alive, and changes only between steps.
  @safe @exclusivity(unchecked) var unowned: [Uncounted<ObserverEntry>?] = []
  /// How many observers have not left.
  var count = 0
  /// How many of them need previous states.
  var keeperCount = 0
  var newest = 0
  // Guard: the owner of the drain, which has the only reference to this object.

  init(_ observers: [ObserverEntry] = []) {
    for observer in observers { append(observer) }
  }

  var isEmpty: Bool { count == 0 }

  /// Whether an observer needs previous states.
  var keepsPrevious: Bool { keeperCount > 0 }

  /// How many places there are, including empty ones.
  var placeCount: Int { places.count }

  func append(_ entry: ObserverEntry) {
    newest += 1
    entry.place.store(newest, ordering: .relaxed)
    places.append(Place(number: newest, entry: entry))
    unowned.append(Uncounted(entry))
    count += 1
    if entry.keepsPrevious { keeperCount += 1 }
  }

  /// Forgets an observer that has left, if it is still there.
  func remove(_ entry: ObserverEntry) {
    guard let index = index(of: entry.place.load(ordering: .relaxed)),
      places[index].entry === entry
    else { return }
    places[index].entry = nil
    unowned[index] = nil
    count -= 1
    if entry.keepsPrevious { keeperCount -= 1 }
    if places.count > 2 * count { compact() }
  }

  /// Tells all observers that the run has ended.
  func end() {
    for place in places { place.entry?.end() }
  }

  /// Tells all observers the newest transition.
  func tell(_ current: inout CurrentTransition) {
    if keepsPrevious { return tellWithPrevious(&current) }
    for index in unowned.indices {
      unowned[index]?.lend { $0.tell(&current.view) }
    }
  }

  private func tellWithPrevious(_ current: inout CurrentTransition) {
    for index in unowned.indices {
      unowned[index]?.lend { entry in
        if (current.view.before != nil) != entry.keepsPrevious {
          current.view.before = entry.keepsPrevious ? current.previous : nil
        }
        entry.tell(&current.view)
      }
    }
    current.view.before = nil
  }

  /// Finds a place by its number, by binary search: later places have larger numbers.
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

  private func compact() {
    places.removeAll { $0.entry == nil }
    unowned.removeAll { $0 == nil }
  }
}
