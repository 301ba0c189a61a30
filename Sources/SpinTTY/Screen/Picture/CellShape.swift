/// A character that is drawn as shapes within its cell: a line, a block or dots.
struct CellShape {
  /// Rectangles in fractions of the cell: x, y, width and height from 0 to 1.
  private var rectangles: [(Double, Double, Double, Double)] = []
  /// The lines that meet in the middle.
  private var joint: BoxJoint?
  /// Whether they meet in an arc.
  private var isRound = false

  /// The quadrants of U+2596 to U+259F: bits for upper left, upper right, lower left and lower
  /// right.
  private static let quadrants: [UInt8] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

  init?(_ text: String) {
    if let joint = BoxJoint(text) {
      self.joint = joint
      isRound = joint.character != text  // A square corner is the character of the same lines.
      return
    }
    guard let scalar = text.unicodeScalars.first?.value, text.unicodeScalars.count == 1
    else { return nil }
    switch scalar {
    case 0x2580: rectangles = [(0, 0, 1, 0.5)]
    case 0x2581...0x2588:
      let part = Double(scalar - 0x2580) / 8
      rectangles = [(0, 1 - part, 1, part)]
    case 0x2589...0x258F: rectangles = [(0, 0, Double(0x2590 - scalar) / 8, 1)]
    case 0x2594: rectangles = [(0, 0, 1, 0.125)]
    case 0x2595: rectangles = [(0.875, 0, 0.125, 1)]
    case 0x2590: rectangles = [(0.5, 0, 0.5, 1)]
    case 0x2596...0x259F:
      let bits = Self.quadrants[Int(scalar - 0x2596)]
      for place in 0..<4 where bits >> UInt8(place) & 1 == 1 {
        rectangles.append((place % 2 == 0 ? 0 : 0.5, place < 2 ? 0 : 0.5, 0.5, 0.5))
      }
    case 0x2800...0x28FF:
      // The bits of a braille pattern: three rows of the left column, three of the right, the last
      // row.
      let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
      for (bit, (column, row)) in places.enumerated() where (scalar - 0x2800) >> bit & 1 == 1 {
        rectangles.append((0.16 + 0.46 * Double(column), 0.07 + 0.24 * Double(row), 0.26, 0.13))
      }
    default: return nil
    }
  }

  /// The shapes as a path of SVG.
  func path(x: Double, y: Double, width: Double, height: Double) -> String {
    var all = rectangles.map { (x + $0.0 * width, y + $0.1 * height, $0.2 * width, $0.3 * height) }
    let (middle, centre) = (x + width / 2, y + height / 2)
    var arc = ""
    if let joint, isRound {
      // A quarter of a ring, from the edge at the side to the line that goes up or down.
      let (half, radius) = (BoxJoint.Weight.light.half, width / 2)
      let isDown = joint.down != .none
      let (side, way) = (joint.right != .none ? 1.0 : -1.0, isDown ? 1.0 : -1.0)
      let (column, row) = (middle + side * radius, centre + way * radius)
      let (outer, inner) = (radius + half, radius - half)
      let isClockwise = side * way > 0
      arc = """
        M\(number(column - side * outer)) \(number(row))\
        A\(number(outer)) \(number(outer)) 0 0 \(isClockwise ? 1 : 0) \
        \(number(column)) \(number(row - way * outer))\
        V\(number(row - way * inner))\
        A\(number(inner)) \(number(inner)) 0 0 \(isClockwise ? 0 : 1) \
        \(number(column - side * inner)) \(number(row))z
        """
      let end = isDown ? y + height : y
      all.append((middle - half, min(row, end), 2 * half, abs(end - row)))
    } else if let joint {
      all += joint.rectangles(width: width, height: height).map {
        (middle + $0.x, centre + $0.y, $0.width, $0.height)
      }
    }
    let boxes = all.map { x, y, width, height in
      "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h\(number(-width))z"
    }
    return boxes.joined() + arc
  }

  /// A number with at most two decimals.
  private func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0
      ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
