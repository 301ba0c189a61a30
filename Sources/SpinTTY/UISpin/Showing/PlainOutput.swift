/// What a program prints where it has no screen: in a pipe, a log, `TERM=dumb`, continuous
/// integration, or if `SPINTTY=plain` asks for it.
///
/// There are no escape sequences in it, and every line goes through the same gate as text on a
/// screen. A TAB in what is streamed or printed stays one, as it is data here (`cut -f2`).
///
/// Standard input is read as keys, if there are bindings; the end of a line is enter. A terminal as
/// standard input gives them line by line, and only if standard output is a terminal too and `CI` is not
/// set: so an editor's shell and a screen reader can be used, and a program in a pipe ends by itself.
public enum PlainOutput<State: Sendable>: Sendable {
  /// The last frame, once, in words: see ``View/plainLines(width:in:)``. One without words prints
  /// nothing.
  case final
  /// A line for each transition whose line differs from the one before, from transition 0 on; nil
  /// prints none.
  ///
  /// *Ordering*: each is written before the next event is reduced, and none is left out.
  ///
  /// *Isolation*: called by the loop.
  case stream(@Sendable (State) -> String?)
  /// Nothing.
  case nothing
}
