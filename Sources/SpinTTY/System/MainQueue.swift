internal import Dispatch

/// The queue of the main actor.
///
/// NB: on Linux, its jobs may run on a thread other than the one that called `main`.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on the queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
