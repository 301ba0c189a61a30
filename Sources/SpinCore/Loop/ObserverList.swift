/// The observers of a loop, in order of registration; made for the first of them.
///
/// *Isolation*: belongs to the owner of the drain.
final class ObserverList {
  @safe @exclusivity(unchecked) private(set) var list = MemberList<ObserverEntry>()
  /// How many of them need previous states.
  private var keeperCount = 0
  // Guard: the owner of the drain, which has the only reference to this object.

  init(_ observers: [ObserverEntry] = []) {
    for observer in observers { append(observer) }
  }

  var isEmpty: Bool { list.isEmpty }

  /// Whether an observer needs previous states.
  var keepsPrevious: Bool { keeperCount > 0 }

  func append(_ entry: ObserverEntry) {
    list.append(entry)
    if entry.keepsPrevious { keeperCount += 1 }
  }

  /// Forgets an observer that has left, if it is still there.
  func remove(_ entry: ObserverEntry) {
    if list.remove(entry), entry.keepsPrevious { keeperCount -= 1 }
  }

  /// Tells all observers that the run has ended.
  func end() {
    list.forEach { $0.end() }
  }

  /// Tells all observers the newest transition.
  func tell(_ current: inout CurrentTransition) {
    if keepsPrevious { return tellWithPrevious(&current) }
    list.forEach { $0.tell(&current.view) }
  }

  private func tellWithPrevious(_ current: inout CurrentTransition) {
    list.forEach { entry in
      if (current.view.before != nil) != entry.keepsPrevious {
        current.view.before = entry.keepsPrevious ? current.previous : nil
      }
      entry.tell(&current.view)
    }
    current.view.before = nil
  }
}
