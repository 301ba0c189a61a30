/// The id of an element, as part of an origin: see ``FeedbackOrigin/element``.
public struct ElementID: Hashable, Sendable, CustomStringConvertible {
  /// NB: on the heap, so that origins and transitions stay small.
  private final class Box: Sendable {
    let id: any Hashable & Sendable

    init(_ id: any Hashable & Sendable) {
      self.id = id
    }
  }

  private let box: Box

  /// Wraps an id.
  public init(_ id: some Hashable & Sendable) {
    box = Box(id)
  }

  /// The id, which can be cast to its own type; see ``path`` if the element belongs to a part.
  public var id: any Hashable & Sendable { box.id }

  /// Returns the id of an element of this element: see ``path``.
  @usableFromInline
  func appending(_ inner: ElementID) -> ElementID { ElementID(ElementPath(ids: path + inner.path)) }

  /// The ids from the outermost to the innermost.
  ///
  /// There are several if the element belongs to one of several parts.
  public var path: [ElementID] { (box.id as? ElementPath)?.ids ?? [self] }

  /// The id as it is printed.
  public var description: String { "\(box.id)" }

  /// Compares the ids, and their types.
  public static func == (left: ElementID, right: ElementID) -> Bool {
    left.box === right.box || AnyHashable(left.box.id) == AnyHashable(right.box.id)
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(box.id))
  }
}

/// The ids of an element that belongs to one of several parts.
private struct ElementPath: Hashable, Sendable, CustomStringConvertible {
  let ids: [ElementID]

  var description: String { ids.map(\.description).joined(separator: ", ") }
}
