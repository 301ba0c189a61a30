package import Dispatch

/// The thread that serves the main actor.
package enum MainThread {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling thread serves the main actor, or is the one that called `main`.
  ///
  /// NB: on Linux, jobs of the main queue may run on a thread other than the one that called `main`.
  package static var isCurrent: Bool { SystemCall.isMainThread || isServingMainQueue }

  /// Whether the calling code is work of the main queue, as that of the main actor is.
  ///
  /// NB: the main thread before it serves the queue counts as well, as Dispatch sees it.
  package static var isServingMainQueue: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Whether a queue is the main queue.
  ///
  /// NB: not by identity. On Linux, each access to `DispatchQueue.main` makes an object.
  package static func isServed(by queue: DispatchQueue) -> Bool {
    queue.getSpecific(key: key) == true
  }
}
