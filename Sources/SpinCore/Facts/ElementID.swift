/// The id of an element, as part of an origin: see ``FeedbackOrigin/element``.
public struct ElementID: Hashable, Sendable, CustomStringConvertible {
  /// NB: on the heap, so that origins and transitions stay small.
  private final class Box: Sendable {
    let id: any Hashable & Sendable
    /// The name of the part's scope, if the name tells the scope from others with parts of the same kind.
    let way: String?

    init(_ id: any Hashable & Sendable, by way: String? = nil) {
      self.id = id
      self.way = way
    }
  }

  private let box: Box

  /// Wraps an id.
  public init(_ id: some Hashable & Sendable) {
    box = Box(id)
  }

  /// Returns the id with the name of a scope, if there is one.
  func by(_ way: String?) -> ElementID {
    way.map { ElementID(box: Box(id, by: $0)) } ?? self
  }

  private init(box: Box) {
    self.box = box
  }

  /// The id, which can be cast to its own type; see ``path`` if the element belongs to a part.
  public var id: any Hashable & Sendable { box.id }

  /// Returns the id of an element of this element: see ``path``.
  ///
  /// - Parameters:
  ///   - inner: The id of the element.
  ///   - isRecursion: Whether the element belongs to a part of the kind of this one.
  /// - Returns: The id with the ids on the way to the element.
  func appending(_ inner: ElementID, isRecursion: Bool = false) -> ElementID {
    let (ways, others) = (ways, inner.ways)
    guard isRecursion, let last = ways.last, let first = others.first else {
      return ElementID(ways: ways + others)
    }
    return ElementID(ways: ways.dropLast() + [last + first] + others.dropFirst())
  }

  /// Wraps the ids of a path; a single id is not a path.
  private init(ways: [[ElementID]]) {
    let isOne = ways.count == 1 && ways[0].count == 1
    self = isOne ? ways[0][0] : ElementID(ElementPath(ways: ways))
  }

  /// The ids from the outermost to the innermost.
  ///
  /// There are several if the element belongs to one of several parts. If parts of one kind are in
  /// several scopes, the description of an id names the scope, such as `right 5`, unless the part is
  /// in the outermost scope of its kind. A part that is the only one of its scope has the name of the
  /// scope as its id, or none.
  public var path: [ElementID] { ways.flatMap { $0 } }

  /// The ids of the path in groups; the ids of nested parts of one kind are one group.
  ///
  /// A part that is the only one of its scope adds no id to its group.
  var ways: [[ElementID]] { (box.id as? ElementPath)?.ways ?? [[self]] }

  /// Returns the id of the only part of a scope, if the part is in a recursion.
  ///
  /// The id is the name of the scope, or empty if the scope has no name.
  static func onlyPart(by way: String?) -> ElementID {
    way.map { ElementID($0) } ?? ElementID(ways: [[]])
  }

  /// The id without empty groups, which are those of parts that add no id; `nil` if nothing is left.
  var withoutOnlyParts: ElementID? {
    let ways = ways.filter { !$0.isEmpty }
    return ways.isEmpty ? nil : ElementID(ways: ways)
  }

  /// The id as it is printed.
  public var description: String { (box.way.map { "\($0) " } ?? "") + "\(box.id)" }

  /// Compares the ids, and their types.
  public static func == (left: ElementID, right: ElementID) -> Bool {
    left.box === right.box
      || left.box.way == right.box.way && AnyHashable(left.box.id) == AnyHashable(right.box.id)
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(box.id))
    hasher.combine(box.way)
  }
}

/// The ids of an element that belongs to one of several parts.
private struct ElementPath: Hashable, Sendable, CustomStringConvertible {
  let ways: [[ElementID]]

  var description: String {
    ways.map { $0.map(\.description).joined(separator: "/") }.joined(separator: ", ")
  }
}
