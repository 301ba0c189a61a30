/// A value that can be interpolated towards another value; see ``Animated``.
///
/// ```swift
/// extension Point: Animatable {
///   func value(towards target: Point, by part: Double) -> Point {
///     Point(x: x.value(towards: target.x, by: part), y: y.value(towards: target.y, by: part))
///   }
/// }
/// ```
public protocol Animatable: Equatable, Sendable {
  /// Returns the value at a fraction of the way to another value.
  ///
  /// - Parameters:
  ///   - target: The value at the end of the way.
  ///   - part: The fraction of the way, above 0 and below 1.
  /// - Returns: The interpolated value.
  func value(towards target: Self, by part: Double) -> Self
}

extension Double: Animatable {
  /// Returns the number at a fraction of the way to another number.
  public func value(towards target: Double, by part: Double) -> Double {
    // Avoids the difference of the two, which may overflow to infinity.
    self * (1 - part) + target * part
  }
}

extension Int: Animatable {
  /// Returns the integer nearest to a fraction of the way to another integer.
  public func value(towards target: Int, by part: Double) -> Int {
    let place = Double(self).value(towards: Double(target), by: part).rounded()
    let value = Int(exactly: place) ?? (place < 0 ? .min : .max)
    return Swift.min(Swift.max(value, Swift.min(self, target)), Swift.max(self, target))
  }
}

extension Color: Animatable {
  /// Returns the 24-bit colour at a fraction of the way to another colour.
  ///
  /// The first sixteen colours of the palette count as xterm's. The terminal's own colour is
  /// unknown, so a way from or to it has one step in the middle.
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
