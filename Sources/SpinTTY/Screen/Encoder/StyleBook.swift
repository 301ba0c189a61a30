/// A cache of the catalog's styles on one terminal: their reductions, and the bytes between any
/// two.
struct StyleBook {
  private var capabilities = Capabilities()
  private var generation = -1
  private var catalog: Catalog?
  private var reducer = ColorReducer(profile: Capabilities().colors)
  /// The styles reduced to the terminal, by number.
  private var reduced: [CellStyle] = []
  /// The classes of blanks in the styles, by number.
  private(set) var blanks: [BlankClass] = []
  private var backgrounds: [Color: Int] = [:]

  /// An open-addressed hash table of pairs of styles (`from` in the upper half) and the places of
  /// their bytes in `arena`.
  private var keys: [UInt32] = []
  private var places: [(start: UInt32, count: UInt32)] = []
  private var used = 0
  private var arena: [UInt8] = []

  private static let initialSlots = 256
  private static let pairLimit = 1 << 14
  /// The key of an empty slot, which is free because no pair has equal styles.
  private static let vacant: UInt32 = 0

  /// Updates the book at the start of each encoding.
  mutating func open(_ catalog: Catalog, for capabilities: Capabilities) {
    let isSame =
      self.catalog === catalog && generation == catalog.generation
      && self.capabilities == capabilities
    if !isSame {
      self.capabilities = capabilities
      self.catalog = catalog
      generation = catalog.generation
      reducer = ColorReducer(profile: capabilities.colors)
      reduced.removeAll(keepingCapacity: true)
      blanks.removeAll(keepingCapacity: true)
      backgrounds.removeAll(keepingCapacity: true)
      forgetPairs()
    }
    if used > StyleBook.pairLimit { forgetPairs() }
    for number in reduced.count..<max(reduced.count, catalog.styles.count) {
      let style = catalog.styles[number].reduced(by: &reducer, for: capabilities)
      reduced.append(style)
      blanks.append(blankClass(of: style))
    }
  }

  /// Returns the number of bytes that turn one style into another.
  mutating func cost(from: StyleID, to: StyleID) -> Int {
    from == to ? 0 : Int(place(from: from, to: to).count)
  }

  /// Puts the bytes that turn one style into another.
  mutating func put(from: StyleID, to: StyleID, into sink: inout ByteSink) {
    if from == to { return }
    let place = place(from: from, to: to)
    arena.withView {
      sink.put($0.part(Int(place.start)..<Int(place.start + place.count)))
    }
  }

  /// Returns the class of a blank in a style.
  @inline(__always)
  func blank(_ style: StyleID) -> BlankClass { blanks[Int(style.value)] }

  private mutating func blankClass(of style: CellStyle) -> BlankClass {
    guard style.isBareBlank else { return .dressed }
    let number = backgrounds[style.background] ?? backgrounds.count
    backgrounds[style.background] = number
    let isErasable = style.background == .default || capabilities.backgroundColorErase
    return BlankClass(number: number, isErasable: isErasable)
  }

  private mutating func place(from: StyleID, to: StyleID) -> (start: UInt32, count: UInt32) {
    let key = UInt32(from.value) << 16 | UInt32(to.value)
    let mask = UInt32(truncatingIfNeeded: keys.count - 1)
    var slot = Int(key &* 0x9E37_79B1 >> 7 & mask)
    while keys[slot] != StyleBook.vacant {
      if keys[slot] == key { return places[slot] }
      slot = (slot + 1) & Int(mask)
    }
    let bytes = Rendition.bytes(
      from: reduced[Int(from.value)], to: reduced[Int(to.value)])
    let place = (start: UInt32(arena.count), count: UInt32(bytes.count))
    arena += bytes
    insert(key, place)
    return place
  }

  private mutating func insert(_ key: UInt32, _ place: (start: UInt32, count: UInt32)) {
    if used * 2 >= keys.count { grow() }
    let mask = keys.count - 1
    var slot = Int(key &* 0x9E37_79B1 >> 7) & mask
    while keys[slot] != StyleBook.vacant { slot = (slot + 1) & mask }
    keys[slot] = key
    places[slot] = place
    used += 1
  }

  private mutating func grow() {
    let old = (keys: keys, places: places)
    keys = Array(repeating: StyleBook.vacant, count: old.keys.count * 2)
    places = Array(repeating: (0, 0), count: old.keys.count * 2)
    used = 0
    for (slot, key) in old.keys.enumerated() where key != StyleBook.vacant {
      insert(key, old.places[slot])
    }
  }

  private mutating func forgetPairs() {
    keys = Array(repeating: StyleBook.vacant, count: StyleBook.initialSlots)
    places = Array(repeating: (0, 0), count: StyleBook.initialSlots)
    used = 0
    arena.removeAll(keepingCapacity: true)
  }
}
