import Testing

@testable import SpinTTY

@Suite struct ChildCommandTests {
  /// The program would get the part before the NUL, which may be another file.
  @Test func anArgumentWithANULStartsNoProgram() {
    for command in [ChildCommand("true\0x"), ChildCommand("true", ["a\0b"])] {
      let error = #expect(throws: TerminalError.self) {
        try command.start(on: Descriptor(0)) {}
      }
      #expect(error?.operation == .startChild)
      #expect(error?.reason == "true cannot be started: no argument may contain a NUL.")
    }
  }

  @Test func aTerminalThatIsClosedStartsNoProgram() {
    #expect(throws: TerminalError.self) {
      try ChildCommand("true").start(on: Descriptor(-1)) {}
    }
  }
}
