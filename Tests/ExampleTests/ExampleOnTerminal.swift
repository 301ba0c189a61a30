import SpinTesting
import TerminalTestSupport
import Testing

/// An example on a pseudo-terminal, below a line that was there before.
struct ExampleOnTerminal {
  /// The line of the shell that started it.
  static let prompt = "$ example"

  let terminal: PseudoTerminal
  private let attributes: String

  init(
    _ name: String, _ arguments: [String], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    terminal.screen.feed("\(Self.prompt)\r\n")
    attributes = terminal.attributes
    // With sixteen colours, the rest of a bar is no background, which a picture would show as full.
    try terminal.start(
      PseudoTerminal.path(of: name), arguments,
      environment: ["TERM": "xterm"].merging(environment) { $1 })
  }

  /// What is on the screen now.
  var screen: VirtualTerminal { terminal.screen }

  /// What is on the screen now, with the bars and large digits.
  var picture: String { screen.textWithBlocks }

  /// Waits until the screen shows this and nothing else.
  func waitFor(picture: String, _ place: SourceLocation = #_sourceLocation) throws {
    try terminal.wait("this is not shown:\n\(picture)\nbut", at: place) {
      $0.screen.textWithBlocks == picture
    }
  }

  /// Waits for the end, after which the terminal is as it was before, the screen apart.
  func waitForEnd(_ expected: Ending, _ place: SourceLocation = #_sourceLocation) throws {
    let ending = try terminal.waitForEnd(place)
    #expect(ending == expected, sourceLocation: place)
    #expect(terminal.attributes == attributes, sourceLocation: place)
    #expect(screen.modesLeftOn == [], sourceLocation: place)
    #expect(screen.violations == [], sourceLocation: place)
    #expect(!screen.isAlternateScreen, sourceLocation: place)
  }
}
