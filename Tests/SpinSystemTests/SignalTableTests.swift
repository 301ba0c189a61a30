import Foundation
import SpinSystem
import Testing

/// Who hears a signal, where other code has handlers too; each in a process of its own.
@Suite struct SignalTableTests {
  /// A library's handler over that of the table calls what it has found there, and has stayed when the
  /// last listener went.
  @Test func aHandlerThatLiesOverTheTablesIsNotCalledByIt() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      _ = SignalTable.listen(to: SIGUSR1, as: .effects) { _, _, _ in }
      LibraryHandler.install(for: SIGUSR1)
      SignalTable.stopListening(to: SIGUSR1, as: .effects)
      _ = SignalTable.listen(to: SIGUSR1, as: .effects) { _, _, _ in }
      SignalTable.stopListening(to: SIGUSR1, as: .effects)
      LibraryHandler.raiseHere(SIGUSR1)
    }
  }

  /// The same, if it comes while somebody listens, and somebody else begins to listen then.
  @Test func aHandlerThatComesBetweenTwoListenersIsNotCalledByTheTables() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      _ = SignalTable.listen(to: SIGUSR1, as: .effects) { _, _, _ in }
      LibraryHandler.install(for: SIGUSR1)
      _ = SignalTable.listen(to: SIGUSR1, as: .runs) { _, _, _ in }
      SignalTable.stopListening(to: SIGUSR1, as: .effects)
      SignalTable.stopListening(to: SIGUSR1, as: .runs)
      LibraryHandler.raiseHere(SIGUSR1)
    }
  }

  /// The library has removed its handler, and put back what it had found: the table's.
  @Test func theActionFromBeforeComesBackAfterAHandlerThatWasRemoved() async {
    await #expect(processExitsWith: .success) {
      signal(SIGUSR1, SIG_IGN)
      _ = SignalTable.listen(to: SIGUSR1, as: .effects) { _, _, _ in }
      LibraryHandler.install(for: SIGUSR1)
      SignalTable.stopListening(to: SIGUSR1, as: .effects)
      LibraryHandler.remove(for: SIGUSR1)
      LibraryHandler.raiseHere(SIGUSR1)
      _ = SignalTable.listen(to: SIGUSR1, as: .effects) { _, _, _ in _exit(3) }
      SignalTable.stopListening(to: SIGUSR1, as: .effects)
      guard SignalTable.formerAction(of: SIGUSR1).isIgnoring else { exit(2) }
      LibraryHandler.raiseHere(SIGUSR1)
    }
  }

  @Test func anOverrideWithinAnotherLeavesItWhenItEnds() async {
    await #expect(processExitsWith: .success) {
      let present = {
        var action = sigaction()
        _ = sigaction(SIGUSR1, nil, &action)
        return action.isIgnoring
      }
      SignalTable.override([SIGUSR1], with: SIG_IGN)
      SignalTable.override([SIGUSR1], with: SIG_DFL)
      SignalTable.endOverride([SIGUSR1])
      guard present() else { exit(2) }
      SignalTable.endOverride([SIGUSR1])
      guard !present() else { exit(3) }
      SignalTable.endOverride([SIGUSR1])
    }
  }
}

/// A handler that calls the one from before, as libraries install them.
private enum LibraryHandler {
  // NB: made before the handler is there, and read by it.
  nonisolated(unsafe) private static let before = {
    let action = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    action.initialize(to: sigaction())
    return action
  }()

  static func install(for signal: Int32) {
    _ = sigaction(signal, nil, before)
    Foundation.signal(signal) { signal in
      LibraryHandler.before.pointee.informed?(signal, nil, nil)
    }
  }

  /// Sends a signal to this thread, which may be one of Dispatch's: these block signals.
  static func raiseHere(_ signal: Int32) {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(signal)
  }

  static func remove(for signal: Int32) { _ = sigaction(signal, before, nil) }
}
