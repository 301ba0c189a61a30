/// Why the terminal could not be taken, or something could not be done with it.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried.
  public enum Operation: String, Hashable, Sendable {
    /// Taking the terminal for this program; only one view can have it at a time.
    case claim
    /// Choosing between a screen and lines of text.
    case chooseMode
    /// Finding a terminal to read keys from, or one to draw on.
    case findInput, findOutput
    /// Reading or changing the terminal's attributes, or finding them changed only in part.
    case readAttributes, changeAttributes, verifyAttributes
    /// Waiting in the background until the shell gives this program the terminal.
    case comeToForeground
    /// Making a pipe, or leading standard output into one.
    case makePipe, captureOutput
    /// Installing signal handlers.
    case installHandlers
    /// Starting another program, or waiting for it.
    case startChild, awaitChild
  }

  /// What was tried.
  public let operation: Operation
  /// The error number (`errno`) of the system call that failed; 0 if none did.
  public let code: Int32
  /// What happened, which rule it broke and what to do, in one sentence.
  public let reason: String

  /// Creates an error.
  public init(_ operation: Operation, code: Int32 = 0, _ reason: String) {
    self.operation = operation
    self.code = code
    self.reason = reason
  }

  /// The sentence, with what the system says of the error number.
  public var description: String {
    code == 0 ? reason : "\(reason) (\(SystemCall.message(for: code)))"
  }

  /// Another view of this process has the terminal.
  static let terminalInUse = TerminalError(
    .claim,
    "The terminal is in use by another view of this program: stop that one first, because two "
      + "would draw over each other and share the keys.")
}
