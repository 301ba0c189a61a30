/// Stands for a loop before a runtime: the turns and bodies that it makes show what the runtime does
/// with them.
package final class RuntimeProbe: Sendable {
  package init() {}

  /// Makes a turn that calls a closure each time it is run.
  ///
  /// - Parameter run: Takes the limit of the slice; says whether something is left for another one.
  /// - Returns: A turn of no loop.
  package func turn(_ run: @escaping @Sendable (_ limit: Int) -> Bool) -> Turn {
    Turn(self) { _, limit, _ in run(limit) ? .interrupted : .rests }
  }

  /// Makes a body that calls a closure each time it is called.
  ///
  /// - Parameter run: Returns the turn that the body asks for, if it asks for one. It is called as
  ///   the closure of an effect is: on the executor that the task prefers, or on the global one.
  /// - Returns: A body of no loop.
  package func body(_ run: @escaping @Sendable () async -> Turn?) -> EffectBody {
    EffectBody(of: self) { _ in await run() }
  }
}

extension RuntimeProbe: EffectOwner {
  @usableFromInline var origin: FeedbackOrigin { FeedbackOrigin(index: 0, name: "probe") }

  @usableFromInline var execution: UInt64 { 1 }

  @usableFromInline var loopID: ObjectIdentifier { ObjectIdentifier(self) }
}
