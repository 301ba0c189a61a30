internal import SpinCore

extension UISpin {
  /// Sets what the inspector keeps instead of events and states, such as passwords.
  ///
  /// ```swift
  /// ui.mask { event in
  ///   if case .name = event { .name(.insert("•")) } else { event }
  /// } states: { state in
  ///   var state = state
  ///   state.name = TextInput.Model("•")
  ///   return state
  /// }
  /// ```
  ///
  /// Neither the list nor the view of an earlier state then has the secret, and none is kept in memory. The
  /// program's own view is not changed. Call the method even if ``UIOptions/inspector`` is off, because the
  /// environment may turn the inspector on. The newest call counts; a run that has begun keeps its own.
  ///
  /// *Isolation*: the loop calls the closures for each transition, and only while the inspector is on. They
  /// must be pure.
  ///
  /// - Parameters:
  ///   - event: Returns what to keep instead of an event.
  ///   - state: Returns what to keep instead of a state.
  public func mask(
    events event: @escaping @Sendable (Event) -> Event,
    states state: @escaping @Sendable (State) -> State
  ) {
    mask.set(InspectorMask(event: event, state: state))
  }
}
