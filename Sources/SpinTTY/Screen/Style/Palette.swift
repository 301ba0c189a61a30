/// The values of the 256 colours: xterm's defaults for the first sixteen, a cube of six, and greys.
enum Palette {
  private static let named: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  static func components(of index: UInt8) -> (Int, Int, Int) {
    switch index {
    case 0..<16: return named[Int(index)]
    case 16..<232:
      let place = Int(index) - 16
      return (level(place / 36), level(place / 6 % 6), level(place % 6))
    default:
      let grey = 8 + 10 * (Int(index) - 232)
      return (grey, grey, grey)
    }
  }

  private static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

  private static func nearestLevel(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  /// Returns the nearer of the best cube entry and the best grey; the first sixteen colours vary by
  /// terminal.
  static func nearestOf240(to color: (Int, Int, Int)) -> UInt8 {
    let steps = (nearestLevel(color.0), nearestLevel(color.1), nearestLevel(color.2))
    let cube = UInt8(16 + 36 * steps.0 + 6 * steps.1 + steps.2)
    let average = (color.0 + color.1 + color.2) / 3
    let grey = UInt8(232 + min(23, max(0, (average - 3) / 10)))
    return distance(components(of: grey), color) < distance(components(of: cube), color)
      ? grey : cube
  }

  /// Returns the nearest of the exact colours that satisfies a predicate, or `nil` if none does.
  static func nearestOf240(to color: Color, where holds: (Color) -> Bool) -> Color? {
    guard let target = color.components else { return color }
    let candidates = (16...UInt8.max).map { Color.palette($0) }.filter(holds)
    return candidates.min {
      distance($0.components ?? target, target) < distance($1.components ?? target, target)
    }
  }

  /// Returns the nearest of the sixteen colours, which is no grey for a saturated colour: a hue says
  /// more than a brightness.
  static func nearestOf16(to color: (Int, Int, Int)) -> UInt8 {
    let isSaturated = isSaturated(color)
    return nearestOf16(to: color) { !isSaturated || $0 == 0 || hasHue($0) } ?? 0
  }

  /// Whether one of the sixteen colours is no grey.
  static func hasHue(_ index: UInt8) -> Bool { index < 16 && ![0, 7].contains(index & 7) }

  static func isSaturated(_ color: (Int, Int, Int)) -> Bool {
    let (most, least) = (max(color.0, color.1, color.2), min(color.0, color.1, color.2))
    return most - least >= 56 && 4 * (most - least) >= most
  }

  /// Whether a colour has the strongest part of another one, unless that is nearly grey.
  static func keepsHue(of color: (Int, Int, Int), _ near: (Int, Int, Int)?) -> Bool {
    func parts(_ color: (Int, Int, Int)) -> [Int] { [color.0, color.1, color.2] }
    let own = parts(color)
    guard let near = near.map(parts), let most = own.max(), let least = own.min(),
      most - least >= 40, 3 * (most - least) >= most
    else { return true }
    let greatest = near.max() ?? 0
    return near.min() != greatest
      && zip(own, near).contains { $0 == most && $1 == greatest }
  }

  /// Returns the nearest of the sixteen colours that satisfy a predicate, or `nil` if none does.
  static func nearestOf16(
    to color: (Int, Int, Int), where holds: (UInt8) -> Bool
  ) -> UInt8? {
    var best: (index: UInt8?, distance: Int) = (nil, .max)
    for index in 0..<UInt8(16) where holds(index) {
      let distance = distance(components(of: index), color)
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  /// Returns the squared distance, weighted for the eye: red 2 + r̄, green 4, blue 3 − r̄
  /// ("redmean").
  private static func distance(_ left: (Int, Int, Int), _ right: (Int, Int, Int)) -> Int {
    let mean = (left.0 + right.0) / 2
    let red = left.0 - right.0
    let green = left.1 - right.1
    let blue = left.2 - right.2
    return (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue
  }
}
