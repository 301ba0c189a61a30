/// Decodes the answers to operating system commands: colours and selections.
enum SystemReports {
  static func report(_ text: String) -> TerminalAnswer? {
    let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("4", 3):
      guard let index = Int(parts[1]), (0...255).contains(index) else { return nil }
      return color(parts[2]).map { .color(.palette(index), $0) }
    case ("10", 2): return color(parts[1]).map { .color(.foreground, $0) }
    case ("11", 2): return color(parts[1]).map { .color(.background, $0) }
    case ("12", 2): return color(parts[1]).map { .color(.cursor, $0) }
    case (let name?, 2):
      guard let number = Int(name), (13...19).contains(number) else { return nil }
      return color(parts[1]).map { .color(.other(number), $0) }
    case ("52", 3):
      return Base64.decode(parts[2]).map { .clipboard(selection: String(parts[1]), bytes: $0) }
    default: return nil
    }
  }

  /// Decodes `rgb:r/g/b` and `rgba:r/g/b/a`, with one to four hexadecimal digits for each
  /// component, and `#rrggbb`.
  private static func color(_ text: Substring) -> TerminalAnswer.RGB? {
    if text.hasPrefix("#"), text.utf8.count == 7 {
      let digits = Array(text.dropFirst())
      return color([0, 2, 4].map { Substring(digits[$0..<$0 + 2]) })
    }
    let sides = text.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let parts = sides[1].split(separator: "/", omittingEmptySubsequences: false)
    switch (sides[0], parts.count) {
    case ("rgb", 3), ("rgba", 4): return color(parts.prefix(3))
    default: return nil
    }
  }

  private static func color(_ parts: some Sequence<Substring>) -> TerminalAnswer.RGB? {
    let values = parts.compactMap(component)
    guard values.count == 3 else { return nil }
    return TerminalAnswer.RGB(red: values[0], green: values[1], blue: values[2])
  }

  /// Scales a component to eight bits.
  private static func component(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let greatest = 1 << (4 * digits.utf8.count) - 1
    return UInt8((value * 255 + greatest / 2) / greatest)
  }
}
