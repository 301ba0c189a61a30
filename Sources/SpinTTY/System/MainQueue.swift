internal import Dispatch

/// The queue of the main actor.
///
/// NB: on Linux its jobs need not run on the thread that `main` was called on.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
