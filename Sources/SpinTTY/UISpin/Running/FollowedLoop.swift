internal import SpinCore

/// A running loop that a screen shows and does not own.
struct FollowedLoop<State: Sendable, Event: Sendable>: Sendable {
  /// Copies the newest state; waits for at most one change of it.
  let copy: @Sendable () -> StateBox<State>
  /// Emits an event; a ticket is told its fate.
  let emit: @Sendable (Event, EventTicket?, CodeSite) -> EmitResult
  /// Has the loop call one closure after each step, beginning with the newest, and another one when the loop
  /// has stopped.
  let observe:
    @Sendable (
      _ tell: @escaping @Sendable (_ state: () -> State) -> Void,
      _ atEnd: @escaping @Sendable () -> Void
    ) -> Cancellation
  /// Has the loop tell a waiter; returns whether there is a loop.
  let wait: @Sendable (LoopWaiter) -> Bool
  let isolation: LoopIsolation

  /// Keeps the handle, as everybody does who shows a running spin.
  init(_ running: RunningSpin<State, Event>) {
    isolation = running.isolation
    copy = { running.loop.read { StateBox.copy(of: $0.address(of: State.self)) } }
    emit = { running.emit($0, awaitedBy: $1, at: $2) }
    observe = { tell, atEnd in
      running.loop.observe(
        ObserverEntry(
          Observer<State, Event>({ transition in tell { transition.state } }, atEnd: atEnd)))
    }
    wait = { waiter in
      running.loop.wait(waiter)
      return true
    }
  }

  /// A `RunningPart` keeps no loop alive.
  init<Part>(_ part: RunningPart<Part, Event>) where State == Part? {
    isolation = part.isolation
    copy = { StateBox.holding(part.state) }
    emit = { part.emit($0, awaitedBy: $1, at: $2) }
    observe = { tell, atEnd in part.join({ part in tell { part } }, atEnd: atEnd) }
    wait = { part.wait($0) }
  }
}
