import SpinTesting
import Testing

@testable import SpinTTY

/// What holds for the map of every frame.
///
/// A failure prints its seed; `SPIN_SEED` repeats it, `SPIN_ROUNDS` tries more.
@Suite struct FrameMapLawTests {
  /// What a view paints, told apart from what lies below it.
  private struct Drawn {
    var random: RandomView
    let canvas: Canvas

    init(seed: UInt64) {
      random = RandomView(generator: SeededGenerator(seed: seed))
      let size = Size(
        columns: random.generator.number(0..<30), rows: random.generator.number(0..<12))
      canvas = Canvas(size: size)
      let layers = (0..<random.generator.number(1..<4)).map { _ in random.view(5) }
      for (number, view) in layers.enumerated() {
        canvas.frame.layer = number
        let place = Rectangle(
          column: number == 0 ? 0 : random.generator.number(-3..<20),
          row: number == 0 ? 0 : random.generator.number(-3..<9),
          columns: random.generator.number(0..<30), rows: random.generator.number(0..<12))
        let surface = canvas.surface.region(place)
        view.draw(into: number == 0 ? surface : surface.onTop, in: random.focusedEnvironment())
      }
    }
  }

  @Test(arguments: Seeds.series(150))
  func noRegionIsSeenOutsideOfTheScreenOrOfTheRegionAroundIt(seed: UInt64) {
    let frame = Drawn(seed: seed).canvas.frame
    let screen = Rectangle(columns: frame.size.columns, rows: frame.size.rows)
    for (number, region) in frame.regions.enumerated() {
      #expect(!region.visible.size.isEmpty, "seed \(seed)")
      #expect(region.visible.intersection(screen) == region.visible, "seed \(seed)")
      #expect(region.visible.intersection(region.rectangle) == region.visible, "seed \(seed)")
      guard let parent = region.parent else { continue }
      #expect(parent < number, "seed \(seed)")
      #expect(frame.regions[parent].layer == region.layer, "seed \(seed)")
      let around = frame.regions[parent].visible
      #expect(region.visible.intersection(around) == region.visible, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(150))
  func theTopmostOpaqueRegionWins(seed: UInt64) {
    let frame = Drawn(seed: seed).canvas.frame
    for row in -1...frame.size.rows {
      for column in -1...frame.size.columns {
        let hit = frame.hit(column: column, row: row)
        // What is hit lies there, is one path, and is on the layer that is said to be on top.
        for (inner, outer) in zip(hit.regions, hit.regions.dropFirst()) {
          #expect(frame.regions[inner].parent == outer, "seed \(seed)")
        }
        for number in hit.regions {
          #expect(
            frame.regions[number].visible.contains(column: column, row: row), "seed \(seed)")
          #expect(frame.regions[number].layer == hit.layer, "seed \(seed)")
        }
        // Nothing opaque that was drawn later lies there.
        let opaque = frame.regions.lastIndex {
          $0.isOpaque && $0.visible.contains(column: column, row: row)
        }
        if let opaque {
          #expect(hit.layer >= frame.regions[opaque].layer, "seed \(seed)")
          let isAtLeast = hit.regions.first.map { $0 >= opaque } ?? (hit.layer > 0)
          #expect(isAtLeast || isCovered(frame, column, row, above: opaque), "seed \(seed)")
        }
      }
    }
  }

  /// Whether something without an id was drawn over a region.
  private func isCovered(_ frame: FrameMap, _ column: Int, _ row: Int, above number: Int) -> Bool {
    frame.covers.contains { $0.level > number && $0.area.contains(column: column, row: row) }
  }

  @Test(arguments: Seeds.series(100))
  func anIDFindsItsTopmostRegionAndTheFocusGoesThroughEachOnce(seed: UInt64) {
    let frame = Drawn(seed: seed).canvas.frame
    for region in frame.regions {
      guard let id = region.id(as: Int.self) else { continue }
      let last = frame.regions.last { $0.id(as: Int.self) == id }
      #expect(frame[id] == last, "seed \(seed)")
    }
    for layer in 0..<3 {
      let order = frame.focusOrder(in: layer)
      let seen = frame.regions.filter { $0.isStop && $0.layer == layer }.map(\.key)
      let forms = frame.scrolledForms.filter { $0.layer == layer }.flatMap(\.order)
      let enabled = (seen + forms).filter { frame.isEnabled($0, in: layer) != false }
      #expect(Set(order) == Set(enabled), "seed \(seed)")
      #expect(order.count == Set(order).count, "seed \(seed)")
    }
  }
}
