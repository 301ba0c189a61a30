import Foundation
import SpinTesting
import TerminalTestSupport
import Testing

/// Where strict mode does not complain, real terminals agree with the virtual one.
///
/// SPIN_ROUNDS sets how many strings are tried, SPIN_SEED which ones.
@Suite(.onItsOwnThread) struct OracleTests {
  @Test(.enabled(if: Tool.works("tmux -V && bash --version"), "needs tmux and bash"))
  func tmuxShowsTheSameScreen() throws {
    try compare(.all) {
      try TmuxOracle.screens($0, columns: ScreenScript.columns, rows: ScreenScript.rows)
    }
  }

  @Test(.enabled(if: Tool.works("python3 -c 'import pyte'"), "needs python3 with pyte"))
  func pyteShowsTheSameScreen() throws {
    try compare([.insertMode, .absolute]) {
      try PythonOracle.screens(
        $0, columns: ScreenScript.columns, rows: ScreenScript.rows, program: PythonOracle.pyte)
    }
  }

  @Test(
    .enabled(
      if: Tool.works("python3 -c 'import ctypes; ctypes.CDLL(\"libvterm.so.0\")'"),
      "needs python3 with libvterm"))
  func libvtermShowsTheSameScreen() throws {
    // NB: libvterm inserts one cell for a character of two.
    try compare(.all.subtracting(.insertMode), fillsWithBackground: true) {
      try PythonOracle.screens(
        $0, columns: ScreenScript.columns, rows: ScreenScript.rows, program: PythonOracle.libvterm)
    }
  }

  private func compare(
    _ dialect: ScreenScript.Dialect, fillsWithBackground: Bool = false,
    _ show: ([[UInt8]]) throws -> [OracleScreen]
  ) throws {
    var random = SeededGenerator(seed: Tool.seed)
    let scripts = (0..<Tool.rounds).map { _ in ScreenScript(dialect, using: &random) }
    let screens = try show(scripts.map(\.bytes))
    var failures = 0
    for (script, screen) in zip(scripts, screens) where failures < 3 {
      let expected = OracleScreen(script.terminal).withoutRightHalves
        .withoutBlankStyles(keepingBackground: fillsWithBackground)
      var actual = screen.settled(by: OracleScreen(script.terminal)).withoutRightHalves
        .withoutBlankStyles(keepingBackground: fillsWithBackground)
      // Where the cursor is after the last column is each terminal's own affair.
      if script.terminal.cursor.isPending { actual.column = expected.column }
      if expected == actual { continue }
      failures += 1
      Issue.record(
        """
        SPIN_SEED=\(random.seed)
        \(VirtualTerminal.readable(script.bytes))
        oracle: \(actual)
        here: \(expected)
        """)
    }
    #expect(screens.count == scripts.count)
  }
}
