/// One turn of a loop: takes what waits in the mailbox, event by event, until nothing waits.
///
/// Copies are the same turn; it is run once.
public struct Turn: Sendable {
  /// Takes up to so many entries of the mailbox; tells whether some are left.
  private let drain: @Sendable (AnyObject, _ limit: Int) -> Bool
  private let loop: any AnyObject & Sendable

  @usableFromInline
  init(
    _ loop: any AnyObject & Sendable, _ drain: @escaping @Sendable (AnyObject, Int) -> Bool
  ) {
    self.loop = loop
    self.drain = drain
  }

  /// Runs the turn to its end.
  ///
  /// - Precondition: The turn has not been run.
  public func callAsFunction() {
    _ = drain(loop, .max)
  }

  /// Runs the turn, but takes no more than so many events.
  ///
  /// For runtimes that share a thread with others and want a long turn to make room for them.
  ///
  /// - Parameter limit: The most entries of the mailbox to take, 1 or more.
  /// - Precondition: The turn has not been run.
  /// - Returns: The rest of the turn, to be run like a new one; `nil` if it came to its end.
  public func run(limit: Int) -> Turn? {
    precondition(limit > 0, "A turn that takes \(limit) events never ends: the limit is 1 or more.")
    return drain(loop, limit) ? self : nil
  }
}
