import SpinChildren
import SpinCore

/// The state of every generated spin: a wheel, and parts of its own kind.
///
/// The fuel is burnt by each event that its spin's own reducer sees. Without fuel it wants no effect, and
/// its reducer changes no parts, so every generated loop comes to rest.
struct Node: Hashable, Codable, Identifiable, Sendable {
  var id = 0
  var wheel = Wheel()
  /// Two parts that are always there, if the spin has scopes for them.
  var plains: [Node] = []
  /// Two parts that may be absent, boxed in an array because a value cannot contain itself.
  var guests: [[Node]] = [[], []]
  var rows: [Node] = []
  var children = Children<Int, Node>()
  var shelf: [Int: Node] = [:]

  /// How many events its own reducer has seen.
  var number: Int {
    get { wheel.number }
    set { wheel.number = newValue }
  }
  var guest: Node? {
    get { guests[0].first }
    set { guests[0] = newValue.map { [$0] } ?? [] }
  }
  var visitor: Node? {
    get { guests[1].first }
    set { guests[1] = newValue.map { [$0] } ?? [] }
  }
  var left: Node {
    get { plains[0] }
    set { plains[0] = newValue }
    _modify { yield &plains[0] }
  }
  var right: Node {
    get { plains[1] }
    set { plains[1] = newValue }
    _modify { yield &plains[1] }
  }
}

/// Where in a node parts are.
enum Place: String, CaseIterable, Sendable {
  case left, right, guest, visitor, rows, children, shelf

  /// Whether there are several, each under an id.
  var isKeyed: Bool { self == .rows || self == .children || self == .shelf }

  /// Whether there may be none.
  var isOptional: Bool { self == .guest || self == .visitor }
}

extension Node {
  /// A part, and the key that it is under, if there are several.
  struct Part {
    var key: Int?
    var node: Node
  }

  /// The parts in a place, in order; of several with one id the first counts.
  func parts(_ place: Place) -> [Part] {
    switch place {
    case .left: return [Part(node: plains[0])]
    case .right: return [Part(node: plains[1])]
    case .guest: return guests[0].map { Part(node: $0) }
    case .visitor: return guests[1].map { Part(node: $0) }
    case .rows:
      var parts: [Part] = []
      for row in rows where !parts.contains(where: { $0.key == row.id }) {
        parts.append(Part(key: row.id, node: row))
      }
      return parts
    case .children: return children.map { Part(key: $0.id, node: $0.part) }
    case .shelf: return shelf.sorted { $0.key < $1.key }.map { Part(key: $0.key, node: $0.value) }
    }
  }

  func part(_ place: Place, _ key: Int?) -> Node? {
    parts(place).first { $0.key == key }?.node
  }

  /// Puts a part in the place of the one that is there.
  mutating func replace(_ place: Place, _ key: Int?, with node: Node) {
    switch place {
    case .left: left = node
    case .right: right = node
    case .guest: guest = node
    case .visitor: visitor = node
    case .rows: if let index = rows.firstIndex(where: { $0.id == key }) { rows[index] = node }
    case .children: if let key { children[id: key] = node }
    case .shelf: if let key { shelf[key] = node }
    }
  }

  /// Puts a part where it is, or in at a position.
  mutating func put(_ place: Place, _ key: Int?, _ node: Node, at position: Int) {
    switch place {
    case .rows where !rows.contains { $0.id == key }:
      rows.insert(node, at: position % (rows.count + 1))
    case .children:
      if let key { children.insert(node, id: key, at: position % (children.count + 1)) }
    default: replace(place, key, with: node)
    }
  }

  mutating func remove(_ place: Place, _ key: Int?) {
    switch place {
    case .left, .right: break
    case .guest: guest = nil
    case .visitor: visitor = nil
    case .rows: rows.removeAll { $0.id == key }
    case .children: if let key { children.remove(id: key) }
    case .shelf: if let key { shelf[key] = nil }
    }
  }

  /// Moves parts, which changes none of them.
  mutating func shuffle(_ place: Place, by seed: Int) {
    switch place {
    case .rows: rows = rows.shuffled(by: seed)
    case .children: children = Children(children.map { ($0.id, $0.part) }.shuffled(by: seed))
    default: break
    }
  }
}

extension Array {
  /// Another order: reversed, or turned.
  fileprivate func shuffled(by seed: Int) -> [Element] {
    if seed == 0 || isEmpty { return reversed() }
    let first = seed % count
    return Array(self[first...] + self[..<first])
  }
}

extension Node: CustomStringConvertible {
  var description: String {
    let places = Place.allCases.filter { $0 != .left && $0 != .right || !plains.isEmpty }
    let parts = places.flatMap { place in
      self.parts(place).map { part in "\(place)\(part.key.map { "[\($0)]" } ?? "") \(part.node)" }
    }
    return "(\(summary)\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", ")))"
  }

  /// The node without its parts.
  var summary: String { "id \(id) value \(wheel.value) fuel \(wheel.fuel) #\(number)" }
}
