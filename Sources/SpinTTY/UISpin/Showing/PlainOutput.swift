/// What a program prints where it has no screen: in a pipe, a log, `TERM=dumb`, continuous
/// integration, or if `SPINTTY=plain` asks for it.
///
/// There are no escape sequences in it, and every line goes through the same gate as text on a
/// screen. A TAB in what is streamed or printed stays one, as it is data here (`cut -f2`).
///
/// If there are bindings, the program reads keys from standard input; the end of a line is enter. A
/// terminal as standard input gives them line by line, and only if standard output is a terminal
/// too and `CI` is not set. So the program works in an editor's shell and with a screen reader, and
/// ends by itself in a pipe.
public enum PlainOutput<State: Sendable>: Sendable {
  /// The last frame, once, in words: see ``View/plainLines(width:in:)``. One without words prints
  /// nothing.
  case final
  /// A line for each transition, unless it equals the line before; nil prints none.
  ///
  /// *Ordering*: the program writes each line before the loop reduces the next event, from
  /// transition 0 on.
  ///
  /// *Isolation*: called by the loop.
  case stream(@Sendable (State) -> String?)
  /// Nothing.
  case nothing
}
