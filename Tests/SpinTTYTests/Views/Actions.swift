@testable import SpinTTY

extension ControlAction {
  /// The action of an input in a region that shows a part of what it scrolls.
  static func of(
    _ event: InputEvent, content: Size = Size(columns: 80, rows: 100), page: Size? = nil,
    clicks: Int = 1, over row: (any Hashable & Sendable)? = nil
  ) -> Self? {
    func region(_ key: RegionKey, _ page: Size) -> FrameMap.Region {
      let place = Rectangle(columns: page.columns, rows: page.rows)
      return FrameMap.Region(
        key: key, layer: 0, rectangle: place, visible: place, content: content, page: page,
        parent: nil)
    }
    func key(_ id: some Hashable & Sendable) -> RegionKey { RegionKey(RowID(id: id)) }
    return Self(
      ControlInput(
        event, on: FrameMap(), region: page.map { region(RegionKey("control"), $0) },
        clicks: clicks, inside: row.map { [region(key($0), Size(columns: 80, rows: 1))] } ?? []))
  }

  static func of(
    _ chord: KeyChord, content: Size = Size(columns: 80, rows: 100), page: Size? = nil
  ) -> Self? {
    of(.key(KeyPress(chord)), content: content, page: page)
  }
}
