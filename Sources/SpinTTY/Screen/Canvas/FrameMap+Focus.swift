extension FrameMap {
  /// The regions that keys reach in a form that is only partly visible.
  struct ScrolledForm: Hashable {
    let layer: Int
    /// The number of the pane that it is in.
    let pane: Int?
    let place: Place
    /// The regions in the order of the focus, the disabled ones included.
    let order: [RegionKey]
    /// Whether the regions below a ``View/disabled(_:)`` take input.
    let enabled: [RegionKey: Bool]
    /// The region that enter clicks if no other binding handles it.
    let defaultRegion: RegionKey?
  }

  /// Records the regions that keys reach in a form drawn at a place; `overview` is the map of all
  /// rows.
  ///
  /// The form replaces the forms inside it, which were recorded before.
  mutating func addScrolledForm(_ overview: FrameMap, at place: Place) {
    let form = ScrolledForm(
      layer: layer, pane: pane, place: place, order: overview.stops(in: layer),
      enabled: overview.enabledRegions(in: layer),
      defaultRegion: overview.defaultRegion(in: layer))
    mayDisable = mayDisable || overview.mayDisable
    let keys = Set(form.order)
    scrolledForms.removeAll { $0.layer == layer && keys.isSuperset(of: $0.order) }
    scrolledForms.append(form)
  }

  /// Returns the regions of a layer that the focus can move to, in its order.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - focus: The region that has the focus, which keeps its place in the order if it is disabled.
  /// - Returns: The regions.
  func focusOrder(in layer: Int, from focus: RegionKey? = nil) -> [RegionKey] {
    let stops = stops(in: layer)
    guard mayDisable else { return stops }
    return stops.filter { $0 == focus || isEnabled($0, in: layer) != false }
  }

  /// Returns whether a region of a layer takes input; `nil` if no ``View/disabled(_:)`` decides that, or
  /// if the frame does not know the region.
  func isEnabled(_ key: RegionKey, in layer: Int) -> Bool? {
    guard mayDisable else { return nil }
    if let number = index(of: key, in: layer) { return regions[number].isEnabled }
    return scrolledForms.lazy.filter { $0.layer == layer }.compactMap { $0.enabled[key] }.first
  }

  /// The regions of all layers that are disabled.
  var disabledRegions: Set<RegionKey> {
    guard mayDisable else { return [] }
    return scrolledForms.reduce(into: Set(regions.filter(\.isDisabled).map(\.key))) { keys, form in
      keys.formUnion(form.enabled.filter { !$0.value }.keys)
    }
  }

  /// Returns the regions of a layer below a ``View/disabled(_:)``, and whether they take input.
  private func enabledRegions(in layer: Int) -> [RegionKey: Bool] {
    guard mayDisable else { return [:] }
    var enabled: [RegionKey: Bool] = [:]
    for form in scrolledForms where form.layer == layer {
      enabled.merge(form.enabled) { $1 }
    }
    for region in regions where region.layer == layer { enabled[region.key] = region.isEnabled }
    return enabled
  }

  /// Returns the regions of a layer in the order of the focus, the disabled ones included.
  ///
  /// The order is by row and column. The regions of a pane stay together, so that a divider does not change the
  /// order, and so do those of a partly visible form, so that scrolling does not change it. Each id occurs once,
  /// at the place of its topmost region, because tab could not move past a second one.
  private func stops(in layer: Int) -> [RegionKey] {
    let forms = scrolledForms.filter { $0.layer == layer }
    var taken: Set<RegionKey> = []
    var stops = forms.map { form in
      (pane: form.pane, place: form.place, keys: form.order.filter { taken.insert($0).inserted })
    }
    for region in regions.reversed() where region.isStop && region.layer == layer {
      guard taken.insert(region.key).inserted else { continue }
      stops.append((region.pane, Place(cornerOf: region.rectangle), [region.key]))
    }
    return stops.reversed().sorted { first, second in
      if first.pane == second.pane { return first.place < second.place }
      return path(first.pane, first.place).lexicographicallyPrecedes(
        path(second.pane, second.place))
    }
    .flatMap(\.keys)
  }

  /// The places of the panes around a place, outermost first, and the place.
  private func path(_ pane: Int?, _ place: Place) -> [Place] {
    guard let pane else { return [place] }
    return path(panes[pane].parent, panes[pane].place) + [place]
  }

  /// Whether a layer shows a region, or has scrolled it out of sight in a form.
  func shows(_ key: RegionKey, in layer: Int) -> Bool {
    index(of: key, in: layer) != nil
      || scrolledForms.contains { $0.layer == layer && $0.order.contains(key) }
  }

  /// Returns the region of a layer that enter clicks if no other binding handles it: the last
  /// visible one.
  func defaultRegion(in layer: Int) -> RegionKey? {
    regions.last { $0.isDefault && !$0.isDisabled && $0.layer == layer }?.key
      ?? scrolledForms.last { $0.defaultRegion != nil && $0.layer == layer }?.defaultRegion
  }
}
