/// A terminal with a scripted user, who presses keys and looks at the screen.
///
/// ```swift
/// import SpinTTY
///
/// let ui = UISpin(counter) { state, _ in
///   Text("value: \(state.value)")
/// } keys: { Key("-", help: "less", .add(-1)) }
/// let rehearsal = ui.rehearse(on: .callersThread, columns: 24, rows: 3)
/// let terminal = ScriptedTerminal(
///   columns: 24, rows: 3, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
/// terminal.type("--")
/// try terminal.expect(
///   """
///   value: -2
///   """, within: 12)
/// ```
///
/// It communicates with the program only by the two closures, so it can test any program that takes
/// the bytes of keys and returns the bytes of frames. The terminal is strict: bytes that a careful
/// program would not send fail the next expectation.
///
/// *Isolation*: one thread at a time; the closures are called there.
public final class ScriptedTerminal {
  /// The emulator, which has the screen, the modes and the violations.
  public private(set) var terminal: VirtualTerminal
  /// The number of bytes of the last frame.
  public private(set) var frameBytes = 0
  private let send: ([UInt8]) -> Void
  private let draw: () -> [UInt8]
  private let sizeChanged: (_ columns: Int, _ rows: Int) -> Void

  /// Creates a blank terminal.
  ///
  /// - Parameters:
  ///   - columns: The width, at least 1.
  ///   - rows: The height, at least 1.
  ///   - send: Receives the bytes that the terminal sends to the program: all bytes of one key or
  ///     paste at once.
  ///   - draw: Returns the bytes of the newest frame.
  ///   - resize: Tells the program the new size of the screen.
  public init(
    columns: Int, rows: Int, send: @escaping ([UInt8]) -> Void, draw: @escaping () -> [UInt8],
    resize: @escaping (_ columns: Int, _ rows: Int) -> Void = { _, _ in }
  ) {
    terminal = VirtualTerminal(columns: columns, rows: rows)
    self.send = send
    self.draw = draw
    sizeChanged = resize
    // The state during a program's run: autowrap is off, and the cursor is hidden.
    terminal.feed("\u{1B}[?7l\u{1B}[?25l")
  }

  // MARK: The script

  /// Types text, all at once.
  public func type(_ text: String) { send(Array(text.utf8)) }

  /// Presses a key.
  public func press(_ key: ScriptedKey, _ modifiers: ScriptedKey.Modifiers = []) {
    send(key.bytes(modifiers))
  }

  /// Pastes text.
  public func paste(_ text: String) { send(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)) }

  /// Presses and releases the left button over a cell, counted from zero.
  public func click(column: Int, row: Int) {
    send(Array("\u{1B}[<0;\(column + 1);\(row + 1)M".utf8))
    send(Array("\u{1B}[<0;\(column + 1);\(row + 1)m".utf8))
  }

  /// Turns the wheel over a cell; positive notches scroll down.
  public func scroll(_ notches: Int, column: Int, row: Int) {
    for _ in 0..<abs(notches) {
      send(Array("\u{1B}[<\(notches > 0 ? 65 : 64);\(column + 1);\(row + 1)M".utf8))
    }
  }

  /// Resizes the screen.
  public func resize(columns: Int, rows: Int) {
    terminal.resize(columns: columns, rows: rows)
    sizeChanged(columns, rows)
  }

  // MARK: The screen

  /// Shows the newest frame.
  ///
  /// - Returns: The number of its bytes.
  @discardableResult
  public func show() -> Int {
    let bytes = draw()
    terminal.feed(bytes)
    frameBytes = bytes.count
    return frameBytes
  }

  /// Shows the newest frame, and compares the screen with a picture of it.
  ///
  /// - Parameters:
  ///   - picture: The rows, without trailing blanks and without empty rows at the bottom. If it
  ///     contains a full block, every filled blank is shown as a full block, see
  ///     ``VirtualTerminal/textWithBlocks``.
  ///   - budget: The maximum number of bytes of the frame; `nil` for no limit.
  ///   - fileID: The file of the call, for the error.
  ///   - line: The line of the call, for the error.
  /// - Throws: ``PictureMismatch``, which shows both pictures and names the line of the call.
  public func expect(
    _ picture: String, within budget: Int? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(PictureMismatch) {
    show()
    let mismatch = PictureMismatch(
      place: "\(fileID):\(line)", expected: picture,
      shown: picture.contains("█") ? terminal.textWithBlocks : terminal.text, bytes: frameBytes,
      budget: budget,
      violations: terminal.violations.map { "\($0)" })
    if !mismatch.isMatch { throw mismatch }
  }
}

/// The error of a screen that differs from the expected picture or takes too many bytes.
public struct PictureMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and the line of the expectation.
  package let place: String
  /// The expected picture.
  package let expected: String
  /// The actual picture.
  package let shown: String
  /// The number of bytes of the frame.
  package let bytes: Int
  /// The maximum number of bytes.
  package let budget: Int?
  /// The bytes that a careful program would not have sent.
  package let violations: [String]

  var isMatch: Bool {
    expected == shown && bytes <= budget ?? .max && violations.isEmpty
  }

  /// The line of the expectation, both pictures with a mark at each different row, and the other
  /// problems.
  public var description: String {
    var parts = ["\(place):"]
    if expected != shown {
      parts.append("The screen differs from the picture (-: expected, +: actual).\n" + comparison)
    }
    if let budget, bytes > budget {
      parts.append("The frame has \(bytes) bytes, and \(budget) are allowed.")
    }
    parts += violations.map { "The terminal was sent something that it should not be sent: \($0)" }
    return parts.joined(separator: "\n")
  }

  private var comparison: String {
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = shown.split(separator: "\n", omittingEmptySubsequences: false)
    return (0..<max(wanted.count, actual.count)).map { row in
      let want = row < wanted.count ? wanted[row] : nil
      let have = row < actual.count ? actual[row] : nil
      if want == have { return "  |\(want ?? "")" }
      return "- |\(want ?? "")\n+ |\(have ?? "")"
    }.joined(separator: "\n")
  }
}
