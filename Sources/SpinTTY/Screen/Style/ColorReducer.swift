/// Reduces colours to a profile, and caches the results.
struct ColorReducer {
  let profile: ColorProfile
  private var known: [Color: Color] = [:]

  /// The largest number of cached colours, which bounds the memory for programs that draw
  /// gradients.
  private static let memoLimit = 4096

  init(profile: ColorProfile) {
    self.profile = profile
  }

  mutating func reduce(_ color: Color) -> Color {
    switch (color.form, profile) {
    case (.terminal, _), (_, .trueColor): return color
    case (_, .none): return .default
    case (.palette, .ansi256): return color
    case (.palette(0...15), .ansi16): return color
    default: break
    }
    if let reduced = known[color] { return reduced }
    if known.count >= ColorReducer.memoLimit { known.removeAll(keepingCapacity: true) }
    let reduced = Color.palette(ColorReducer.nearest(to: color, in: profile))
    known[color] = reduced
    return reduced
  }

  private static func nearest(to color: Color, in profile: ColorProfile) -> UInt8 {
    guard let target = color.components else { return 0 }
    return profile == .ansi256 ? Palette.nearestOf240(to: target) : Palette.nearestOf16(to: target)
  }
}
