internal import Synchronization

/// The place of a state, which threads may read while another thread replaces it.
@safe
struct AtomicPlace: ~Copyable, Sendable {
  nonisolated(unsafe) private let memory: Atomic<UnsafeMutableRawPointer>
  // Guard: an atomic; the promise that was made to the place.

  init(_ place: StatePlace) {
    unsafe memory = Atomic(place.memory)
  }

  /// The place that was stored last.
  ///
  /// NB: relaxed, because the code that stores a place says what else orders the accesses to the state.
  var value: StatePlace {
    get { unsafe StatePlace(memory.load(ordering: .relaxed)) }
    nonmutating set { unsafe memory.store(newValue.memory, ordering: .relaxed) }
  }
}
