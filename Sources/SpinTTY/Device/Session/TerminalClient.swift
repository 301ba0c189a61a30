/// The client of a terminal session receives what the session has read, and draws what the session writes.
///
/// The client of a run is the `ScreenClient`.
///
/// *Isolation*: the session calls its client on the thread of ``TerminalSession/run(_:until:)``,
/// only within that call and when it closes. The terminal waits meanwhile, so a client must not
/// block.
///
/// *Reentrancy*: a client may call its session's operations, except `run` and `close`.
package protocol TerminalClient: AnyObject {
  /// Receives an input, except answers to the session's own questions. Inputs arrive in the order in
  /// which they happened. After ``UserInput/Kind/resized(_:)`` and ``UserInput/Kind/resumed(away:)`` a
  /// frame follows.
  ///
  /// The program cannot refuse a signal: the run ends within two seconds, or four if another program
  /// has the terminal and does not end by itself.
  func receive(_ input: UserInput.Kind)
  /// Notes that another program has the terminal.
  func programStarted()
  /// Notes that the other program has ended. The terminal is back afterwards, unless it is lost.
  func programFinished(_ result: Result<ChildStatus, TerminalError>)
  /// Returns whether the newest state may look different from the last frame.
  func isChanged() -> Bool
  /// Whether the state moves: ``TerminalControl/changed()`` follows when it rests.
  var isMoving: Bool { get }
  /// Prepares a frame of the newest state for a screen of this size.
  ///
  /// - Returns: Whether there is a new frame. If not, the last one stays on the screen until
  ///   ``TerminalControl/changed()`` is called.
  func prepare(for size: Size, _ capabilities: Capabilities) -> Bool
  /// Draws the prepared frame on a blank canvas.
  func draw(on canvas: Canvas, for capabilities: Capabilities)
  /// Returns the commands to carry out besides drawing, in order. Their bytes are written together
  /// with the frame that was just drawn. A program must be the last command, and gets the terminal
  /// after that frame.
  func takeCommands() -> [TerminalCommand]
  /// Releases what was read for a frame, because no frame is drawn now.
  func letGo()
  /// Returns the number of rows that the prepared frame of an inline view needs on a screen of this
  /// size.
  func height(fitting size: Size, for capabilities: Capabilities) -> Int
}

extension TerminalClient {
  package func programStarted() {}
  package func isChanged() -> Bool { true }
  package func prepare(for size: Size, _ capabilities: Capabilities) -> Bool { true }
  package func letGo() {}
  package var isMoving: Bool { false }
  package func takeCommands() -> [TerminalCommand] { [] }

  /// The size of an inline view on a screen of this size, with at least one row.
  func block(within size: Size, for capabilities: Capabilities) -> Size {
    let rows = min(max(height(fitting: size, for: capabilities), 1), size.rows)
    return Size(columns: size.columns, rows: rows)
  }
}
