/// Ends a piece of work when asked to.
///
/// A callback effect returns one, and so does a runtime for each body and timer that it starts. It
/// is a plain value: dropping it cancels nothing.
///
/// *Reentrancy*: the loop cancels each value at most once. Cancelling a value twice calls its
/// closure twice.
public struct Cancellation: Sendable {
  enum Action: Sendable {
    case none
    case task(Task<Void, Never>)
    case closure(@Sendable () -> Void)
  }

  let action: Action

  init(action: Action) {
    self.action = action
  }

  /// Wraps a closure that ends the work.
  ///
  /// *Isolation*: called by the loop, or on the feedback's executor if it has one.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    self.init(action: .closure(cancel))
  }

  /// Wraps a task, which ``cancel()`` cancels.
  public init(_ task: Task<Void, Never>) {
    self.init(action: .task(task))
  }

  /// Wraps a task of any kind, which ``cancel()`` cancels.
  public init<Success, Failure>(_ task: Task<Success, Failure>) {
    self.init(action: .closure { task.cancel() })
  }

  /// Wraps an object that is not `Sendable`, and a closure that ends it.
  ///
  /// ```swift
  /// import SpinCallbacks
  ///
  /// .callback { emit in
  ///   let downloader = Downloader(address)
  ///   downloader.start { emit(.received($0)) }
  ///   return Cancellation(ending: downloader) { $0.cancel() }
  /// }
  /// ```
  ///
  /// The cancellation keeps the object until it is cancelled or released. Cancelling it twice calls
  /// the closure once.
  ///
  /// *Isolation*: called by the loop, or on the feedback's executor if it has one. So the object must
  /// not be bound to another thread.
  ///
  /// - Parameters:
  ///   - object: The object, which the caller no longer uses.
  ///   - end: Ends the work of the object.
  public init<Object>(
    ending object: sending Object, _ end: @escaping @Sendable (Object) -> Void
  ) {
    let held = Guarded<Object?>(object)
    self.init {
      if let object = held.withLock({ $0.take() }) { end(object) }
    }
  }

  /// A cancellation that does nothing, for work that need not be ended.
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
