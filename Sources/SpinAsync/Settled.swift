public import SpinCore

/// Waits until several loops have settled or stopped, all at the same moment.
///
/// ```swift
/// let account = accountSpin.start(on: .async)
/// let basket = basketSpin.start(on: .async)
/// try await settled(account, basket)
/// ```
///
/// At that moment, each of the loops was settled, see ``/SpinCore/RunningSpin/settled()``, and had
/// made no step since it was first found settled. This is exact for loops that emit into each other
/// from their closures and effects: an event enters the other mailbox before the emitting step or
/// effect ends. It is also exact for loops that send messages through a ``/SpinCore/Gear``: the
/// sender is not settled until the message is in the other mailboxes. The call cannot know of
/// events and messages that tasks outside of the loops are about to emit or send.
///
/// If the loops never settle together, the wait lasts until the task is cancelled.
///
/// - Parameter loops: The loops, on any runtimes.
/// - Throws: `CancellationError` if the task is cancelled. ``WaitsForItself`` if an effect of one
///   of the loops waits, which traps in debug builds.
public func settled<each State: Sendable, each Event: Sendable>(
  _ loops: repeat RunningSpin<each State, each Event>
) async throws {
  var waits: [@Sendable () async throws -> Int] = []
  repeat waits.append((each loops).whenSettled)
  // The loops are checked in rounds. A loop that is settled in two consecutive rounds, with no step
  // in between, was settled all that time. If this holds for all loops, they were all settled at
  // the end of the first of the two rounds.
  var before: [Int]?
  while true {
    var numbers: [Int] = []
    for wait in waits { numbers.append(try await wait()) }
    if numbers == before { return }
    before = numbers
  }
}

extension RunningSpin {
  /// Waits until the loop has settled; returns the number of its next transition.
  fileprivate var whenSettled: @Sendable () async throws -> Int {
    { try await self.settledNumber() }
  }
}
