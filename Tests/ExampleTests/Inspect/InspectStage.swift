import SpinTTY
import SpinTesting

@testable import InspectDefinition

/// The inspector in a rehearsal, in time that a test moves.
final class InspectStage {
  let runtime = TestRuntime()
  let rehearsal: Rehearsal<Inspect, Inspect.Event>
  let terminal: ScriptedTerminal

  init(_ paths: [String], columns: Int = 80, rows: Int = 24, atEnd: Bool = false) {
    let files = paths.map { RecordingFile($0) }
    let inspect = Inspect(files.map { Run($0.path, $0.read()) }, atEnd: atEnd)
    let rehearsal = Inspect.ui(Inspect.spin(inspect, files)).rehearse(
      on: runtime, columns: columns, rows: rows)
    self.rehearsal = rehearsal
    terminal = ScriptedTerminal(
      columns: columns, rows: rows, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    press("")
  }

  /// The state of the program.
  var state: Inspect { rehearsal.state }

  /// What is on the screen.
  var text: String { terminal.terminal.text }

  /// Types keys, and shows what follows from them.
  func press(_ keys: String) {
    terminal.type(keys)
    runtime.run()
    terminal.show()
  }
}
