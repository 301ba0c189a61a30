internal import Synchronization

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// The actions of the process's signals, which all who listen to them share.
///
/// ```
/// signal ─▶ handleSignal ─▶ effects, runs, the view
///                      └──▶ the former action, if nobody listens
/// ```
///
/// A signal has one action in a process. The first who listens replaces it, and the last who stops
/// restores it, in whatever order they come and go. An action that other code has set meanwhile
/// stays.
///
/// *Isolation*: any thread; not signal handlers.
package enum SignalTable {
  private struct Override {
    /// The action that the signal has when that ends.
    var action: sigaction
    /// How many overrides have not ended.
    var count = 1
  }

  private struct Storage {
    var overridden: [Int32: Override] = [:]
    /// The signals of which other code has put a handler over ours, which it may call.
    var covered: Set<Int32> = []

    func action(of signal: Int32) -> sigaction {
      if let override = overridden[signal] { return override.action }
      var action = sigaction()
      _ = unsafe sigaction(signal, nil, &action)
      return action
    }

    /// Returns the error number, or 0.
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

  /// Has a function called for each signal of a number.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - role: Who listens. Each role has one listener for a signal.
  ///   - listener: The function.
  /// - Returns: The error number if the system does not let the signal be handled, or else 0.
  package static func listen(
    to signal: Int32, as role: SignalRole, _ listener: @escaping SignalListener
  ) -> Int32 {
    guard signal > 0, signal < SignalBlock.count else { return EINVAL }
    let block = unsafe SignalBlock.shared
    let bits = unsafe unsafeBitCast(listener, to: UInt.self)
    return storage.withLock { storage in
      let present = storage.action(of: signal)
      // Before the handler is there, which may run at once.
      unsafe note(present, of: signal, block, &storage)
      unsafe block.pointee.owner.store(getpid(), ordering: .releasing)
      unsafe block.pointee.slot(role.rawValue, signal).pointee.store(
        bits, ordering: .sequentiallyConsistent)
      let code = unsafe storage.setAction(of: signal, block.pointee.ours.pointee)
      if code != 0 {
        unsafe block.pointee.slot(role.rawValue, signal).pointee.store(0, ordering: .releasing)
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
      // A handler over ours that calls ours would be called by it again.
      if !storage.covered.contains(signal) { unsafe block.pointee.beneath[number] = present }
    } else if !isHeard(signal) {
      // Other code has put ours back, as it found it.
      unsafe block.pointee.former[number] = unsafe block.pointee.beneath[number]
      storage.covered.remove(signal)
    }
  }

  /// Ends that; the last who listened to the signal restores its former action, unless other code
  /// has replaced it meanwhile.
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

  /// The action that a signal has while nobody listens to it.
  package static func formerAction(of signal: Int32) -> sigaction {
    storage.withLock { storage in
      let present = storage.action(of: signal)
      return unsafe present.isOurs ? SignalBlock.shared.pointee.former[Int(signal)] : present
    }
  }

  /// Whether somebody listens to a signal.
  package static func isHeard(_ signal: Int32) -> Bool {
    unsafe SignalBlock.existing.map { block in
      SignalRole.allCases.contains {
        unsafe block.pointee.slot($0.rawValue, signal).pointee.load(ordering: .acquiring) != 0
      }
    } ?? false
  }

  // MARK: Overriding

  /// Replaces the actions of signals until ``endOverride(_:)``; listeners hear nothing meanwhile.
  ///
  /// Overrides may be nested: the last ``endOverride(_:)`` of a signal restores its action.
  ///
  /// - Parameters:
  ///   - signals: The signals. Those that are overridden already stay as they are.
  ///   - disposition: `SIG_DFL` or `SIG_IGN`.
  package static func override(
    _ signals: [Int32], with disposition: sigaction.PlainHandler?
  ) {
    storage.withLock { storage in
      for signal in signals {
        if storage.overridden[signal] != nil {
          storage.overridden[signal]?.count += 1
          continue
        }
        let present = storage.action(of: signal)
        var action = sigaction()
        action.plain = disposition
        _ = storage.setAction(of: signal, action)
        storage.overridden[signal] = Override(action: present)
      }
    }
  }

  /// Ends that.
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
