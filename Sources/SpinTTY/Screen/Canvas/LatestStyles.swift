/// The styles used last, and their numbers, because a frame has few styles and many texts.
struct LatestStyles {
  private var styles: [Style] = []
  private var numbers: [StyleID] = []
  /// The style found last.
  private var latest = 0
  /// The oldest style, once there are as many as are kept.
  private var oldest = 0

  /// Searching many styles takes longer than looking one up in the catalog.
  private static let most = 16

  /// Returns the number of a style that is kept, and searches first what came after the style found last.
  mutating func number(of style: Style) -> StyleID? {
    var index = latest
    for _ in styles.indices {
      if styles[index] == style {
        latest = index
        return numbers[index]
      }
      index = index + 1 == styles.count ? 0 : index + 1
    }
    return nil
  }

  mutating func keep(_ number: StyleID, of style: Style) {
    guard styles.count == LatestStyles.most else {
      latest = styles.count
      styles.append(style)
      return numbers.append(number)
    }
    (styles[oldest], numbers[oldest], latest) = (style, number, oldest)
    oldest = (oldest + 1) % LatestStyles.most
  }
}
