extension RunningSpin: CustomStringConvertible {
  /// The types, the isolation, and whether the loop has stopped, such as
  /// `RunningSpin<Search, Event> (tasks)`.
  ///
  /// It does not include the state, so that a reducer can print the handle.
  public var description: String {
    "RunningSpin<\(State.self), \(Event.self)> (\(isolation)\(isStopped ? ", stopped" : ""))"
  }
}
