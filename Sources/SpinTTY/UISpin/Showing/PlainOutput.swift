/// The output of a program without a screen: in a pipe, in a log, with `TERM=dumb`, in continuous
/// integration, or with `SPINTTY=plain`.
///
/// The output contains no escape sequences: every control character becomes a visible character,
/// except tabs, which other programs use as separators.
///
/// It goes to standard output, or to standard error if ``UIOptions/drawsOnStandardError`` is set and
/// standard output is not a terminal. Lines that the program prints itself are written at once and
/// stay in order with the output.
///
/// If there are bindings, the program reads keys from standard input, and the end of a line is
/// enter. A terminal as standard input sends whole lines, and is read only if standard output is a
/// terminal too and `CI` is not set. The program can therefore be used in an editor's shell, where
/// each line of input is followed by its output.
///
/// When nobody can press a key, because the input has ended or there is none, the run ends as soon
/// as the spin has settled. A spin with a period may never settle: see ``final``.
///
/// Without a screen, an open descriptor is needed: if standard output is closed, the run throws
/// before anything has run. If its reader is gone, the program ends as by SIGPIPE.
public enum PlainOutput<State: Sendable>: Sendable {
  /// The text of the last frame: see ``View/plainLines(width:in:)``. A frame without text prints
  /// nothing. Unless a user types lines, a list is printed with all its rows, up to 100,000 around the selected
  /// one.
  ///
  /// Before the end, the text of a frame is printed in two cases, each time below an empty line
  /// and only if it differs from the text before:
  ///
  /// - A user types lines on a terminal without a screen, such as `TERM=dumb`. A frame is printed
  ///   at the start and after each line, when the spin has settled, or, if that takes longer, a
  ///   second after the start or 200 ms after the keys of the line were reduced. The frame after a
  ///   line therefore always shows what its keys did. Enter alone shows what has changed since.
  /// - Nobody can press a key, the condition of the run is ``/SpinCore/RunCondition/stopped``, and
  ///   the spin has not settled after a second. A line on standard error then says that the program
  ///   goes on. It ends when the spin settles, by a signal, or when the reader of a pipe leaves. A
  ///   program that ends by itself and takes longer chooses ``/SpinCore/RunCondition/settled``: it
  ///   prints one frame.
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
