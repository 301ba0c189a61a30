extension FrameMap {
  /// A region that tab or enter reaches, though a form is scrolled so that it is out of sight.
  struct HiddenRegion: Hashable {
    let key: RegionKey
    let layer: Int
    /// Where its corner would be, on or beyond the screen.
    var place: Place
    let isFocusable: Bool
    let isDefault: Bool

    init(_ region: Region) {
      key = region.key
      layer = region.layer
      place = Place(column: region.rectangle.column, row: region.rectangle.row)
      isFocusable = region.isFocusable
      isDefault = region.isDefault
    }
  }

  /// Adds those regions of another map that this one does not have, at places moved by `corner`.
  mutating func addHidden(from other: FrameMap, movedTo corner: Place) {
    for var region in other.regions.map(HiddenRegion.init) + other.hidden
    where region.isFocusable || region.isDefault {
      guard index(of: region.key, in: layer) == nil else { continue }
      region.place = Place(
        column: region.place.column &+ corner.column, row: region.place.row &+ corner.row)
      hidden.append(region)
    }
  }

  /// The region in a layer on which enter is a click, if nothing else takes enter; the topmost, if
  /// there are several.
  func defaultRegion(in layer: Int) -> RegionKey? {
    (hidden + regions.map(HiddenRegion.init)).last { $0.isDefault && $0.layer == layer }?.key
  }
}
