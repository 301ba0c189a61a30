/// The lines that meet in the middle of a cell, as those of a character of a box do.
struct BoxJoint: Hashable {
  /// The weight of a line from the middle of a cell to an edge.
  enum Weight: UInt8, Comparable {
    case none, light, heavy, double

    static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
  }

  var up: Weight
  var right: Weight
  var down: Weight
  var left: Weight

  init(_ up: Weight, _ right: Weight, _ down: Weight, _ left: Weight) {
    (self.up, self.right, self.down, self.left) = (up, right, down, left)
  }

  /// Creates the lines of a character; `nil` if it is not one of a box.
  init?(_ character: String) {
    guard let joint = BoxJoint.joints[character] else { return nil }
    self = joint
  }

  /// Returns all lines of both, the stronger one where both have one.
  func joined(with other: BoxJoint) -> BoxJoint {
    BoxJoint(
      max(up, other.up), max(right, other.right), max(down, other.down), max(left, other.left))
  }

  /// The character with these lines; with light ones if Unicode does not have it.
  var character: String {
    func light(_ weight: Weight) -> Weight { min(weight, .light) }
    return BoxJoint.characters[self]
      ?? BoxJoint.characters[BoxJoint(light(up), light(right), light(down), light(left))] ?? " "
  }

  /// The characters of the block Box Drawing (https://www.unicode.org/charts/PDF/U2500.pdf) except dashes
  /// and diagonals, each followed by its weights up, right, down and left.
  ///
  /// Corners come before round ones, which have the same lines.
  private static let table = """
    ─0101━0202│1010┃2020┌0110┍0210┎0120┏0220┐0011┑0012┒0021┓0022└1100┕1200┖2100┗2200\
    ┘1001┙1002┚2001┛2002├1110┝1210┞2110┟1120┠2120┡2210┢1220┣2220┤1011┥1012┦2011┧1021\
    ┨2021┩2012┪1022┫2022┬0111┭0112┮0211┯0212┰0121┱0122┲0221┳0222┴1101┵1102┶1201┷1202\
    ┸2101┹2102┺2201┻2202┼1111┽1112┾1211┿1212╀2111╁1121╂2121╃2112╄2211╅1122╆1221╇2212\
    ╈1222╉2122╊2221╋2222═0303║3030╒0310╓0130╔0330╕0013╖0031╗0033╘1300╙3100╚3300╛1003\
    ╜3001╝3003╞1310╟3130╠3330╡1013╢3031╣3033╤0313╥0131╦0333╧1303╨3101╩3303╪1313╫3131\
    ╬3333╴0001╵1000╶0100╷0010╸0002╹2000╺0200╻0020╼0201╽1020╾0102╿2010╭0110╮0011╯1001\
    ╰1100
    """

  private static let entries: [(character: String, joint: BoxJoint)] = {
    var entries: [(String, BoxJoint)] = []
    var rest = Array(table)[...]
    while let character = rest.popFirst() {
      let weights = rest.prefix(4).map { digit in
        Weight(rawValue: UInt8(digit.wholeNumberValue ?? 0)) ?? .none
      }
      entries.append((String(character), BoxJoint(weights[0], weights[1], weights[2], weights[3])))
      rest = rest.dropFirst(4)
    }
    return entries
  }()

  private static let joints = Dictionary(uniqueKeysWithValues: entries.map { ($0.0, $0.1) })
  private static let characters = Dictionary(
    entries.map { ($0.joint, $0.character) }, uniquingKeysWith: { first, _ in first })
}
