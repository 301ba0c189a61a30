/// How a view is shown.
package enum TerminalMode: String, Equatable, Sendable {
  /// On a terminal, with keys.
  case interactive
  /// As lines of text, without control sequences.
  case plain
  /// As plain text, with every frame.
  case frames
  /// Not shown; only the lines passed to ``UISpin/print(_:)`` are written.
  case off

  /// The facts that the decision depends on, besides the environment.
  package struct Facts: Equatable, Sendable {
    /// Whether keys can be read: standard input is a terminal, or a terminal can be opened.
    package var hasInput: Bool
    /// Whether a view can be drawn: standard output is a terminal, or standard error is one and the
    /// program allows drawing on it.
    package var hasOutput: Bool

    package init(hasInput: Bool, hasOutput: Bool) {
      self.hasInput = hasInput
      self.hasOutput = hasOutput
    }
  }

  /// Chooses the mode; a value of `SPINTTY` overrides all other facts.
  ///
  /// - Throws: An error if `SPINTTY` has an unknown value or asks for a view where there is no
  ///   terminal, or if there is a terminal to draw on and none to read keys from.
  package static func choose(
    _ facts: Facts, _ profile: TerminalProfile
  ) throws(TerminalError) -> TerminalMode {
    let asked = TerminalMode(rawValue: profile.request)
    if asked == nil, !profile.request.isEmpty {
      throw TerminalError(
        .chooseMode,
        "SPINTTY is \(profile.request.debugDescription), which is not a mode: set it to "
          + "interactive, plain, frames or off.")
    }
    if let asked, asked != .interactive { return asked }
    if asked == nil, !facts.hasOutput || profile.isDumb || profile.isBuildServer { return .plain }
    guard facts.hasOutput else {
      throw TerminalError(
        .findOutput,
        "SPINTTY asks for an interactive view, but standard output is not a terminal: run the "
          + "program in a terminal, or unset SPINTTY.")
    }
    guard facts.hasInput else {
      throw TerminalError(
        .findInput,
        "There is a terminal to draw on but none to read keys from: run the program in a terminal, "
          + "or set SPINTTY=plain.")
    }
    return .interactive
  }
}
