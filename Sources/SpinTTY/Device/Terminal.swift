/// The terminal of this process, for code that must restore it on its own.
public enum Terminal {
  /// Restores the terminal at once if a view uses it: modes, attributes and standard output.
  ///
  /// Call it in a crash reporter, or before the process image is replaced. A normal end, `exit`, a
  /// signal and a trap on any thread restore the terminal without this call. Nothing restores it
  /// after SIGKILL or SIGSTOP, or after a stack overflow on a thread without an alternate signal
  /// stack. The run ends with the reason ``UIEndReason/stopped``.
  ///
  /// *Isolation*: any thread, and any signal handler.
  ///
  /// - Returns: Whether there was anything to restore.
  @discardableResult
  public static func emergencyRestore() -> Bool { Rescue.restoreOnce() }
}
