import SpinTTY

extension Page {
  static let image = Page("Image", "Two pixels in each cell, as large as its frame allows.") { _ in
    HStack(spacing: 2) {
      Image("a sphere", sphere)
        .frame(width: .max(36), height: .max(18))
      VStack(spacing: 1) {
        Image("a smaller sphere", sphere)
          .frame(width: .max(12), height: .max(6))
        Image("the same without colours", sphere)
          .frame(width: .max(12), height: .max(6))
          .environment(\.colors, .none)
      }
    }
  }

  private static let sphere = Pixels(width: 96, height: 96) {
    let (x, y) = (Double($0) / 48 - 1, Double($1) / 48 - 1)
    let rest = 1 - x * x - y * y
    guard rest > 0 else {
      return .init(red: 0, green: 0, blue: 0, alpha: 0)
    }
    let light = max(0.1, (rest - 0.5 * x - 0.7 * y) / 1.2)
    return Pixels.Color(
      red: UInt8(min(255, 255 * light)),
      green: UInt8(min(255, 160 * light)), blue: 120)
  }
}
