/// The changes that a program makes to a terminal, each of which must be undone.
package struct TerminalModes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The alternate screen is shown.
  package static let alternateScreen = Self(rawValue: 1)
  /// The cursor is hidden; frames show and hide it.
  package static let cursor = Self(rawValue: 1 << 1)
  /// Text does not wrap at the last column.
  package static let noWrapping = Self(rawValue: 1 << 2)
  /// Pastes are marked.
  package static let paste = Self(rawValue: 1 << 3)
  /// The focus of the window is reported.
  package static let focus = Self(rawValue: 1 << 4)
  /// The buttons of the mouse are reported.
  package static let mouseButtons = Self(rawValue: 1 << 5)
  /// Moves of the mouse with a button held are reported.
  package static let mouseDrags = Self(rawValue: 1 << 6)
  /// All moves of the mouse are reported.
  package static let mouseMotion = Self(rawValue: 1 << 7)
  /// The kitty keyboard protocol reports keys unambiguously, with the key of the standard layout.
  package static let keyboard = Self(rawValue: 1 << 8)
  /// modifyOtherKeys of xterm reports more key combinations.
  package static let otherKeys = Self(rawValue: 1 << 9)
  /// Text is measured by cluster.
  package static let clusters = Self(rawValue: 1 << 10)
  /// Frames set the shape of the cursor.
  package static let cursorShape = Self(rawValue: 1 << 11)
  /// Frames set the title.
  package static let title = Self(rawValue: 1 << 12)
  /// Frames hold back output until they are complete.
  package static let synchronized = Self(rawValue: 1 << 13)
  /// Frames set the scrolling region.
  package static let region = Self(rawValue: 1 << 14)
  /// Frames set the style of text.
  package static let style = Self(rawValue: 1 << 15)
  /// Frames open links.
  package static let links = Self(rawValue: 1 << 16)

  /// Frames set the progress of the window.
  package static let progress = Self(rawValue: 1 << 17)

  package static let mouse: TerminalModes = [.mouseButtons, .mouseDrags, .mouseMotion]

  /// The modes in which a terminal sends bytes that the user did not type.
  package static let reporting: TerminalModes = mouse.union(.focus)

  /// The bytes that set each mode, in order, except for modes that only frames set.
  static let starts: [(mode: TerminalModes, bytes: String)] = [
    (.alternateScreen, "\u{1B}[?1049h"),
    (.cursor, "\u{1B}[?25l"), (.noWrapping, "\u{1B}[?7l"), (.paste, "\u{1B}[?2004h"),
    (.focus, "\u{1B}[?1004h"),
    (.mouseButtons, "\u{1B}[?1000h"), (.mouseDrags, "\u{1B}[?1002h"),
    (.mouseMotion, "\u{1B}[?1003h"), (mouse, "\u{1B}[?1006h"),
    (.clusters, "\u{1B}[?2027h"), (.keyboard, "\u{1B}[>5u"), (.otherKeys, "\u{1B}[>4;1m"),
    (.title, "\u{1B}[22;2t"),
  ]

  /// The bytes that undo each mode, in order.
  ///
  /// The keyboard comes before the screen, because each screen has its own keyboard stack.
  static let stops: [(mode: TerminalModes, bytes: String)] = [
    (.synchronized, "\u{1B}[?2026l"), (.region, "\u{1B}[r"), (.style, "\u{1B}[m"),
    (.links, "\u{1B}]8;;\u{1B}\\"),
    (mouse, "\u{1B}[?1006l"), (.mouseMotion, "\u{1B}[?1003l"), (.mouseDrags, "\u{1B}[?1002l"),
    (.mouseButtons, "\u{1B}[?1000l"),
    (.focus, "\u{1B}[?1004l"), (.paste, "\u{1B}[?2004l"), (.keyboard, "\u{1B}[<u"),
    (.otherKeys, "\u{1B}[>4m"), (.clusters, "\u{1B}[?2027l"), (.cursorShape, "\u{1B}[0 q"),
    (.noWrapping, "\u{1B}[?7h"), (.cursor, "\u{1B}[?25h"), (.title, "\u{1B}[23;2t"),
    (.progress, "\u{1B}]9;4;0;0\u{1B}\\"),
  ]
}
