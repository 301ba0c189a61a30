/// One turn of a loop: takes what waits in the mailbox, event by event, until nothing waits.
///
/// Copies are the same turn; it is run once.
public struct Turn: Sendable {
  /// Takes up to so many entries of the mailbox; tells whether some are left.
  private let drain: @Sendable (AnyObject, _ limit: Int, _ next: inout NextBody) -> Bool
  private let loop: any AnyObject & Sendable
  /// The task of the body that brought the turn about, if bodies may follow it there.
  @usableFromInline var task: OwnTask?

  @usableFromInline
  init(
    _ loop: any AnyObject & Sendable,
    _ drain: @escaping @Sendable (AnyObject, Int, inout NextBody) -> Bool
  ) {
    self.loop = loop
    self.drain = drain
  }

  /// Runs the turn to its end.
  ///
  /// - Precondition: The turn has not been run.
  public func callAsFunction() {
    var next = NextBody()
    _ = drain(loop, .max, &next)
  }

  /// Runs the turn to its end on the calling thread, but never inside a step of another loop.
  ///
  /// For runtimes that run turns at once where the loop asks for them. Called inside a closure of
  /// another loop, this returns at once. As soon as the step that the thread is making is complete, it
  /// makes one step of each loop that is left to it, in turn. So a chain of events across loops uses
  /// constant stack, and no closure sees another loop in the middle of a step.
  ///
  /// - Precondition: The turn has not been run.
  public func runUnnested() {
    if !ThreadFrame.defers(.turn(self)) { self() }
  }

  /// Runs the turn, but takes no more than so many events.
  ///
  /// For runtimes that share a thread with others and want a long turn to make room for them.
  ///
  /// - Parameter limit: The most entries of the mailbox to take, 1 or more.
  /// - Precondition: The turn has not been run.
  /// - Returns: The rest of the turn, to be run like a new one; `nil` if it came to its end.
  public func run(limit: Int) -> Turn? {
    var next = NextBody()
    return run(limit: limit, &next) ? self : nil
  }

  /// Runs the turn to its end, and lets others on the executor go first between stretches of it.
  nonisolated(nonsending) func run(limit: Int, leaving next: inout NextBody) async {
    while run(limit: limit, &next) { await Task.yield() }
  }

  private func run(limit: Int, _ next: inout NextBody) -> Bool {
    precondition(limit > 0, "A turn that takes \(limit) events never ends: the limit is 1 or more.")
    return drain(loop, limit, &next)
  }
}
