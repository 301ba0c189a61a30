extension Color {
  /// Returns the contrast of this colour to another one, from 1 to 21, as defined by WCAG 2.
  ///
  /// The first sixteen colours of the palette count as xterm's.
  package func contrast(to other: Color) -> Double {
    let (left, right) = (luminance, other.luminance)
    return (max(left, right) + 0.05) / (min(left, right) + 0.05)
  }

  /// The relative luminance, from 0 to 1; a medium one for the terminal's own colours.
  var luminance: Double {
    guard let (red, green, blue) = components else { return 0.18 }
    return 0.2126 * Color.light(red) + 0.7152 * Color.light(green) + 0.0722 * Color.light(blue)
  }

  /// Red, green and blue from 0 to 255; `nil` for the terminal's own colours.
  var components: (Int, Int, Int)? {
    switch form {
    case .terminal: nil
    case .palette(let index): Palette.components(of: index)
    case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    }
  }

  /// Returns the colour between this one and another one: this one for 0, the other one for 1.
  ///
  /// The result is this colour if one of them is the terminal's own.
  func mixed(with other: Color, _ part: Double) -> Color {
    guard let own = components, let end = other.components else { return self }
    func mixed(_ from: Int, _ to: Int) -> UInt8 {
      UInt8((Double(from) + Double(to - from) * part).rounded())
    }
    return .rgb(mixed(own.0, end.0), mixed(own.1, end.1), mixed(own.2, end.2))
  }

  /// Returns this colour, mixed with another one as far as text in it needs to be read on a background:
  /// to a contrast of 4.5, or up to 7 if the other colour has far more.
  ///
  /// A colour of the palette stays one, since it takes fewer bytes. The first sixteen are not exact,
  /// so the other colour is taken instead.
  func readable(on ground: Color, towards ink: Color) -> Color {
    guard isExact, ground.isExact else { return ink }
    let wanted = max(4.5, min(7, ink.contrast(to: ground) / 1.5))
    if contrast(to: ground) >= wanted { return self }
    for part in [0.25, 0.5, 0.75] {
      let mixed = mixed(with: ink, part).entry(ifLike: self)
      if mixed.contrast(to: ground) >= wanted { return mixed }
    }
    return ink
  }

  /// Returns the nearest entry of the palette if another colour is one, and else this colour.
  func entry(ifLike other: Color) -> Color {
    guard case .palette = other.form, let components else { return self }
    return .palette(Palette.nearestOf240(to: components))
  }

  /// Returns the linear value of a component, from 0 to 1.
  private static func light(_ component: Int) -> Double { lights[component] }

  /// The linear values of all components, with sRGB's curve as WCAG 2 defines it.
  private static let lights: [Double] = (0...255).map { component in
    if component == 255 { return 1 }
    let part = Double(component) / 255
    if part <= 0.04045 { return part / 12.92 }
    let base = (part + 0.055) / 1.055
    // NB: to the power of 2.4 without the C library: the square times the fifth root of the square,
    // by Newton's method.
    let square = base * base
    var root = 1.0
    for _ in 0..<40 { root = (4 * root + square / (root * root * root * root)) / 5 }
    return square * root
  }
}
