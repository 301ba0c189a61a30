extension Conformance {
  /// All promises: first those of runtimes and schedulers, then those of the contract in order.
  public static let clauses: [Conformance] = [
    turns, bodies, alarms,
    mailbox, steps, stale, stopping, settling, isolation, time, states, forms, handle, composition,
  ].flatMap(\.self)
}
