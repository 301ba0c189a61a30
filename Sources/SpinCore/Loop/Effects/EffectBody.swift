/// The async body of an effect, as a runtime sees it.
public struct EffectBody: Sendable {
  @usableFromInline let body: nonisolated(nonsending) @Sendable () async -> Turn?

  @inlinable
  init(_ body: nonisolated(nonsending) @escaping @Sendable () async -> Turn?) {
    self.body = body
  }

  /// Runs the body and delivers what it yields.
  ///
  /// *Isolation*: it leaves the caller's isolation only for the user's closure, which runs on the
  /// task's preferred executor, or on the global one.
  ///
  /// - Returns: A turn that the loop now wants, see ``SpinRuntime/start(_:on:)``.
  @inlinable
  public nonisolated(nonsending) func callAsFunction() async -> Turn? {
    await body()
  }
}
