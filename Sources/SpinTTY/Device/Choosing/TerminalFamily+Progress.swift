extension TerminalFamily {
  /// Programs that show progress, with the first version that does; earlier ones show a
  /// notification.
  private static let progressPrograms: [String: [Int]] = [
    "ghostty": [1], "iTerm.app": [3, 6, 6], "WezTerm": [20_250_301],
  ]
  private static let firstProgressOfVTE = 8_000

  /// Whether the terminal shows progress on its window (OSC 9;4), as ConEmu does.
  ///
  /// Other terminals read OSC 9 as a notification. Programs inherit variables from the terminal
  /// that they were started in, so TERM must fit as well.
  var showsProgress: Bool {
    if multiplexer != nil { return false }
    if isOne(of: ["ghostty", "xterm-ghostty"]) { return true }
    if isOne(of: ["wezterm"]) { return isNewEnough(for: "WezTerm") }
    guard ["xterm", "xterm-256color", "xterm-direct", "vte", "vte-256color"].contains(name),
      !isInXterm
    else { return false }
    if !program.isEmpty { return isNewEnough(for: program) }
    return isInWindowsTerminal || versionOfVTE >= TerminalFamily.firstProgressOfVTE
  }

  private func isNewEnough(for program: String) -> Bool {
    guard program == self.program, let first = TerminalFamily.progressPrograms[program] else {
      return false
    }
    let version = programVersion.split { !$0.isNumber }.prefix(3).map { Int($0) ?? 0 }
    return !version.lexicographicallyPrecedes(first)
  }
}
