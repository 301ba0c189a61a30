/// The terminal of this process, for code that must give it back by itself.
public enum Terminal {
  /// Gives the terminal back at once, if a view has it: modes, attributes, standard output.
  ///
  /// Call it in a crash reporter, or before the process image is replaced. A normal end, `exit`, a
  /// signal, and a trap on any thread restore the terminal without it. Nothing restores the terminal
  /// after SIGKILL, or after a stack overflow on a thread without a stack for handlers. The view
  /// ends when it notices.
  ///
  /// *Isolation*: any thread, and any signal handler.
  ///
  /// - Returns: Whether there was anything to give back.
  @discardableResult
  public static func emergencyRestore() -> Bool { Rescue.restoreOnce() }
}
