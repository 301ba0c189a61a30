/// The lines of text that describe a view without a screen.
public struct PlainText {
  /// The number of columns at which lines wrap; `nil` never wraps.
  public let width: Int?
  /// The lines so far.
  public private(set) var lines: [String] = []
  let widths: WidthRules
  /// Whether rows are described all, and not only a page of them.
  let isWhole: Bool
  /// The regions of the described views, which are then noted instead of lines; `nil` to note lines.
  private var noting: DescribedRegions?

  /// Whether only the regions are asked for, and no lines.
  var isWithoutLines: Bool { noting != nil }

  /// Creates an empty text.
  init(
    width: Int?, widths: WidthRules, isWhole: Bool = false, noting: DescribedRegions? = nil
  ) {
    self.width = width.map { max(1, $0) }
    self.widths = widths
    self.isWhole = isWhole
    self.noting = noting
  }

  /// Returns an empty text that never wraps, for lines that are joined into this text.
  func unwrapped() -> PlainText {
    PlainText(width: nil, widths: widths, isWhole: isWhole, noting: noting)
  }

  /// Notes a region that takes input and whose content is described.
  func note(_ key: RegionKey) { noting?.keys.insert(key) }

  /// Notes the regions of a frame, for a view that is described by its drawing.
  func note(_ frame: FrameMap) {
    guard let noting else { return }
    for region in frame.regions where !region.isDisabled { noting.keys.insert(region.key) }
  }

  /// Appends the lines of a text that was made with the same width.
  mutating func append(_ part: PlainText) { lines += part.lines }

  /// The number of rows of a list to describe, of those that it has.
  func rows(of count: Int) -> Int { min(count, isWhole ? 100_000 : 20) }

  /// Appends a line that is narrow enough, without the blanks at its end, unless it is blank and not kept.
  mutating func append(line: String, isKept: Bool = false) {
    if let last = line.lastIndex(where: { $0 != " " }) {
      lines.append(String(line[...last]))
    } else if isKept {
      lines.append("")
    }
  }
}

/// The regions of a view, wherever they lie, as its description in words finds them.
final class DescribedRegions {
  var keys: Set<RegionKey> = []
}
