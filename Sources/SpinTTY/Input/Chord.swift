internal import SpinCore

/// A key, a sequence of keys, or a click on a region of the frame, as used in a key binding.
///
/// ```swift
/// Key("y", .click(Area.yes), help: "yes", .answer(true))
/// Key("q", .ctrl("c"), .escape, help: "close", .close)
/// Key("g g", help: "first", .first)
/// Key("ctrl+x ctrl+s", help: "save", .save)
/// ```
///
/// The keys of a sequence are pressed one after the other, however slowly. Until the sequence ends,
/// a table shows the keys that continue it. Any other key, such as escape, ends it and does nothing
/// else, except that ctrl-C and ctrl-Z keep their meanings; a paste or a click ends it and has its
/// effect. A sequence also ends if the focus moves, or if a ``Layer`` that takes keys opens or closes,
/// so that the next key is for that. Characters go to a focused text control unless a sequence has
/// begun.
public struct Chord: Hashable, Sendable {
  enum Form: Hashable {
    case key(KeyChord)
    /// Two keys or more.
    case sequence([KeyChord])
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

  /// Creates the chord of one key or of a sequence.
  init(keys: [KeyChord]) { form = keys.count == 1 ? .key(keys[0]) : .sequence(keys) }

  /// Keys that are pressed one after the other.
  public static func sequence(
    _ first: KeyChord, _ second: KeyChord, _ others: KeyChord...
  ) -> Chord {
    Chord(.sequence([first, second] + others))
  }

  /// Creates the chord of a key as ``KeyChord/init(written:)`` reads it, or of several with blanks
  /// between them, such as `ctrl+x ctrl+s`; returns `nil` for any other text.
  public init?(written text: String) {
    var keys: [KeyChord] = []
    for word in text.split(separator: " ") {
      guard let key = KeyChord(written: String(word)) else { return nil }
      keys.append(key)
    }
    if keys.isEmpty { return nil }
    self.init(keys: keys)
  }

  /// The key; `nil` for a click or a sequence.
  public var key: KeyChord? {
    if case .key(let key) = form { key } else { nil }
  }

  /// The keys in the order in which they are pressed; empty for a click.
  public var keys: [KeyChord] {
    switch form {
    case .key(let key): [key]
    case .sequence(let keys): keys
    case .click, .clickOutside: []
    }
  }

  /// The region of a click; `nil` for keys.
  var clicked: RegionKey? {
    if case .click(let region, _, _) = form { region } else { nil }
  }

  /// How far presses lead to the chord.
  enum Reached { case nothing, begun, all }

  /// Returns how far presses, at least one, lead to the chord.
  func reached(by presses: [KeyPress]) -> Reached {
    switch form {
    case .key(let key): return presses.count == 1 && key.matches(presses[0]) ? .all : .nothing
    case .sequence(let keys):
      guard presses.count <= keys.count, zip(keys, presses).allSatisfy({ $0.matches($1) }) else {
        return .nothing
      }
      return presses.count == keys.count ? .all : .begun
    case .click, .clickOutside: return .nothing
    }
  }

  /// Whether only one of two chords can take the presses of both: they are equal, or one begins the
  /// other.
  func isKin(of other: Chord) -> Bool { self == other || begins(other) || other.begins(self) }

  /// Whether another chord is longer and starts with the keys of this one.
  func begins(_ other: Chord) -> Bool {
    let (own, keys) = (keys, other.keys)
    return !own.isEmpty && own.count < keys.count && keys.starts(with: own)
  }
}

extension Chord: ExpressibleByStringLiteral {
  /// Creates the chord of a key that writes the character, or any other that
  /// ``init(written:)`` reads.
  ///
  /// - Precondition: The literal is a chord.
  public init(stringLiteral value: String) {
    if value.count == 1 {
      self.init(KeyChord(stringLiteral: value))
    } else if let chord = Chord(written: value) {
      self = chord
    } else {
      refuse(Chord.lesson(about: value))
    }
  }

  /// Says why a text is no chord.
  static func lesson(about text: String) -> String {
    "\"\(text)\" is not a key: a key is written as its one character, such as \"q\", or by its "
      + "name, such as \"enter\" or \"ctrl+c\", and a sequence with blanks, such as \"g g\"."
  }
}

extension Chord: CustomStringConvertible {
  /// The chord as a help line shows it.
  public var description: String {
    switch form {
    case .key, .sequence: keys.map(\.description).joined(separator: " ")
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
