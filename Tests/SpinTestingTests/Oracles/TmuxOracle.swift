import Foundation
import SpinTesting
import TerminalTestSupport

/// Asks tmux: a script in its only pane shows each file, waits until tmux has answered a query
/// that follows it, and captures the pane.
enum TmuxOracle {
  static func screens(_ scripts: [[UInt8]], columns: Int, rows: Int) throws -> [OracleScreen] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (index, bytes) in scripts.enumerated() {
      try Data(bytes).write(to: folder.url.appendingPathComponent("\(index).in"))
    }
    let socket = folder.url.appendingPathComponent("socket").path
    let tmux = "tmux -S '\(socket)'"
    let script = """
      cd '\(folder.url.path)'
      trap "\(tmux) wait-for -S finished" EXIT
      stty raw -echo
      for ((i = 0; i < \(scripts.count); i++)); do
        printf '\\033[?1049l\\033c'; cat $i.in; printf '\\033[5n'; IFS= read -rsn4
        \(tmux) capture-pane -p -e -N \\; display -p '#{cursor_x} #{cursor_y}' > $i.out
      done
      """
    let file = folder.url.appendingPathComponent("script")
    try Data(script.utf8).write(to: file)
    try Tool.run(
      "\(tmux) -f /dev/null new-session -d -x \(columns) -y \(rows) "
        + "\"bash '\(file.path)'\" \\; set -g status off \\; set -g remain-on-exit on; "
        + "\(tmux) wait-for finished; \(tmux) kill-server", input: Data())
    return try scripts.indices.map { index in
      let output = try Data(contentsOf: folder.url.appendingPathComponent("\(index).out"))
      return screen(String(decoding: output, as: UTF8.self), columns: columns, rows: rows)
    }
  }

  /// Reads a captured pane with the virtual terminal itself, whose SGR is tested apart.
  private static func screen(_ output: String, columns: Int, rows: Int) -> OracleScreen {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines[rows].split(separator: " ").compactMap { Int($0) }
    var terminal = VirtualTerminal(columns: columns, rows: rows, strict: false)
    terminal.feed("\u{1B}[?7l" + lines.prefix(rows).joined(separator: "\r\n"))
    let screen = OracleScreen(terminal)
    return OracleScreen(
      row: place[1], column: min(place[0], columns - 1), cells: screen.cells)
  }
}
