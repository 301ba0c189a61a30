import SpinTesting
import TerminalTestSupport
import Testing

/// `new-project` on a pseudo-terminal and in a pipe.
@Suite(.serialized, .onItsOwnThread) struct NewProjectTests {
  @Test func itAsksInARowOfLines() throws {
    let example = try ExampleOnTerminal("new-project", [])
    try example.waitFor(
      picture: """
        $ example
        ? Name  ▌my-project
          Letters, digits and hyphens.
        """)
    example.terminal.type("my app\r")
    try example.terminal.waitFor("✗ A name has only letters, digits and hyphens.")
    example.terminal.type("\u{15}my-app\r")
    try example.terminal.waitFor("enter take")
    example.terminal.type("ser\r")
    try example.terminal.waitFor("space mark")
    example.terminal.type("\u{1B}[B \r")
    try example.terminal.waitFor("? Token")
    example.terminal.type("12345\ry")
    try example.waitForEnd(.exited(0))
    #expect(
      example.screen.text == """
        $ example
        ✓ Name  my-app
        ✓ Kind  service
        ✓ Parts  tests, documentation
        ✓ Token  ••••••••
        ✓ Create my-app  Yes
        my-app: service with tests and documentation, token of 5 characters
        """)
  }

  @Test func linesOfAPipeAreItsAnswers() throws {
    let project = Program("new-project")
    #expect(
      try project.run(input: "my-app\ntool\n1, benchmarks\nsecret\n\n")
        == Program.Result(
          output: "my-app: tool with tests and benchmarks, token of 6 characters\n",
          errors: """
            * Name  my-app
            * Kind  tool
            * Parts  tests, benchmarks
            * Token  ********
            * Create my-app  Yes

            """, status: 0))
  }

  @Test(arguments: [
    ("", "The input ended before “Name?” was answered: give it a line."),
    ("a\nboat\n", "“boat” is none of library, tool, website, service, game."),
    ("a\ngame\n", "Line 2 of the input does not answer “Kind?”: game cannot be taken: not yet."),
  ])
  func whatIsNoAnswerIsAnErrorThatNamesTheLine(_ input: String, _ error: String) throws {
    let result = try Program("new-project").run(input: input)
    #expect(result.status == 65)
    #expect(result.output == "")
    #expect(result.errors.hasSuffix("\(error)\n"))
  }
}
