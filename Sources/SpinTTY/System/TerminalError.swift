internal import SpinSystem

/// An error of claiming the terminal or of an operation on it.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An operation that can fail.
  public struct Operation: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the operation.
    public let rawValue: String

    /// Creates an operation with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name of the operation.
    public var description: String { rawValue }

    /// Claiming the terminal for a view; only one view can have it at a time.
    public static let claim = Operation(rawValue: "claim")
    /// Choosing between a screen and lines of text.
    public static let chooseMode = Operation(rawValue: "chooseMode")
    /// Finding a terminal to read keys from.
    public static let findInput = Operation(rawValue: "findInput")
    /// Finding a terminal to draw on.
    public static let findOutput = Operation(rawValue: "findOutput")
    /// Starting another program.
    public static let startChild = Operation(rawValue: "startChild")
    /// Copying a text to the clipboard.
    public static let copy = Operation(rawValue: "copy")
    /// Reading the last state of a run, while a reducer does not return.
    public static let readState = Operation(rawValue: "readState")
    /// Waiting for another program.
    public static let awaitChild = Operation(rawValue: "awaitChild")

    /// Reading the terminal's attributes.
    package static let readAttributes = Operation(rawValue: "readAttributes")
    /// Changing the terminal's attributes.
    package static let changeAttributes = Operation(rawValue: "changeAttributes")
    /// Verifying that the terminal took all attributes.
    package static let verifyAttributes = Operation(rawValue: "verifyAttributes")
    /// Waiting in the background until the shell gives this program the terminal.
    package static let comeToForeground = Operation(rawValue: "comeToForeground")
    /// Making a pipe.
    package static let makePipe = Operation(rawValue: "makePipe")
    /// Redirecting standard output into a pipe.
    package static let captureOutput = Operation(rawValue: "captureOutput")
    /// Starting a thread.
    package static let startThread = Operation(rawValue: "startThread")
    /// Installing signal handlers.
    package static let installHandlers = Operation(rawValue: "installHandlers")
  }

  /// The operation that failed.
  public let operation: Operation
  /// The error number (`errno`) of the system call that failed; 0 if none did.
  public let code: Int32
  /// One sentence that names the problem and its remedy.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - code: The error number of the system call that failed; 0 if none did.
  ///   - reason: One sentence that names the problem and its remedy.
  public init(_ operation: Operation, code: Int32 = 0, _ reason: String) {
    self.operation = operation
    self.code = code
    self.reason = reason
  }

  /// The reason, followed by the system's message for the error number.
  public var description: String {
    code == 0 ? reason : "\(reason) (\(SystemCall.message(for: code)))"
  }

  /// The error if another view of this process has the terminal.
  static let terminalInUse = TerminalError(
    .claim,
    "Another view of this program is using the terminal: stop it first. Two views would draw over "
      + "each other and compete for the keys.")
}
