/// How the loop finds and changes the parts of a collection, and which of them differ from an older copy.
///
/// A collection may find the changed parts without visiting the others, as `Children` does. Only this package
/// makes such a value.
public struct TypedParts<Parts, ID: Hashable, Part> {
  /// The new id of a part that has changed its id, and whether no part before it has the id.
  @usableFromInline package typealias NewID = (id: ID, isFirst: Bool)

  /// Lets a closure change the part with an id in place, if there is one, and returns its new id if the
  /// closure has changed that.
  @usableFromInline let modify: (inout Parts, ID, (inout Part) -> Void) -> NewID?
  /// Copies a part, if there is one with the id; `nil` if the collection finds its parts only by comparing.
  @usableFromInline let find: ((Parts, ID) -> Part?)?
  /// Returns whether one part is before another one.
  @usableFromInline let isInOrder: (Parts, ID, ID) -> Bool
  /// Lists the changes from one collection to another; `isKnown` says whether the old one has an id.
  @usableFromInline let compare: Comparison

  @usableFromInline package typealias Comparison = (
    _ old: Parts?, _ new: Parts, _ isKnown: (ID) -> Bool,
    _ tell: (TypedPartChange<ID, Part>) -> Void
  ) -> Void

  @inlinable
  package init(
    modify: @escaping (inout Parts, ID, (inout Part) -> Void) -> NewID? = { _, _, _ in nil },
    find: ((Parts, ID) -> Part?)? = nil,
    isInOrder: @escaping (Parts, ID, ID) -> Bool = { _, _, _ in false },
    compare: @escaping Comparison
  ) {
    self.modify = modify
    self.find = find
    self.isInOrder = isInOrder
    self.compare = compare
  }
}

/// The change of one of several parts.
///
/// *Ordering*: those that have left come first, in their old order, and then the others in their new order.
@usableFromInline
package enum TypedPartChange<ID, Part> {
  case left(ID)
  case changed(ID, from: Part, to: Part)
  case appeared(ID, Part)
}

extension TypedParts {
  /// Returns the access to elements that are made of the parts, and that nobody changes.
  @inlinable
  func map<Element>(
    _ element: @escaping (ID, Part) -> Element
  ) -> TypedParts<Parts, ID, Element> {
    TypedParts<Parts, ID, Element>(
      find: find.map { find in { parts, id in find(parts, id).map { element(id, $0) } } },
      isInOrder: isInOrder,
      compare: { [compare] old, new, isKnown, tell in
        compare(old, new, isKnown) { change in
          switch change {
          case .left(let id): tell(.left(id))
          case .changed(let id, let from, let to):
            tell(.changed(id, from: element(id, from), to: element(id, to)))
          case .appeared(let id, let part): tell(.appeared(id, element(id, part)))
          }
        }
      })
  }
}
