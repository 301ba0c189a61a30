extension Color {
  /// Returns the contrast of this colour to another one, from 1 to 21, as defined by WCAG 2.
  ///
  /// The first sixteen colours of the palette count as xterm's.
  package func contrast(to other: Color) -> Double {
    let (left, right) = (luminance, other.luminance)
    return (max(left, right) + 0.05) / (min(left, right) + 0.05)
  }

  /// The relative luminance, from 0 to 1; a medium one for the terminal's own colours.
  private var luminance: Double {
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

  /// Returns the linear value of a component, with sRGB's curve as a polynomial with an error of at
  /// most 0.003.
  private static func light(_ component: Int) -> Double {
    let part = Double(component) / 255
    return part * (part * (part * 0.305306011 + 0.682171111) + 0.012522878)
  }
}
