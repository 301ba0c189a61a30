/// Ends a piece of work when asked to.
///
/// A callback effect returns one, and a runtime gives one back for each body and timer that it
/// starts. It is a plain value: dropping it cancels nothing.
///
/// *Reentrancy*: cancelling twice is the callee's business; the loop cancels each one at most once.
public struct Cancellation: Sendable {
  @usableFromInline
  enum Action: Sendable {
    case none
    case task(Task<Void, Never>)
    case closure(@Sendable () -> Void)
  }

  @usableFromInline let action: Action

  @usableFromInline
  init(action: Action) {
    self.action = action
  }

  /// Wraps a closure that ends the work.
  ///
  /// *Isolation*: called by the loop, or on the feedback's executor if it has one.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    self.init(action: .closure(cancel))
  }

  /// Wraps a task, which is cancelled.
  public init(_ task: Task<Void, Never>) {
    self.init(action: .task(task))
  }

  /// Wraps a task of any kind, which is cancelled.
  public init<Success, Failure>(_ task: Task<Success, Failure>) {
    self.init(action: .closure { task.cancel() })
  }

  /// Does nothing: for work that needs no ending.
  public static var none: Cancellation { Cancellation(action: .none) }

  /// Ends the work.
  public func cancel() {
    switch action {
    case .none: break
    case .task(let task): task.cancel()
    case .closure(let cancel): cancel()
    }
  }
}
