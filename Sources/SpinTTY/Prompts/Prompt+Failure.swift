internal import SpinSystem

extension Prompt {
  /// The reason why a prompt has no answer.
  ///
  /// ```swift
  /// do throws(Prompt.Failure) {
  ///   try await order()
  /// } catch {
  ///   error.exit()
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The user pressed escape, or the task was cancelled; with a signal, that signal or ctrl-C ended
    /// the prompt.
    case cancelled(signal: Int32?)
    /// The input ended before the prompt had an answer: at the end of a pipe, or by ctrl-D in an empty
    /// line.
    case ended(question: String)
    /// A line of a pipe is no answer, or has more than 1 MiB; `line` is its number among the lines that
    /// prompts have read, from 1.
    case invalid(question: String, line: Int, reason: String)
    /// The terminal could not be used.
    case terminal(TerminalError)

    /// What went wrong, and what to do, in a sentence.
    ///
    /// Control characters of questions and answers are made visible.
    public var description: String {
      switch self {
      case .cancelled: "Cancelled."
      case .ended(let question):
        "The input ended before “\(question.inLines)” was answered: give it a line."
      case .invalid(let question, let line, let reason):
        "Line \(line) of the input does not answer “\(question.inLines)”: \(reason.inLines)"
      case .terminal(let error): error.description
      }
    }

    /// The exit status that a shell expects: 128 plus the number of the signal, 130 without one, and 65
    /// for input that is no answer (`EX_DATAERR` in sysexits(3)), or 69 without a terminal.
    public var status: Int32 {
      switch self {
      case .cancelled(let signal): 128 + (signal ?? Signals.interrupt)
      case .ended, .invalid: 65
      case .terminal: 69
      }
    }

    /// Ends the process as a shell expects: by the signal if there is one, or else with ``status``.
    ///
    /// Prints the description on standard error, unless the user has cancelled the prompt.
    public func exit() -> Never {
      endIfSignalled()
      if case .cancelled = self {} else { SystemCall.printDiagnostic(description) }
      SystemCall.exit(status)
    }

    /// Ends the process by the signal, if there is one.
    func endIfSignalled() {
      guard case .cancelled(let signal?) = self else { return }
      SystemCall.flushPrinted()
      Signals.end(by: signal)
    }
  }
}
