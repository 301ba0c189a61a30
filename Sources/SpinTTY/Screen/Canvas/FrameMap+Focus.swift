extension FrameMap {
  /// What keys reach in a form of which only some rows are seen.
  struct ScrolledForm: Hashable {
    let layer: Int
    let place: Place
    /// The regions that the focus can go to, in their order.
    let order: [RegionKey]
    /// The region that enter clicks if nothing else takes enter.
    let defaultRegion: RegionKey?
  }

  /// Notes what keys reach in a form that is drawn at a place; `overview` is the map of all its rows.
  ///
  /// It stands for the forms in that form, which were noted before it.
  mutating func addScrolledForm(_ overview: FrameMap, at place: Place) {
    let form = ScrolledForm(
      layer: layer, place: place, order: overview.focusOrder(in: layer),
      defaultRegion: overview.defaultRegion(in: layer))
    let keys = Set(form.order)
    scrolledForms.removeAll { $0.layer == layer && keys.isSuperset(of: $0.order) }
    scrolledForms.append(form)
  }

  /// The regions that the focus can go to in a layer, by row and column.
  ///
  /// A form of which only some rows are seen comes as a whole: where it is scrolled to does not change
  /// the order. Each id comes once, in the place of its topmost region, because tab would not get past
  /// a second one.
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

  /// The region in a layer that enter clicks if nothing else takes enter; of several the last one that
  /// is seen.
  func defaultRegion(in layer: Int) -> RegionKey? {
    regions.last { $0.isDefault && $0.layer == layer }?.key
      ?? scrolledForms.last { $0.defaultRegion != nil && $0.layer == layer }?.defaultRegion
  }
}
