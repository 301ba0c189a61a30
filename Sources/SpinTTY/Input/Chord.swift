/// A key, or a click on a region of the frame, as used in a key binding.
///
/// ```swift
/// Key("y", .click(Area.yes), help: "yes", .answer(true))
/// Key("q", .ctrl("c"), .escape, help: "close", .close)
/// ```
public struct Chord: Hashable, Sendable {
  enum Form: Hashable {
    case key(KeyChord)
    case click(RegionKey, MouseEvent.Button, count: Int)
    case clickOutside
  }

  let form: Form

  /// Creates the chord of a key.
  public init(_ key: KeyChord) { form = .key(key) }

  init(_ form: Form) { self.form = form }

  /// A click on a region, see ``View/id(_:)``.
  ///
  /// Enter and space click the focused region with the left button.
  ///
  /// - Parameters:
  ///   - id: The region.
  ///   - button: The button.
  ///   - count: The number of clicks; two for a double click.
  /// - Returns: The chord.
  public static func click(
    _ id: some Hashable & Sendable, _ button: MouseEvent.Button = .left, count: Int = 1
  ) -> Chord {
    Chord(.click(RegionKey(id), button, count: max(1, count)))
  }

  /// A click outside of the layer that contains the binding, if that layer is modal.
  public static var clickOutside: Chord { Chord(.clickOutside) }

  /// The key; `nil` for a click.
  public var key: KeyChord? {
    if case .key(let key) = form { key } else { nil }
  }

  func matches(_ press: KeyPress) -> Bool {
    if case .key(let key) = form { key.matches(press) } else { false }
  }
}

extension Chord: ExpressibleByStringLiteral {
  /// Creates the chord of a key that writes the character.
  ///
  /// - Precondition: The literal is one character.
  public init(stringLiteral value: String) { self.init(KeyChord(stringLiteral: value)) }
}

extension Chord: CustomStringConvertible {
  /// The chord as a help line shows it.
  public var description: String {
    switch form {
    case .key(let key): key.description
    case .click(_, .left, 1): "click"
    case .click(_, .left, 2): "double click"
    case .click(_, .right, 1): "right click"
    case .click: "click"
    case .clickOutside: "click outside"
    }
  }
}

extension Chord {
  /// The up arrow.
  public static let up = Chord(.up)
  /// The down arrow.
  public static let down = Chord(.down)
  /// The left arrow.
  public static let left = Chord(.left)
  /// The right arrow.
  public static let right = Chord(.right)
  /// The home key.
  public static let home = Chord(.home)
  /// The end key.
  public static let end = Chord(.end)
  /// The page-up key.
  public static let pageUp = Chord(.pageUp)
  /// The page-down key.
  public static let pageDown = Chord(.pageDown)
  /// The insert key.
  public static let insert = Chord(.insert)
  /// The delete key.
  public static let delete = Chord(.delete)
  /// The backspace key.
  public static let backspace = Chord(.backspace)
  /// The enter key, on the main keyboard or the keypad.
  public static let enter = Chord(.enter)
  /// The tab key.
  public static let tab = Chord(.tab)
  /// The escape key.
  public static let escape = Chord(.escape)
  /// The space bar, which equals `" "`.
  public static let space = Chord(.space)

  /// A function key from F1 to F35.
  public static func f(_ number: Int) -> Chord { Chord(.f(number)) }
  /// A chord with control.
  public static func ctrl(_ key: KeyChord) -> Chord { Chord(.ctrl(key)) }
  /// A chord with alt.
  public static func alt(_ key: KeyChord) -> Chord { Chord(.alt(key)) }
  /// A chord with shift.
  public static func shift(_ key: KeyChord) -> Chord { Chord(.shift(key)) }
  /// A chord with super, which is the Windows or command key.
  public static func `super`(_ key: KeyChord) -> Chord { Chord(.super(key)) }
}
