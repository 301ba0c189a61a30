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

  static var probePath: String { path(of: "TerminalProbe") }
}
