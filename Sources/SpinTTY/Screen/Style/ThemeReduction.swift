/// Reduces the styles of a theme to fewer colours so that text stays readable.
struct ThemeReduction {
  private let styles: Theme.Styles
  private let profile: ColorProfile
  private var reducer: ColorReducer
  /// The background of text before and after the reduction.
  private let background: (before: Color, after: Color)
  private var ink: (before: Color, after: Color)
  /// The surface and the track before and after the reduction; `nil` where they look like the
  /// background.
  private let surface: (before: Color, after: Color)?
  private let track: (before: Color, after: Color)?
  /// The reduced style of text, which the other styles depend on.
  private var text: Style?

  /// Returns the least contrast of text; a theme with less keeps its own contrast.
  static func leastContrast(_ profile: ColorProfile) -> Double { profile == .ansi16 ? 3 : 4.5 }
  /// The least contrast between a selection and the background around it.
  static let leastDifference = 1.3
  /// The least contrast between the plate of a control and what lies around it.
  static let leastPlate = 1.5

  init(_ styles: Theme.Styles, _ appearance: Appearance, to profile: ColorProfile) {
    self.styles = styles
    self.profile = profile
    var reducer = ColorReducer(profile: profile)
    let own = appearance.assumed
    let page = styles[.text]
    let (text, chosen) = (page?.foreground?.chosen, page?.background?.chosen)
    background = (chosen ?? own.background, chosen.map { reducer.reduce($0) } ?? own.background)
    ink = (text ?? own.foreground, own.foreground)
    func reduced(_ color: Color?) -> (before: Color, after: Color)? {
      profile == .ansi256 ? color?.chosen.map { ($0, reducer.reduce($0)) } : nil
    }
    surface = reduced(styles[.surface]?.background)
    track = reduced(styles[.track]?.foreground)
    self.reducer = reducer
    let made = style(.text)
    if let color = made.foreground?.chosen { ink.after = color }
    self.text = made
  }

  mutating func style(_ token: Theme.Token) -> Style {
    if token == .text, let text { return text }
    let style = styles[token] ?? .plain
    switch profile {
    case .trueColor: return style
    // None of the 16 colours is surely near the background.
    case .ansi16 where token == .surface: return text ?? .plain
    case .ansi16 where token == .field || token == .control: return .plain
    case .ansi16 where token == .primary, .none where token == .primary: return self.style(.accent)
    case .ansi16 where token == .track: return Style(attributes: .dim)
    case .none: return withoutColors(style, token)
    case .ansi16, .ansi256: return reduced(style, token)
    }
  }

  private func withoutColors(_ style: Style, _ token: Theme.Token) -> Style {
    var style = style
    style.foreground = nil
    style.background = nil
    style.underlineColor = nil
    switch token {
    case .selection: style.attributes.insert(.reverse)
    case .accent where style.isUnmarked, .focus where style.isUnmarked:
      style.attributes.insert(.bold)
    case .secondary where style.isUnmarked, .track where style.isUnmarked:
      style.attributes.insert(.dim)
    default: break
    }
    return style
  }

  private mutating func reduced(_ style: Style, _ token: Theme.Token) -> Style {
    var new = style
    new.background = style.background.map { reducer.reduce($0) }
    new.underlineColor = style.underlineColor.map { reducer.reduce($0) }
    if token == .track {
      new.foreground = style.foreground.map { reducer.reduce($0) }
      return new
    }
    if token == .control, let plate = style.background {
      let grounds = [background, surface].compactMap { $0 }
      func standsOut(_ near: Color) -> Bool {
        grounds.allSatisfy { ground in
          let wanted = min(ThemeReduction.leastPlate, plate.contrast(to: ground.before))
          return near.contrast(to: ground.after) >= wanted
        }
      }
      let near = reducer.reduce(plate)
      new.background = standsOut(near) ? near : Palette.nearestOf240(to: plate, where: standsOut)
    }
    guard let background = style.background?.chosen, let after = new.background else {
      new.foreground = style.foreground.flatMap { readable(token, $0) }
      if style.foreground != nil, new.foreground == nil { new.attributes.insert(.bold) }
      return new
    }
    if token == .selection, !isDistinct(background, after) {
      new.background = nil
      new.foreground = nil
      new.attributes.insert(.reverse)
      return new
    }
    let text = style.foreground?.chosen
    let wanted = wanted(text ?? ink.before, on: background)
    if text == nil, isReadable(ink.after, on: after, wanted) { return new }
    new.foreground =
      text.flatMap { nearest(to: $0, for: token, on: after, wanted) }
      ?? [Color.palette(0), .palette(15)].max { $0.contrast(to: after) < $1.contrast(to: after) }
    return new
  }

  /// Returns whether a selection still stands out from the background, if it did before.
  private func isDistinct(_ before: Color, _ after: Color) -> Bool {
    let wanted = min(ThemeReduction.leastDifference, before.contrast(to: background.before))
    return after.contrast(to: background.after) >= wanted
  }

  /// Returns a readable colour of text on the theme's background, or `nil` for the terminal's own.
  private mutating func readable(_ token: Theme.Token, _ color: Color) -> Color? {
    var color = color
    var wanted = wanted(color, on: background.before)
    if profile == .ansi16, color.isExact, let signal = token.signal {
      color = signal
      wanted = ThemeReduction.leastContrast(profile)
      return isReadable(color, on: background.after, wanted) ? color : nil
    }
    return nearest(to: color, for: token, on: background.after, wanted)
  }

  private func wanted(_ color: Color, on background: Color) -> Double {
    min(ThemeReduction.leastContrast(profile), color.contrast(to: background))
  }

  private func isReadable(_ color: Color, on background: Color, _ wanted: Double) -> Bool {
    color.contrast(to: background) >= wanted
  }

  /// Returns the nearest readable colour, or `nil` if there is none.
  private mutating func nearest(
    to color: Color, for token: Theme.Token, on background: Color, _ wanted: Double
  ) -> Color? {
    // The terminal defines the named colours and its own, so these stay.
    guard color.isExact else { return color }
    var grounds = [(color: background, wanted: wanted)]
    if token != .selection { grounds += [surface].compactMap { $0 }.map { ground(color, $0) } }
    if [.text, .secondary, .accent, .success, .warning, .error].contains(token) {
      grounds += [track].compactMap { $0 }.map { ground(color, $0) }
    }
    func isReadable(_ color: Color) -> Bool {
      grounds.allSatisfy { color.contrast(to: $0.color) >= $0.wanted }
    }
    let nearest = reducer.reduce(color)
    let keepsHue = color.components.map { Palette.keepsHue(of: $0, nearest.components) } ?? true
    if isReadable(nearest), profile == .ansi16 || keepsHue { return nearest }
    guard profile == .ansi16 else {
      return Palette.nearestOf240(to: color) { near in
        isReadable(near)
          && color.components.map { Palette.keepsHue(of: $0, near.components) } ?? true
      } ?? Palette.nearestOf240(to: color, where: isReadable)
    }
    // Another hue is better than none.
    guard let target = color.components, Palette.isSaturated(target) else { return nil }
    return Palette.nearestOf16(to: target) { Palette.hasHue($0) && isReadable(.palette($0)) }
      .map { .palette($0) }
  }

  private func ground(
    _ color: Color, _ ground: (before: Color, after: Color)
  ) -> (color: Color, wanted: Double) {
    (ground.after, wanted(color, on: ground.before))
  }
}

extension Style {
  /// Whether only colours distinguish the style.
  fileprivate var isUnmarked: Bool {
    attributes.isEmpty && (underline ?? Underline.none) == Underline.none
  }
}

extension Color {
  /// The colour, unless it is the terminal's own.
  var chosen: Color? { self == .default ? nil : self }

  /// Whether the colour is the same on all terminals; each terminal defines the first sixteen
  /// itself.
  var isExact: Bool {
    switch form {
    case .terminal, .palette(0...15): false
    case .palette, .rgb: true
    }
  }
}

extension Appearance {
  /// The colours assumed for a terminal that has not reported them.
  var assumed: (foreground: Color, background: Color) {
    self == .dark
      ? (.palette(7), .rgb(0, 0, 0)) : (.rgb(0, 0, 0), .rgb(255, 255, 255))
  }
}

extension Theme.Token {
  /// The conventional colour of the token; `nil` if there is none.
  fileprivate var signal: Color? {
    switch self {
    case .success: .green
    case .warning: .yellow
    case .error: .red
    default: nil
    }
  }
}
