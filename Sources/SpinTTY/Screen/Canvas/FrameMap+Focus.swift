extension FrameMap {
  /// The regions that keys reach in a form that is only partly visible.
  struct ScrolledForm: Hashable {
    let layer: Int
    let place: Place
    /// The regions that the focus can move to, in order.
    let order: [RegionKey]
    /// The region that enter clicks if no other binding handles it.
    let defaultRegion: RegionKey?
  }

  /// Records the regions that keys reach in a form drawn at a place; `overview` is the map of all
  /// rows.
  ///
  /// The form replaces the forms inside it, which were recorded before.
  mutating func addScrolledForm(_ overview: FrameMap, at place: Place) {
    let form = ScrolledForm(
      layer: layer, place: place, order: overview.focusOrder(in: layer),
      defaultRegion: overview.defaultRegion(in: layer))
    let keys = Set(form.order)
    scrolledForms.removeAll { $0.layer == layer && keys.isSuperset(of: $0.order) }
    scrolledForms.append(form)
  }

  /// Returns the regions of a layer that the focus can move to, by row and column.
  ///
  /// The regions of a partly visible form stay together, so that scrolling does not change the
  /// order. Each id occurs once, at the place of its topmost region, because tab could not move
  /// past a second one.
  func focusOrder(in layer: Int) -> [RegionKey] {
    let forms = scrolledForms.filter { $0.layer == layer }
    var taken: Set<RegionKey> = []
    var stops = forms.map { form in
      (place: form.place, keys: form.order.filter { taken.insert($0).inserted })
    }
    for region in regions.reversed() where region.isFocusable && region.layer == layer {
      guard taken.insert(region.key).inserted else { continue }
      let place = Place(column: region.rectangle.column, row: region.rectangle.row)
      stops.append((place, [region.key]))
    }
    return stops.reversed().sorted {
      ($0.place.row, $0.place.column) < ($1.place.row, $1.place.column)
    }
    .flatMap(\.keys)
  }

  /// Whether a layer shows a region, or has scrolled it out of sight in a form.
  func shows(_ key: RegionKey, in layer: Int) -> Bool {
    index(of: key, in: layer) != nil
      || scrolledForms.contains { $0.layer == layer && $0.order.contains(key) }
  }

  /// Returns the region of a layer that enter clicks if no other binding handles it: the last
  /// visible one.
  func defaultRegion(in layer: Int) -> RegionKey? {
    regions.last { $0.isDefault && $0.layer == layer }?.key
      ?? scrolledForms.last { $0.defaultRegion != nil && $0.layer == layer }?.defaultRegion
  }
}
