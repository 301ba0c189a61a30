extension RunningSpin {
  /// The effects that are alive, what they wait for, and since when.
  ///
  /// ```swift
  /// for effect in await running.effects { print(effect) }
  /// ```
  ///
  /// An effect is alive from the step that wants it to its end or cancellation, even while it waits.
  /// The list has sources too.
  ///
  /// The loop makes the list between two steps. The list is empty if the loop has stopped.
  ///
  /// *Cancellation*: cancelling the task does not end the wait. The wait is over when the step under way is
  /// complete.
  ///
  /// - Complexity: O(n log n) for n effects.
  public nonisolated(nonsending) var effects: [RunningEffect] {
    get async {
      let list = OneShot<[RunningEffect]>()
      listEffects { list.set($0) }
      return await list.value()
    }
  }

  /// Calls a closure with the effects that are alive, see ``effects``.
  ///
  /// *Isolation*: the loop calls the closure between two steps. On the caller's thread, it does so before
  /// this method returns, unless the method is called in a closure of a loop or another thread is making a
  /// step.
  public func listEffects(_ tell: @escaping @Sendable ([RunningEffect]) -> Void) {
    loop.context.mailbox.ask(.list(tell), of: loop)
  }
}
