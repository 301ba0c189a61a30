internal import SpinCore

/// A terminal in memory, which takes the bytes that a program writes and shows the resulting
/// screen.
///
/// ```swift
/// var terminal = VirtualTerminal(columns: 20, rows: 2)
/// terminal.feed("\u{1B}[?1049h\u{1B}[1mhello")
/// #expect(terminal.text == "hello")
/// #expect(terminal.modesLeftOn == ["?47 alternate screen: on", "pen: bold"])
/// terminal.feed("\u{1B}[m\u{1B}[?1049l")
/// #expect(terminal.modesLeftOn == [])
/// #expect(terminal.violations == [])
/// ```
///
/// It is a value: a copy is a snapshot, so a test can continue from every prefix of a byte string.
/// Rows and columns count from zero at the top left corner.
///
/// In strict mode, a sequence that a careful program would not send is recorded as a ``Violation``.
/// Strict mode does not affect the screen. Where terminals disagree, this one behaves as xterm does
/// or, if xterm is the only exception, as the others do.
public struct VirtualTerminal: Sendable {
  /// The number of columns, at least one.
  public internal(set) var columns: Int
  /// The number of rows, at least one.
  public internal(set) var rows: Int
  /// The features of this terminal; sequences for other features are unknown to it.
  package let features: Features
  /// The way in which the scalars of a text form cells.
  package let segmentation: Segmentation
  /// Whether violations are recorded.
  package let isStrict: Bool
  /// The sequences that a careful program would not have sent, in order of arrival.
  public internal(set) var violations: [Violation] = []
  /// The number of bytes taken so far.
  package var byteCount: Int { parser.offset }
  /// The number of bytes of complete sequences outside of a synchronized update (mode 2026).
  package internal(set) var bytesOutsideUpdates = 0
  /// The style of the next character.
  package internal(set) var pen = Style()
  /// How often the bell rang.
  package internal(set) var bellCount = 0
  /// The titles and bodies of the notifications that were shown.
  package internal(set) var notifications: [String] = []
  /// The received parts of an incomplete notification.
  var unfinishedNotification = ""
  /// The number of completed synchronized updates.
  package internal(set) var updateCount = 0

  /// The visible screen and the hidden one.
  var screen: Screen
  var hidden: Screen
  /// The position of the next character, and the state that determines it.
  var position = Position()
  var region: ClosedRange<Int>
  var charsets = Charsets()
  var tabStops: Set<Int>
  var modes = Modes()
  /// The cell that the next scalar may extend, unless another sequence came in between.
  var fresh: Position?
  /// Whether DECSC came after the last change of screens; otherwise terminals restore different
  /// cursors.
  var isCursorSaved = false
  /// The last graphic character, for REP.
  var lastPrinted: String?

  var history: [Line] = []
  let historyLimit: Int
  var settings = Settings()
  var titleStack: [String] = []
  var replies: [UInt8] = []
  var parser = ControlParser()
  /// What is performed now, or was performed last.
  var lexeme: ControlParser.Lexeme?
  var baseline: [String: String] = [:]
  let width: @Sendable (Character) -> Int

  /// Creates a blank terminal with its cursor in the top left corner.
  ///
  /// - Parameters:
  ///   - columns: The width, at least 1.
  ///   - rows: The height, at least 1.
  ///   - strict: Whether the terminal records violations.
  ///   - width: Returns the width of a character in columns: 0, 1 or 2.
  public init(
    columns: Int = 80, rows: Int = 24, strict: Bool = true,
    width: @escaping @Sendable (Character) -> Int = VirtualTerminal.defaultWidth
  ) {
    self.init(columns: columns, rows: rows, strict: strict, features: .all, width: width)
  }

  /// Creates a blank terminal with fewer features or a different segmentation.
  ///
  /// - Parameters:
  ///   - columns: The width, at least 1.
  ///   - rows: The height, at least 1.
  ///   - strict: Whether the terminal records violations.
  ///   - features: The features of the terminal, by default all.
  ///   - segmentation: The way in which scalars form cells.
  ///   - scrollbackLimit: The maximum number of lines to keep that left the main screen at the top.
  ///   - width: Returns the width of a character in columns: 0, 1 or 2.
  @_disfavoredOverload
  package init(
    columns: Int = 80, rows: Int = 24, strict: Bool = true, features: Features = .all,
    segmentation: Segmentation = .graphemes, scrollbackLimit: Int = 1_000,
    width: @escaping @Sendable (Character) -> Int = VirtualTerminal.defaultWidth
  ) {
    require(
      columns > 0 && rows > 0,
      "A terminal of \(columns) by \(rows) has no cell: give it at least one column and one row.")
    self.columns = columns
    self.rows = rows
    self.features = features
    self.segmentation = segmentation
    self.width = width
    isStrict = strict
    historyLimit = max(0, scrollbackLimit)
    screen = Screen(columns: columns, rows: rows)
    hidden = screen
    region = 0...(rows - 1)
    tabStops = Self.defaultTabStops(columns)
    rememberModes()
  }

  /// A tab stop in every eighth column.
  static func defaultTabStops(_ columns: Int) -> Set<Int> {
    Set(stride(from: 8, to: columns, by: 8))
  }

  /// Records a violation of the sequence that is performed.
  mutating func violate(_ kind: Violation.Kind, _ reason: String) {
    guard isStrict, let lexeme else { return }
    violations.append(
      Violation(
        kind: kind, offset: lexeme.offset, sequence: Self.readable(lexeme.bytes), reason: reason))
  }

  /// Returns the terminal's answers since the last call.
  public mutating func takeReplies() -> [UInt8] {
    defer { replies.removeAll() }
    return replies
  }
}
