extension RunningSpin {
  /// Keeps the loop from taking events until it is resumed.
  ///
  /// The step under way is completed, even if one of the loop's own closures calls this. After that
  /// the mailbox accepts and keeps events, and timers, async bodies and callbacks go on. The events
  /// that they deliver wait as well, so memory grows with them. Observers that join see the newest
  /// transition, and ``stop()`` works as usual: it drops the waiting events. Transition 0 is made
  /// even if the loop is suspended before it.
  ///
  /// A suspended loop is settled only if nothing waits in its mailbox.
  ///
  /// Suspensions are counted: the loop goes on when ``resume()`` was called as often as this. So two parts of
  /// a program can suspend a loop without knowing of each other. If this is called outside of the loop's
  /// closures, a step that another thread has just begun may still be made. It never blocks, and has no
  /// effect once the loop has stopped.
  public func suspend() {
    let mailbox = loop.context.mailbox
    mailbox.suspend()
    // An idle loop would not tell its monitors of the suspension. The request has it make a turn.
    if loop.context.monitors != nil { mailbox.ask(.list { _ in }, of: loop) }
  }

  /// Ends one suspension.
  ///
  /// With the last one, the loop takes events again, in the order in which the mailbox accepted them.
  ///
  /// *Isolation*: on the caller's thread, the steps of the waiting events are made before this
  /// returns, as with an `emit`.
  ///
  /// It has no effect if the loop is not suspended.
  public func resume() {
    loop.context.mailbox.resume()
  }

  /// Whether the loop is suspended.
  public var isSuspended: Bool { loop.context.mailbox.isSuspended }
}
