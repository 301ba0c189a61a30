extension BoxJoint {
  /// A rectangle, measured from the middle of the cell.
  typealias Part = (x: Double, y: Double, width: Double, height: Double)

  /// Returns the lines as rectangles, in a cell of a size.
  func rectangles(width: Double, height: Double) -> [Part] {
    let (sides, ends) = ((left, right), (up, down))
    return Self.lines(to: sides, between: ends, length: width / 2)
      + Self.lines(to: ends, between: sides, length: height / 2).map {
        (x: $0.y, y: $0.x, width: $0.height, height: $0.width)
      }
  }

  /// Returns the lines to the left and the right edge, as if those across them led up and down.
  private static func lines(
    to arms: (Weight, Weight), between across: (Weight, Weight), length: Double
  ) -> [Part] {
    [(arms.0, arms.1, true), (arms.1, arms.0, false)].flatMap { arm, opposite, isLeft in
      arm.offsets.map { offset in
        // A line goes on to the farther edge of what it meets, so that no corner is missing. It ends at the
        // nearer one of double lines inside of their corner, as in ╬, and if it comes from outside, as in ╟.
        let met = offset == 0 ? [across.0, across.1] : [offset < 0 ? across.0 : across.1]
        let ends = met.allSatisfy { $0 == .double } && (offset != 0 || opposite == .none)
        let overlap = max(across.0.half, across.1.half, opposite == arm ? arm.half : 0)
        let start = ends ? Weight.distance - arm.stroke : -overlap
        return (isLeft ? -length : start, offset - arm.stroke, length - start, 2 * arm.stroke)
      }
    }
  }
}

extension BoxJoint.Weight {
  /// How far each line of a double one is from the middle.
  fileprivate static let distance = 1.5

  /// Half the thickness of each line.
  fileprivate var stroke: Double { self == .heavy ? 1.25 : 0.6 }

  /// The distances of the lines from the middle.
  fileprivate var offsets: [Double] {
    switch self {
    case .none: []
    case .light, .heavy: [0]
    case .double: [-Self.distance, Self.distance]
    }
  }

  /// The distance from the middle to the outer edge.
  var half: Double { offsets.last.map { $0 + stroke } ?? 0 }
}
