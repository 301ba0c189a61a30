internal import Synchronization

/// The observers of a loop, in order of registration; made for the first of them.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Joining takes O(1) and leaving O(log n), amortised.
final class ObserverList {
  /// The observers, each retained until it is removed.
  ///
  /// NB: uncounted, so that a call needs no reference counting. The list changes only between steps.
  @safe @exclusivity(unchecked) private(set) var list = SerialList<Uncounted<ObserverEntry>>()
  /// How many of them need previous states.
  private var keeperCount = 0
  private var newest: UInt64 = 0
  // Guard: the owner of the drain, which has the only reference to this object.

  init(_ observers: [ObserverEntry] = []) {
    for observer in observers { append(observer) }
  }

  deinit {
    list.forEach { $0.release() }
  }

  var isEmpty: Bool { list.isEmpty }

  /// Whether an observer needs previous states.
  var keepsPrevious: Bool { keeperCount > 0 }

  func append(_ entry: ObserverEntry) {
    newest += 1
    entry.place.store(newest, ordering: .relaxed)
    list.append(Uncounted(retaining: entry), serial: newest)
    if entry.keepsPrevious { keeperCount += 1 }
  }

  /// Forgets an observer that has left, if it is still there.
  func remove(_ entry: ObserverEntry) {
    guard let index = list.index(of: entry.place.load(ordering: .relaxed)),
      list[index].object === entry
    else { return }
    list.remove(at: index).release()
    if entry.keepsPrevious { keeperCount -= 1 }
  }

  /// Tells all observers that the run has ended.
  func end() {
    list.forEach { $0.object.end() }
  }

  /// Tells all observers the newest transition.
  func tell(_ current: inout CurrentTransition) {
    if keepsPrevious { return tellWithPrevious(&current) }
    for index in list.places.indices {
      list.places[index].element?.lend { $0.tell(&current.view) }
    }
  }

  private func tellWithPrevious(_ current: inout CurrentTransition) {
    for index in list.places.indices {
      list.places[index].element?.lend { entry in
        if (current.view.before != nil) != entry.keepsPrevious {
          current.view.before = entry.keepsPrevious ? current.previous : nil
        }
        entry.tell(&current.view)
      }
    }
    current.view.before = nil
  }
}
