/// A call of the system that has failed.
package struct SystemError: Error, Equatable {
  /// What the call was for.
  package enum Purpose: Sendable {
    case makePipe
    case startThread
    case startProgram
    case awaitProgram
  }

  package let purpose: Purpose
  /// The error number (`errno`).
  package let code: Int32
  /// The program that the call was about, if it was about one.
  package let program: String?

  init(_ purpose: Purpose, code: Int32, program: String? = nil) {
    self.purpose = purpose
    self.code = code
    self.program = program
  }
}
