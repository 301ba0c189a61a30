public import SpinCore

/// Waits until several loops are settled or have stopped, all at one moment.
///
/// ```swift
/// try await settled(account, basket, screen)
/// ```
///
/// There is then a moment at which each of them was settled, see ``RunningSpin/settled()``, and
/// none had made a step since it was first seen so. That is exact for loops that emit into each
/// other from their closures and effects: an event is in the other's mailbox before the step, or
/// the effect, that emitted it is over. It is exact for loops that send messages through a ``Gear``,
/// too: a message keeps its sender from being settled until it is in the others' mailboxes. No loop
/// knows of an event or a message that a task of the user's is about to emit or post.
///
/// Loops that never come to rest together are waited for until the task is cancelled.
///
/// - Parameter loops: The loops, on any runtimes.
/// - Throws: `CancellationError` when the task is cancelled; ``WaitsForItself`` when an effect of
///   one of the loops waits, which in debug builds traps.
public func settled<each State: Sendable, each Event: Sendable>(
  _ loops: repeat RunningSpin<each State, each Event>
) async throws {
  var waits: [@Sendable () async throws -> Int] = []
  repeat waits.append((each loops).wait)
  // The loops are looked at in two rounds. One that is settled in both, and has made no step between,
  // was settled all the time between: with the same in all, that is the end of the first round.
  var before: [Int]?
  while true {
    var numbers: [Int] = []
    for wait in waits { numbers.append(try await wait()) }
    if numbers == before { return }
    before = numbers
  }
}

extension RunningSpin {
  /// Waits until the loop is settled; returns the number of its next transition.
  fileprivate var wait: @Sendable () async throws -> Int {
    { try await self.settledNumber() }
  }
}
