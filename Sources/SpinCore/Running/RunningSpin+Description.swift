extension RunningSpin: CustomStringConvertible {
  /// The types, where the loop runs, and whether it has stopped, such as
  /// `RunningSpin<Search, Event> (tasks)`.
  ///
  /// The state is not part of it, so that a reducer may print the handle.
  public var description: String {
    "RunningSpin<\(State.self), \(Event.self)> (\(isolation)\(isStopped ? ", stopped" : ""))"
  }
}
