/// What a program prints where it has no screen: in a pipe, a log, `TERM=dumb`, continuous
/// integration, or if `SPINTTY=plain` asks for it.
///
/// The output contains no escape sequences: every control character except tab becomes a visible
/// character. Tabs stay, because other programs use them as separators.
///
/// It goes to standard output, or to standard error if ``UIOptions/drawsOnErrors`` is set and standard
/// output is not a terminal. Lines that the program prints itself are written at once and keep their
/// order among those of the output.
///
/// If there are bindings, the program reads keys from standard input; the end of a line is enter. A
/// terminal as standard input gives them line by line, and only if standard output is a terminal
/// too and `CI` is not set. With ``stream(_:)``, the program can therefore be used in an editor's
/// shell. In a pipe it ends by itself. ``final`` prints nothing before the end.
public enum PlainOutput<State: Sendable>: Sendable {
  /// The text of the last frame: see ``View/plainLines(width:in:)``. A frame without text prints
  /// nothing.
  case final
  /// One line for each transition. The program skips a line that equals the previous one, and prints
  /// nothing for `nil`.
  ///
  /// *Ordering*: the program writes each line before the loop reduces the next event, from
  /// transition 0 on.
  ///
  /// *Isolation*: called by the loop.
  case stream(@Sendable (State) -> String?)
  /// Nothing but the lines of ``UISpin/print(_:)``.
  case nothing
}
