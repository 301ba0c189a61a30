extension RunningSpin {
  /// Has the loop take no events until it is resumed.
  ///
  /// The step that is under way is completed, even if one of the loop's own closures asks. From
  /// then on the mailbox accepts events and keeps them, and timers, async bodies and callbacks go
  /// on; the events that they deliver wait as well, so memory grows with them. Observers that join are
  /// shown the newest transition, and ``stop()`` works as ever: it drops the events that wait. Transition
  /// 0 is made in any case.
  ///
  /// A suspended loop is settled only if nothing waits in its mailbox.
  ///
  /// It is not counted: one ``resume()`` ends any number of suspensions. Called elsewhere than in a
  /// closure of the loop, a step that another thread has just begun may still be made. It never
  /// blocks, and does nothing once the loop has stopped.
  public func suspend() {
    loop.context.mailbox.suspend()
  }

  /// Lets a suspended loop take events again, first those that have waited, in the order in which
  /// the mailbox accepted them.
  ///
  /// *Isolation*: on the caller's thread their steps are made before this returns, as with an
  /// `emit`.
  ///
  /// It does nothing if the loop is not suspended.
  public func resume() {
    loop.context.mailbox.resume()
  }

  /// Whether the loop takes no events until it is resumed.
  public var isSuspended: Bool { loop.context.mailbox.isSuspended }
}
