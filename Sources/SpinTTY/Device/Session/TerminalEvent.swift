/// Something that happened to the terminal.
package enum TerminalEvent: Hashable, Sendable {
  /// Something came in; answers to the session's own questions do not.
  case input(InputEvent)
  /// The screen has a new size; a frame follows.
  case resized(Size)
  /// The program is back from the background, after so long; a frame follows.
  case resumed(away: Duration)
  /// A signal asks the program to end. It cannot be refused: the run ends within two seconds, or four
  /// if another program has the terminal and does not end by itself.
  case terminate(signal: Int32)
  /// Another program has the terminal.
  case childStarted(ChildCommand)
  /// The terminal is back.
  case childFinished(ChildCommand, Result<ChildStatus, TerminalError>)
  /// The program printed lines, which are kept until the end.
  case captured([String])
}

/// What ended a run.
package enum TerminalEnd: Hashable, Sendable {
  /// Somebody asked for it.
  case asked
  /// The time that was given is over.
  case timeout
  /// A signal; die by it when all is done.
  case signal(Int32)
  /// The terminal is gone, and nobody looks.
  case hangUp
  /// The terminal takes no more bytes.
  case brokenPipe
  /// Somebody restored the terminal meanwhile, so it is not ours any more.
  case restored

  /// The status that a shell shows for it.
  package var status: Int32 {
    switch self {
    case .asked, .timeout, .restored: 0
    case .signal(let signal): 128 + signal
    case .hangUp: 129
    case .brokenPipe: 141
    }
  }

  /// Ends the process by the signal, if that is what ended the run.
  package func dieIfSignaled() {
    if case .signal(let signal) = self { Signals.end(by: signal) }
  }
}

/// Who draws on a terminal and hears of it.
///
/// *Isolation*: every call comes on the thread that called ``TerminalSession/run(_:until:)``, one at
/// a time, and none outside of it. The terminal waits meanwhile, so a client does not block.
///
/// *Reentrancy*: a client may call its session's operations, except `run` and `close`.
package protocol TerminalClient: AnyObject {
  /// Hears of something; events come in the order in which they happened.
  func receive(_ event: TerminalEvent)
  /// Says whether the newest state may look different from the one drawn last.
  func isChanged() -> Bool
  /// Whether changes are under way that will be told by ``TerminalControl/changed()``.
  var isChanging: Bool { get }
  /// Draws the newest state on a blank canvas.
  func draw(on canvas: Canvas, for capabilities: Capabilities)
  /// Says how many rows an inline view needs on a screen of this size.
  func height(fitting size: Size, for capabilities: Capabilities) -> Int
}

extension TerminalClient {
  package func isChanged() -> Bool { true }
  package var isChanging: Bool { false }

  /// The size of an inline view on a screen of this size: one row at least.
  func block(within size: Size, for capabilities: Capabilities) -> Size {
    let rows = min(max(height(fitting: size, for: capabilities), 1), size.rows)
    return Size(columns: size.columns, rows: rows)
  }
}
