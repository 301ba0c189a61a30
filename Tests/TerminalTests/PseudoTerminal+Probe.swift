import SpinTesting
import TerminalTestSupport
import Testing

extension PseudoTerminal {
  /// Starts the probe, and waits until it shows its first frame.
  static func probe(
    _ arguments: String..., environment: [String: String] = [:], strict: Bool = true
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(strict: strict)
    try terminal.start(Self.probePath, arguments, environment: environment)
    try terminal.waitFor("ready")
    return terminal
  }

  /// Ends the probe by its key, and expects the terminal to be as it was.
  func quit(_ place: SourceLocation = #_sourceLocation) throws {
    type("q")
    #expect(try waitForEnd() == .exited(0), sourceLocation: place)
    isShowing = true
    #expect(screen.modesLeftOn == [], sourceLocation: place)
    #expect(screen.violations == [], sourceLocation: place)
  }

  static var probePath: String { path(of: "TerminalProbe") }
}
