/// The output of a program without a screen: in a pipe, in a log, with `TERM=dumb`, in continuous
/// integration, or with `SPINTTY=plain`.
///
/// The output contains no escape sequences: every control character becomes a visible character,
/// except tabs, which other programs use as separators.
///
/// It goes to standard output, or to standard error if ``UIOptions/drawsOnErrors`` is set and
/// standard output is not a terminal. Lines that the program prints itself are written at once and
/// stay in order with the output.
///
/// If there are bindings, the program reads keys from standard input, and the end of a line is
/// enter. A terminal as standard input sends whole lines, and is read only if standard output is a
/// terminal too and `CI` is not set. With ``stream(_:)``, the program can therefore be used in an
/// editor's shell. In a pipe it ends by itself. ``final`` prints nothing before the end.
public enum PlainOutput<State: Sendable>: Sendable {
  /// The text of the last frame: see ``View/plainLines(width:in:)``. A frame without text prints
  /// nothing.
  case final
  /// One line for each transition. The program skips a line that equals the previous one, and
  /// prints nothing for `nil`.
  ///
  /// *Ordering*: the program writes each line before the loop reduces the next event, from
  /// transition 0 on.
  ///
  /// *Isolation*: called by the loop.
  case stream(@Sendable (State) -> String?)
  /// Only the lines of ``UISpin/print(_:)``.
  case nothing
}
