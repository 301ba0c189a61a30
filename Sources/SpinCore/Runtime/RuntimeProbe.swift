/// A stand-in for a loop, whose turns and bodies show what a runtime does with them.
package final class RuntimeProbe: Sendable {
  package init() {}

  /// Makes a turn that calls a closure each time it is run.
  ///
  /// - Parameter run: Takes the limit of the slice, and returns whether something is left for
  ///   another slice.
  /// - Returns: A turn that belongs to no loop.
  package func turn(_ run: @escaping @Sendable (_ limit: Int) -> Bool) -> Turn {
    Turn(ProbeTurn(loopID, run))
  }

  /// Makes a body that calls a closure each time it is called.
  ///
  /// - Parameter run: Returns the turn that the body wants, if it wants one. Like the closure of an
  ///   effect, it is called on the executor that the task prefers, or on the global one.
  /// - Returns: A body that belongs to no loop.
  package func body(_ run: @escaping @Sendable () async -> Turn?) -> EffectBody {
    EffectBody(owner: ProbeBody(loopID: loopID, run: run))
  }

  private var loopID: ObjectIdentifier { ObjectIdentifier(self) }
}

/// The owner of a body of a ``RuntimeProbe``.
private final class ProbeBody: EffectOwner {
  let loopID: ObjectIdentifier
  private let run: @Sendable () async -> Turn?

  init(loopID: ObjectIdentifier, run: @escaping @Sendable () async -> Turn?) {
    self.loopID = loopID
    self.run = run
  }

  var origin: FeedbackOrigin { FeedbackOrigin(index: 0, name: "probe") }

  var execution: UInt64 { 1 }

  var isDead: Bool { false }

  var loopIsStopped: Bool { false }

  nonisolated(nonsending) func perform() async -> Turn? { await run() }
}

/// The owner of a turn of a ``RuntimeProbe``.
// Guard: constants, which are Sendable.
private final class ProbeTurn: TurnOwner, @unchecked Sendable {
  private let probe: ObjectIdentifier
  private let body: @Sendable (Int) -> Bool

  init(_ probe: ObjectIdentifier, _ body: @escaping @Sendable (Int) -> Bool) {
    self.probe = probe
    self.body = body
  }

  override var id: ObjectIdentifier { probe }

  override func run(_ slice: inout Slice, _ next: inout NextBody) -> Bool {
    body(slice.limit)
  }
}
