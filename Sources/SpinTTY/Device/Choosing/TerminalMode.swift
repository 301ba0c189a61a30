/// How a view is shown: on a screen, or as lines of text.
package enum TerminalMode: String, Hashable, Sendable {
  /// On a terminal, with keys.
  case interactive
  /// As lines, without any control sequence.
  case plain
  /// As plain text, every frame of it.
  case frames
  /// Not at all; only the lines that the program gives to ``UISpin/print(_:)`` are written.
  case off

  /// What the decision depends on, beside the environment.
  package struct Facts: Hashable, Sendable {
    /// Whether keys can be read: standard input is a terminal, or there is one to open.
    package var hasInput: Bool
    /// Whether a picture can be drawn: standard output is a terminal, or standard error is and the
    /// program asked for that.
    package var hasOutput: Bool

    package init(hasInput: Bool, hasOutput: Bool) {
      self.hasInput = hasInput
      self.hasOutput = hasOutput
    }
  }

  /// Decides; `SPINTTY` decides against all else.
  ///
  /// - Throws: If the environment asks for a screen where there is none, or, with a screen and
  ///   without keys, for nothing in particular.
  package static func choose(
    _ facts: Facts, _ profile: TerminalProfile
  ) throws(TerminalError) -> TerminalMode {
    let asked = TerminalMode(rawValue: profile.request)
    if asked == nil, !profile.request.isEmpty {
      throw TerminalError(
        .chooseMode,
        "SPINTTY is \(profile.request.debugDescription), which says nothing: it takes interactive, "
          + "plain, frames or off.")
    }
    if let asked, asked != .interactive { return asked }
    if asked == nil, !facts.hasOutput || profile.isDumb || profile.isBuildServer { return .plain }
    guard facts.hasOutput else {
      throw TerminalError(
        .findOutput,
        "SPINTTY asks for an interactive view, and standard output is no terminal: run it in a "
          + "terminal, or unset SPINTTY.")
    }
    guard facts.hasInput else {
      throw TerminalError(
        .findInput,
        "There is a terminal to draw on and none to read keys from: run it in a terminal, or set "
          + "SPINTTY=plain.")
    }
    return .interactive
  }
}
