/// A type-erased id of a region; ids of different types are different.
@usableFromInline
package struct RegionKey: Hashable, Sendable {
  /// NB: a reference, because every environment and every input has room for a key.
  private let box: Box

  private final class Box: Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) { self.value = value }
  }

  package var value: any Hashable & Sendable { box.value }

  /// Creates a key; a key of a key is the same key.
  package init(_ value: some Hashable & Sendable) {
    box = (value as? RegionKey)?.box ?? Box(value)
  }

  /// Returns the id if it is of the given type.
  package func id<ID: Hashable & Sendable>(as type: ID.Type) -> ID? { value as? ID }

  @usableFromInline
  package static func == (left: RegionKey, right: RegionKey) -> Bool {
    func isEqual<ID: Hashable & Sendable>(_ id: ID) -> Bool {
      Swift.type(of: right.value) == ID.self && (right.value as? ID) == id
    }
    return left.box === right.box || isEqual(left.value)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
