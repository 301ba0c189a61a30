/// The terminal of this process, for those who must give it back by themselves.
public enum Terminal {
  /// Gives the terminal back at once, if a view has it: modes, attributes, standard output.
  ///
  /// For a crash reporter, or before a process image is replaced. Everything else that ends a
  /// process restores by itself: a normal end, `exit`, a signal, and a trap on any thread. What
  /// cannot be caught is SIGKILL, and a stack overflow on a thread that has no stack for handlers.
  /// The view ends when it notices.
  ///
  /// *Isolation*: any thread, and any signal handler.
  ///
  /// - Returns: Whether there was anything to give back.
  @discardableResult
  public static func emergencyRestore() -> Bool { Rescue.restoreOnce() }
}
