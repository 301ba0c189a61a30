extension VirtualTerminal {
  /// The style of a character, as set by SGR and OSC 8.
  public struct Style: Hashable, Sendable {
    /// The text colour.
    public var foreground = Color.default
    /// The background colour.
    public var background = Color.default
    /// The kind of underline.
    public var underline = Underline.none
    /// The colour of the underline.
    public var underlineColor = Color.default
    /// Bold, italic and similar attributes.
    public var attributes: Attributes = []
    /// The hyperlink that the character belongs to.
    public var link: Link?

    /// Creates the style of a reset terminal.
    public init() {}
  }

  /// A colour as the program specified it, without conversion.
  public enum Color: Hashable, Sendable {
    /// The default colour of the terminal.
    case `default`
    /// An entry of the palette: 0 to 7 normal, 8 to 15 bright, 16 to 255 the colour cube and the
    /// greys.
    case palette(UInt8)
    /// A 24-bit colour.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The kinds of underline, numbered as in SGR 4.
  public enum Underline: Int, Hashable, Sendable {
    /// No line, one line, two lines, a wavy line, dots or dashes.
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
    /// The address that the link leads to, such as `https://example.com`.
    public var target: String
    /// The identifier that joins separate pieces of one link.
    public var id: String?

    /// Creates a link.
    public init(target: String, id: String? = nil) {
      self.target = target
      self.id = id
    }
  }
}

extension VirtualTerminal.Style {
  /// The style of an erased cell: all defaults except the background.
  var erased: Self {
    var style = Self()
    style.background = background
    return style
  }
}

extension VirtualTerminal.Style: CustomStringConvertible {
  /// The properties that differ from a reset terminal, such as `foreground 1, bold`.
  public var description: String {
    var parts: [String] = []
    if foreground != .default { parts.append("foreground \(foreground)") }
    if background != .default { parts.append("background \(background)") }
    if underline != .none { parts.append("\(underline) underline") }
    if underlineColor != .default { parts.append("underline colour \(underlineColor)") }
    parts += attributes.names
    if let link { parts.append("link \(link.target)" + (link.id.map { " id \($0)" } ?? "")) }
    return parts.isEmpty ? "default" : parts.joined(separator: ", ")
  }
}

extension VirtualTerminal.Attributes {
  var names: [String] {
    let all = [
      "bold", "dim", "italic", "blink", "rapid blink", "reverse", "hidden", "strike", "overline",
    ]
    return all.indices.filter { rawValue & (1 << $0) != 0 }.map { all[$0] }
  }
}

extension VirtualTerminal.Color: CustomStringConvertible {
  /// `default`, the number in the palette, or `#rrggbb`.
  public var description: String {
    switch self {
    case .default: return "default"
    case .palette(let index): return "\(index)"
    case .rgb(let red, let green, let blue):
      // A digit before the others keeps their zeros.
      let value = [red, green, blue].reduce(1) { $0 << 8 | Int($1) }
      return "#" + String(value, radix: 16).dropFirst()
    }
  }
}
