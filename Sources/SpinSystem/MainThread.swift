internal import Dispatch

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
  package static var isCurrent: Bool {
    SystemCall.isMainThread || DispatchQueue.getSpecific(key: key) == true
  }
}
