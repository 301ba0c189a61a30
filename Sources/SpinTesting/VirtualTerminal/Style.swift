extension VirtualTerminal {
  /// How a character looks: what SGR and OSC 8 set.
  public struct Style: Hashable, Sendable {
    /// The colour of the character.
    public var foreground = Color.default
    /// The colour behind the character.
    public var background = Color.default
    /// The kind of line under the character.
    public var underline = Underline.none
    /// The colour of that line.
    public var underlineColor = Color.default
    /// Bold, italic and the like.
    public var attributes: Attributes = []
    /// The hyperlink the character belongs to.
    public var link: Link?

    /// Creates the style of a fresh terminal.
    public init() {}
  }

  /// A colour as the program named it; nothing is converted.
  public enum Color: Hashable, Sendable {
    /// The terminal's own colour.
    case `default`
    /// An entry of the palette: 0 to 7 normal, 8 to 15 bright, 16 to 255 the cube and the greys.
    case palette(UInt8)
    /// A colour of 24 bits.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The kinds of underline, numbered as in SGR 4.
  public enum Underline: Int, Hashable, Sendable {
    /// One of the kinds.
    case none, single, double, curly, dotted, dashed
  }

  /// The attributes of a character that are on or off.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16
    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// SGR 1.
    public static let bold = Self(rawValue: 1)
    /// SGR 2.
    public static let dim = Self(rawValue: 1 << 1)
    /// SGR 3.
    public static let italic = Self(rawValue: 1 << 2)
    /// SGR 5.
    public static let blink = Self(rawValue: 1 << 3)
    /// SGR 6.
    public static let rapidBlink = Self(rawValue: 1 << 4)
    /// SGR 7.
    public static let reverse = Self(rawValue: 1 << 5)
    /// SGR 8.
    public static let hidden = Self(rawValue: 1 << 6)
    /// SGR 9.
    public static let strike = Self(rawValue: 1 << 7)
    /// SGR 53.
    public static let overline = Self(rawValue: 1 << 8)
  }

  /// The target of a hyperlink (OSC 8).
  public struct Link: Hashable, Sendable {
    /// The address.
    public var target: String
    /// What joins pieces of one link that lie apart.
    public var id: String?

    /// Creates a link.
    public init(target: String, id: String? = nil) {
      self.target = target
      self.id = id
    }
  }
}

extension VirtualTerminal.Style {
  /// Everything off and default, except the background: what an erased cell looks like.
  var erased: Self {
    var style = Self()
    style.background = background
    return style
  }
}
