/// A reducer, for code that does not know its types.
struct ReducerOps: Sendable {
  let types: LoopTypes
  /// Reduces an event, which it must not take.
  let body: @Sendable (StatePlace, EventPlace) -> Void
  /// Whether it takes the place of a reducer in a list that has none.
  var changesNothing = false
}
