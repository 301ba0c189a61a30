internal import SpinSystem

/// Another program that gets the terminal for a while, such as an editor.
///
/// The loop continues while the program runs. Printed output is still captured, and no frame is
/// drawn until the program has ended. If ``UISpin/stop()`` or a signal ends the run, the loop
/// learns it at once. The other program receives SIGHUP after two seconds, and SIGKILL after two
/// more. A second SIGTERM, from 200 milliseconds to two seconds after the first, ends this process at
/// once, as in any run, and leaves the other program alone. Ctrl-C goes to the other program only.
///
/// The signals go to the program itself, not to programs that it has started. So let ``shell(_:_:)`` end
/// with `exec` if its last program must get them.
public struct ChildCommand: Hashable, Sendable {
  /// The program: a path, or a name that is looked up in `PATH`.
  public var program: String
  /// The arguments, without the program's own name.
  public var arguments: [String]

  /// Creates a command from a program and its arguments.
  public init(_ program: String, _ arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }

  /// Returns a command that runs a line in the shell, with arguments as `$1`, `$2` and `"$@"`.
  public static func shell(_ line: String, _ arguments: [String] = []) -> ChildCommand {
    ChildCommand("/bin/sh", ["-c", line, "sh"] + arguments)
  }

  /// Returns a command that opens files in the user's editor: `VISUAL`, `EDITOR` or else `vi`.
  ///
  /// The shell evaluates the variable, so it may contain arguments, as in
  /// `EDITOR='emacsclient -a ""'`.
  public static func editor(_ files: String...) -> ChildCommand {
    shell(#"eval "exec ${VISUAL:-${EDITOR:-vi}} \"\$@\"""#, files)
  }
}

/// The end of a program.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ChildStatus: Hashable, Sendable, CustomStringConvertible {
  /// The program exited with this status.
  case exited(Int32)
  /// This signal ended the program.
  case signaled(Int32)

  /// Decodes the status of a process that has ended.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signaled(signal)
  }

  /// A description such as `exited with status 1`.
  public var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signaled(let signal): "ended by signal \(signal)"
    }
  }
}

extension ChildCommand {
  /// Starts the program on a terminal.
  ///
  /// Its signals have the dispositions that they had before the view, except that SIGCHLD is not ignored.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - onEnd: A closure that is called on another thread when the program has ended or cannot be
  ///     waited for.
  /// - Returns: The program's process.
  /// - Throws: An error if the program cannot be started or waited for.
  func start(
    on terminal: Descriptor, onEnd: @escaping @Sendable () -> Void
  ) throws(TerminalError) -> ChildProcess {
    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
      throw TerminalError(
        .startChild, "This system does not allow a process to start another program.")
    #else
      // The other program would get only the part before it.
      if ([program] + arguments).contains(where: { $0.utf8.contains(0) }) {
        throw TerminalError(
          .startChild, code: SystemCall.invalidArgument,
          "\(program.prefix { $0 != "\0" }) cannot be started: no argument may contain a NUL.")
      }
      return try TerminalError.naming { () throws(SystemError) in
        try ChildProcess(program, arguments, on: terminal, defaults: Signals.touched, onEnd: onEnd)
      }
    #endif
  }
}
