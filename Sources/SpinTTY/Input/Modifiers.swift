/// The modifier keys that are held while another key is pressed.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits, in the order used by terminals.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Shift.
  public static let shift = Self(rawValue: 1)
  /// Alt, called option on Apple keyboards.
  public static let alt = Self(rawValue: 1 << 1)
  /// Control.
  public static let ctrl = Self(rawValue: 1 << 2)
  /// Super, which is the Windows or command key.
  public static let `super` = Self(rawValue: 1 << 3)
  /// Hyper.
  public static let hyper = Self(rawValue: 1 << 4)
  /// Meta.
  public static let meta = Self(rawValue: 1 << 5)
  /// Caps lock is on; matching ignores it.
  public static let capsLock = Self(rawValue: 1 << 6)
  /// Num lock is on; matching ignores it.
  public static let numLock = Self(rawValue: 1 << 7)

  /// Modifiers that make a key a command, so that it writes no text.
  static let command: Self = [.ctrl, .alt, .super, .hyper, .meta]
}
