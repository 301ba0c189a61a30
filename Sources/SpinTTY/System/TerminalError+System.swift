internal import SpinSystem

extension TerminalError {
  /// Calls a closure, and throws its error as one about the terminal.
  static func naming<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(TerminalError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw TerminalError(error)
    }
  }

  private init(_ error: SystemError) {
    let program = error.program ?? "A program"
    switch error.purpose {
    case .makePipe: self.init(.makePipe, code: error.code, "No pipe could be made.")
    case .startThread:
      self.init(.startThread, code: error.code, "The system cannot start another thread.")
    case .startProgram: self.init(.startChild, code: error.code, "\(program) cannot be started.")
    case .awaitProgram: self.init(.awaitChild, code: error.code, "\(program) cannot be waited for.")
    }
  }
}
