internal import SpinCore

extension KeyChord {
  /// The up arrow.
  public static let up = KeyChord(.up)
  /// The down arrow.
  public static let down = KeyChord(.down)
  /// The left arrow.
  public static let left = KeyChord(.left)
  /// The right arrow.
  public static let right = KeyChord(.right)
  /// The home key.
  public static let home = KeyChord(.home)
  /// The end key.
  public static let end = KeyChord(.end)
  /// The page-up key.
  public static let pageUp = KeyChord(.pageUp)
  /// The page-down key.
  public static let pageDown = KeyChord(.pageDown)
  /// The insert key.
  public static let insert = KeyChord(.insert)
  /// The delete key, which deletes the character after the cursor.
  public static let delete = KeyChord(.delete)
  /// The backspace key, which deletes the character before the cursor.
  public static let backspace = KeyChord(.backspace)
  /// The enter key, on the main keyboard or the keypad.
  public static let enter = KeyChord(.enter)
  /// The tab key.
  public static let tab = KeyChord(.tab)
  /// The escape key.
  public static let escape = KeyChord(.escape)
  /// The space bar, which equals `" "`.
  public static let space = KeyChord(" ")

  /// The chord that interrupts a program, and the one that suspends it.
  static let (interrupt, suspend) = (ctrl("c"), ctrl("z"))

  /// A function key from F1 to F35.
  public static func f(_ number: Int) -> KeyChord {
    require(
      (1...35).contains(number),
      "There is no function key F\(number): the number must be from 1 to 35.")
    return KeyChord(.function(number))
  }

  /// A chord with control.
  public static func ctrl(_ chord: KeyChord) -> KeyChord { chord.with(.ctrl) }
  /// A chord with alt.
  public static func alt(_ chord: KeyChord) -> KeyChord { chord.with(.alt) }
  /// A chord with shift.
  public static func shift(_ chord: KeyChord) -> KeyChord { chord.with(.shift) }
  /// A chord with super, which is the Windows or command key.
  public static func `super`(_ chord: KeyChord) -> KeyChord { chord.with(.super) }
}

extension KeyChord: CustomStringConvertible {
  /// The chord as a help line shows it: `q`, `space`, `ctrl+c`, `shift+tab`, `f5`.
  public var description: String {
    // Most keys of a help line have no modifiers.
    modifiers.isEmpty
      ? code.description : modifiers.names.map { $0 + "+" }.joined() + code.description
  }
}

extension KeyChord {
  /// The name of the chord where room is scarce: `^C`, `F5`, `esc`, and otherwise the description.
  var shortName: String {
    switch (code, modifiers) {
    case (.character(let character), .ctrl) where character.isLetter: "^" + character.uppercased()
    case (.function(let number), []): "F\(number)"
    case (.escape, []): "esc"
    default: description
    }
  }
}

extension KeyCode: CustomStringConvertible {
  /// The key as a help line shows it.
  public var description: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .function(let number): "f\(number)"
    case .other(let name): name
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .printScreen: "print screen"
    default: plainName
    }
  }

  private var plainName: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .begin: "begin"
    case .insert: "insert"
    case .delete: "delete"
    case .backspace: "backspace"
    case .enter: "enter"
    case .tab: "tab"
    case .escape: "escape"
    case .pause: "pause"
    default: "menu"
    }
  }
}

extension Modifiers {
  /// The modifiers with their names, in the usual order.
  static let named: [(Modifiers, String)] = [
    (.ctrl, "ctrl"), (.alt, "alt"), (.shift, "shift"), (.super, "super"), (.hyper, "hyper"),
    (.meta, "meta"),
  ]

  fileprivate var names: [String] { Modifiers.named.filter { contains($0.0) }.map(\.1) }
}
