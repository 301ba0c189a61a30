/// A value with others between itself and another one, so that it can move there: see ``Animated``.
///
/// ```swift
/// extension Point: Animatable {
///   func value(towards target: Point, by part: Double) -> Point {
///     Point(x: x.value(towards: target.x, by: part), y: y.value(towards: target.y, by: part))
///   }
/// }
/// ```
public protocol Animatable: Equatable, Sendable {
  /// The value at a part of the way to another one.
  ///
  /// - Parameters:
  ///   - target: Where the way leads.
  ///   - part: How much of it is done, above 0 and below 1.
  /// - Returns: The value there.
  func value(towards target: Self, by part: Double) -> Self
}

extension Double: Animatable {
  /// The number at a part of the way to another one.
  public func value(towards target: Double, by part: Double) -> Double {
    // Not by their difference, which may be larger than every number.
    self * (1 - part) + target * part
  }
}

extension Int: Animatable {
  /// The nearest whole number at a part of the way to another one.
  public func value(towards target: Int, by part: Double) -> Int {
    let place = Double(self).value(towards: Double(target), by: part).rounded()
    let value = Int(exactly: place) ?? (place < 0 ? .min : .max)
    return Swift.min(Swift.max(value, Swift.min(self, target)), Swift.max(self, target))
  }
}

extension Color: Animatable {
  /// The colour at a part of the way to another one, of 24 bits.
  ///
  /// The first sixteen colours of the palette count as xterm shows them. From or to the terminal's own
  /// colour, which nobody knows, there is one step in the middle.
  public func value(towards target: Color, by part: Double) -> Color {
    guard let from = components, let to = target.components else {
      return part < 0.5 ? self : target
    }
    func mixed(_ from: Int, _ to: Int) -> UInt8 {
      UInt8(clamping: from.value(towards: to, by: part))
    }
    return .rgb(mixed(from.0, to.0), mixed(from.1, to.1), mixed(from.2, to.2))
  }
}
