package import SpinCore
package import SpinTesting
import Synchronization

extension TestRuntime {
  /// Runs a spin that somebody uses, in a process that ends at any moment, and begins anew with the state of
  /// that moment.
  ///
  /// What the first process has begun goes on in the world. The explorer chooses the moment, which may also
  /// be after all work.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - restore: Makes the first state of the second run from the last one of the first.
  ///   - use: What somebody does in the first run.
  /// - Returns: The handle of the second run, which rests.
  package func restarting<State: Sendable, Event: Sendable>(
    _ spin: Spin<State, Event>, restore: (State) -> State = { $0 },
    use: @escaping @Sendable (RunningSpin<State, Event>) async -> Void
  ) -> RunningSpin<State, Event> {
    let time = time, last = Mutex<State?>(nil)
    let first = spin.start(on: self)
    concurrently(
      { await use(first) },
      {
        for _ in 1...4 {
          if await Choice.isMade() { try? await time.clock.sleep(for: .milliseconds(700)) }
        }
        last.withLock { $0 = first.state }
        first.stop()
      })
    advance(by: .seconds(60))
    first.stop()
    let state = last.withLock { $0 } ?? first.state
    let second = spin.start(on: self, options: RunOptions(initialState: restore(state)))
    advance(by: .seconds(60))
    return second
  }
}
