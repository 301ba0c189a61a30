package import SpinCLibrary
internal import Synchronization

/// The actions of the process's signals, which all listeners share.
///
/// ```
/// signal ─▶ handleSignal ─▶ effects, runs, the view
///                      └──▶ the former action, if nobody listens
/// ```
///
/// What becomes of a signal differs, so each has a listener of its own: effects get it on a queue
/// (`ProcessSignals`), runs on a thread that ends the process if a run hangs (`EndingSignals`), and
/// the view in the handler itself, which may have to restore the terminal (`Signals`).
///
/// A signal has one action in a process. The first listener replaces it, and the last one to stop
/// restores it, in whatever order listeners come and go. An action that other code has set in the
/// meantime stays.
///
/// *Isolation*: any thread; not signal handlers.
package enum SignalTable {
  private struct Override {
    /// The action that the signal gets when the override ends.
    var action: sigaction
    /// How many overrides have not ended.
    var count = 1
  }

  private struct Storage {
    var overridden: [Int32: Override] = [:]
    /// The signals for which other code has installed a handler over ours, which may call ours.
    var covered: Set<Int32> = []

    func action(of signal: Int32) -> sigaction {
      if let override = overridden[signal] { return override.action }
      var action = sigaction()
      _ = unsafe sigaction(signal, nil, &action)
      return action
    }

    /// Sets the action of a signal, and returns the error number or 0.
    mutating func setAction(of signal: Int32, _ action: sigaction) -> Int32 {
      if overridden[signal] != nil {
        overridden[signal]?.action = action
        return 0
      }
      var action = action
      return unsafe sigaction(signal, &action, nil) == 0 ? 0 : errno
    }
  }

  private static let storage = Guarded(Storage())

  /// Returns whether effects can listen to a signal, which they cannot to those of faults.
  package static func canBeHeard(_ signal: Int32) -> Bool {
    let unheard = [SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP]
    guard signal > 0, signal < SignalBlock.count, !unheard.contains(signal) else { return false }
    // The system knows which other signals exist, and which of them the C library reserves.
    var action = sigaction()
    return unsafe sigaction(signal, nil, &action) == 0
  }

  /// Calls a function for each occurrence of a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - role: The role of the listener. Each role has one listener to a signal.
  ///   - listener: The function.
  /// - Returns: The error number if the system does not permit handling the signal, otherwise 0.
  package static func listen(
    to signal: Int32, as role: SignalRole, _ listener: @escaping SignalListener
  ) -> Int32 {
    guard signal > 0, signal < SignalBlock.count else { return EINVAL }
    let block = unsafe SignalBlock.shared
    let bits = unsafe unsafeBitCast(listener, to: UInt.self)
    return storage.withLock { storage in
      let present = storage.action(of: signal)
      // Note it before the handler is installed, which may run at once.
      unsafe note(present, of: signal, block, &storage)
      unsafe block.pointee.owner.store(getpid(), ordering: .releasing)
      let before = unsafe block.pointee.slot(role.rawValue, signal).pointee.exchange(
        bits, ordering: .sequentiallyConsistent)
      let code = unsafe storage.setAction(of: signal, block.pointee.ours.pointee)
      if code != 0 {
        unsafe block.pointee.slot(role.rawValue, signal).pointee.store(before, ordering: .releasing)
      }
      return code
    }
  }

  /// Notes the action that a signal has before a listener is added.
  private static func note(
    _ present: sigaction, of signal: Int32, _ block: UnsafeMutablePointer<SignalBlock>,
    _ storage: inout Storage
  ) {
    let number = Int(signal)
    if !present.isOurs {
      if isHeard(signal) { storage.covered.insert(signal) }
      unsafe block.pointee.former[number] = present
      // Our handler would otherwise call a handler over ours that has called it.
      if !storage.covered.contains(signal) { unsafe block.pointee.beneath[number] = present }
    } else if !isHeard(signal) {
      // Other code has restored ours, which it had found.
      unsafe block.pointee.former[number] = unsafe block.pointee.beneath[number]
      storage.covered.remove(signal)
    }
  }

  /// Ends the listening of a role to a signal.
  ///
  /// The last listener restores the former action of the signal, unless other code has replaced
  /// ours in the meantime.
  package static func stopListening(to signal: Int32, as role: SignalRole) {
    guard let block = unsafe SignalBlock.existing else { return }
    storage.withLock { storage in
      unsafe block.pointee.slot(role.rawValue, signal).pointee.store(
        0, ordering: .sequentiallyConsistent)
      if isHeard(signal) { return }
      guard storage.action(of: signal).isOurs else {
        storage.covered.insert(signal)
        return
      }
      _ = unsafe storage.setAction(of: signal, block.pointee.former[Int(signal)])
    }
  }

  /// Returns the action that a signal has while it has no listener.
  package static func formerAction(of signal: Int32) -> sigaction {
    storage.withLock { storage in
      let present = storage.action(of: signal)
      return unsafe present.isOurs ? SignalBlock.shared.pointee.former[Int(signal)] : present
    }
  }

  /// Returns whether a signal has a listener.
  package static func isHeard(_ signal: Int32) -> Bool {
    unsafe SignalBlock.existing.map { block in
      SignalRole.allCases.contains {
        unsafe block.pointee.slot($0.rawValue, signal).pointee.load(ordering: .acquiring) != 0
      }
    } ?? false
  }

  // MARK: Overriding

  /// Replaces the actions of signals until ``endOverride(_:)``; listeners are not called until
  /// then.
  ///
  /// Overrides nest: the last ``endOverride(_:)`` of a signal restores its action.
  ///
  /// - Parameters:
  ///   - signals: The signals. Signals that are already overridden keep their override.
  ///   - disposition: `SIG_DFL`, `SIG_IGN`, or a handler, which interrupts calls: it is installed
  ///     without `SA_RESTART`.
  package static func override(
    _ signals: [Int32], with disposition: sigaction.PlainHandler?
  ) {
    override(signals) { action in
      action = sigaction()
      action.plain = disposition
    }
  }

  /// Changes the actions of signals until ``endOverride(_:)``, as ``override(_:with:)`` does.
  package static func override(_ signals: [Int32], changing change: (inout sigaction) -> Void) {
    storage.withLock { storage in
      for signal in signals {
        if storage.overridden[signal] != nil {
          storage.overridden[signal]?.count += 1
          continue
        }
        let present = storage.action(of: signal)
        var action = present
        change(&action)
        _ = storage.setAction(of: signal, action)
        storage.overridden[signal] = Override(action: present)
      }
    }
  }

  /// Ends an override of signals.
  package static func endOverride(_ signals: [Int32]) {
    storage.withLock { storage in
      for signal in signals {
        guard let override = storage.overridden[signal] else { continue }
        if override.count > 1 {
          storage.overridden[signal]?.count -= 1
        } else {
          storage.overridden[signal] = nil
          _ = storage.setAction(of: signal, override.action)
        }
      }
    }
  }
}
