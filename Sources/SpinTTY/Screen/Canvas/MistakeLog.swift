internal import SpinCore

/// The mistakes of one kind in a run, without those that repeat another one.
///
/// *Isolation*: any thread.
final class MistakeLog<Mistake: Sendable>: Sendable {
  private let seen = Guarded<[Mistake]>([])
  private let repeats: @Sendable (Mistake, Mistake) -> Bool

  /// Creates a log; the closure returns whether the second mistake repeats the first.
  init(without repeats: @escaping @Sendable (Mistake, Mistake) -> Bool) { self.repeats = repeats }

  var mistakes: [Mistake] { seen.withLock { $0 } }

  func note(_ mistake: Mistake) {
    seen.withLock { seen in
      if !seen.contains(where: { repeats($0, mistake) }) { seen.append(mistake) }
    }
  }
}
