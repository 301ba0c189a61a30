/// Replacing the state of a loop, for stubs: a transition without an event.
extension Loop {
  /// Requests a transition to a state, without an event.
  package func replaceState<State>(_ state: State) {
    let moment = Moment.holding(
      state, context.blueprint.reducer.types,
      KeptOrigin(tag: .outside, names: context.blueprint.names))
    context.mailbox.ask(.replace(moment), of: self)
  }
}
