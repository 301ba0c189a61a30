/// A key, or a click on a region of the frame, as a binding names it.
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

  /// Creates a chord of a key.
  public init(_ key: KeyChord) { form = .key(key) }

  init(_ form: Form) { self.form = form }

  /// A click on a region, see ``View/id(_:)``.
  ///
  /// Enter and space are a click with the left button on the region that has the focus.
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

  /// A click outside of the layer that the binding is in, if the layer catches everything.
  public static var clickOutside: Chord { Chord(.clickOutside) }

  /// The key; nil for a click.
  public var key: KeyChord? {
    if case .key(let key) = form { key } else { nil }
  }

  func matches(_ press: KeyPress) -> Bool { key?.matches(press) ?? false }
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
  /// The arrow up.
  public static let up = Chord(.up)
  /// The arrow down.
  public static let down = Chord(.down)
  /// The arrow to the left.
  public static let left = Chord(.left)
  /// The arrow to the right.
  public static let right = Chord(.right)
  /// Home.
  public static let home = Chord(.home)
  /// End.
  public static let end = Chord(.end)
  /// Page up.
  public static let pageUp = Chord(.pageUp)
  /// Page down.
  public static let pageDown = Chord(.pageDown)
  /// Insert.
  public static let insert = Chord(.insert)
  /// Delete.
  public static let delete = Chord(.delete)
  /// Backspace.
  public static let backspace = Chord(.backspace)
  /// Enter, on the main keyboard or the keypad.
  public static let enter = Chord(.enter)
  /// Tab.
  public static let tab = Chord(.tab)
  /// Escape.
  public static let escape = Chord(.escape)
  /// The space bar; the same as `" "`.
  public static let space = Chord(.space)

  /// A function key, F1 to F35.
  public static func f(_ number: Int) -> Chord { Chord(.f(number)) }
  /// A chord with control.
  public static func ctrl(_ key: KeyChord) -> Chord { Chord(.ctrl(key)) }
  /// A chord with alt.
  public static func alt(_ key: KeyChord) -> Chord { Chord(.alt(key)) }
  /// A chord with shift.
  public static func shift(_ key: KeyChord) -> Chord { Chord(.shift(key)) }
  /// A chord with super, the Windows or command key.
  public static func `super`(_ key: KeyChord) -> Chord { Chord(.super(key)) }
}
