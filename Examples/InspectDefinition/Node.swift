/// A value of a state beside the value that was there before.
struct Node: Identifiable, Sendable {
  enum Change: Hashable, Sendable {
    case same, added, removed
    /// The value is another one.
    case changed
    /// Values inside are other ones.
    case inside
  }

  let id: Path
  let label: String
  let change: Change
  let old, new: JSON?
  /// The children of a value with changes inside; those of others are made when the user opens them.
  private let inside: [Node]

  /// The value that is shown; that of a removed value is the old one.
  var value: JSON { new ?? old ?? .null }

  var children: [Node] {
    if change == .inside { return inside }
    return value.members(of: id).map {
      Node(
        id: $0.path, label: $0.label, change: change == .changed ? .same : change,
        old: change == .added ? nil : $0.value, new: change == .removed ? nil : $0.value, inside: []
      )
    }
  }

  /// How many values inside, or this one, were added, removed or changed.
  var changeCount: Int {
    switch change {
    case .same: 0
    case .added, .removed, .changed: 1
    case .inside: inside.reduce(0) { $0 + $1.changeCount }
    }
  }

  /// The paths of the values that were added, removed or changed.
  var changes: [Node] {
    change == .same ? [] : change == .inside ? inside.flatMap(\.changes) : [self]
  }

  /// The nodes at the top of a state: what is directly in it, or the state itself if nothing can be.
  static func roots(_ old: JSON?, _ new: JSON?) -> [Node] {
    if old == nil && new == nil { return [] }
    let root = Node(Path(), "state", old ?? new, new ?? old)
    return root.value.count == nil || root.change == .changed ? [root] : root.children
  }

  private init(
    id: Path, label: String, change: Change, old: JSON?, new: JSON?, inside: [Node]
  ) {
    self.id = id
    self.label = label
    self.change = change
    self.old = old
    self.new = new
    self.inside = inside
  }

  private init(_ id: Path, _ label: String, _ old: JSON?, _ new: JSON?) {
    var (change, inside) = (Change.same, [Node]())
    switch (old, new) {
    case (nil, _): change = .added
    case (_, nil): change = .removed
    case (let old, let new) where old == new: break
    case (.object(let old), .object(let new)):
      (change, inside) = (.inside, Node.children(of: id, old, new))
    case (.array(let old), .array(let new)):
      (change, inside) = (.inside, Node.children(of: id, old, new))
    default: change = .changed
    }
    self.init(id: id, label: label, change: change, old: old, new: new, inside: inside)
  }

  private static func children(
    of path: Path, _ old: [String: JSON], _ new: [String: JSON]
  ) -> [Node] {
    Set(old.keys).union(new.keys).sorted().map { Node(path + .key($0), $0, old[$0], new[$0]) }
  }

  /// The elements of an array: those that stay at its begin and its end are matched first, and then the others
  /// in their order, so that an element that was inserted or removed does not change those behind it.
  private static func children(of path: Path, _ old: [JSON], _ new: [JSON]) -> [Node] {
    let shared = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(shared - start).prefix { $0 == $1 }.count
    let pairs = shared - start - end
    func node(_ place: Int, _ old: JSON?, _ new: JSON?) -> Node {
      let step = new == nil ? Path.Step.removed(place) : .index(place)
      return Node(path + step, "[\(place)]", old, new)
    }
    return (0..<start + pairs).map { node($0, old[$0], new[$0]) }
      + (start + pairs..<old.count - end).map { node($0, old[$0], nil) }
      + (start + pairs..<new.count - end).map { node($0, nil, new[$0]) }
      + (0..<end).map {
        node(new.count - end + $0, old[old.count - end + $0], new[new.count - end + $0])
      }
  }
}

extension JSON {
  /// What is directly inside, in order.
  fileprivate func members(of path: Path) -> [(path: Path, label: String, value: JSON)] {
    switch self {
    case .array(let array):
      array.enumerated().map { (path + .index($0.offset), "[\($0.offset)]", $0.element) }
    case .object(let object):
      object.sorted { $0.key < $1.key }.map { (path + .key($0.key), $0.key, $0.value) }
    default: []
    }
  }
}
