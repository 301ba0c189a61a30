/// What a program prints where it has no screen: in a pipe, a log, `TERM=dumb`, continuous
/// integration, or if `SPINTTY=plain` asks for it.
///
/// There are no escape sequences in it, and every line goes through the same gate as text on a
/// screen. A TAB in what is streamed or printed stays one, as it is data here (`cut -f2`).
///
/// Standard input that is no terminal is read as keys, if there are bindings; the end of a line is
/// enter.
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
