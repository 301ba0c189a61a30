/// The parts of a state, in order, each under an id.
///
/// Use it for the rows of a list, the tabs of a window or running transfers: parts that come and
/// go, and that feedbacks handle one by one.
///
/// ```swift
/// import SpinChildren
///
/// struct Board: Sendable {
///   var counters: Children<Int, Counter> = [1: Counter(), 2: Counter()]
/// }
/// enum Event {
///   case added(Int), closed(Int), pressed(Int)
/// }
///
/// Feedback(forEach: \.counters) { id, counter in … }
/// Reducer { board, event in
///   switch event {
///   case .pressed(let id): board.counters[id: id]?.count += 1
///   case .added(let id): board.counters.append(Counter(), id: id)
///   case .closed(let id): board.counters[id: id] = nil
///   }
/// }
/// ```
///
/// It is a collection of pairs of an id and a part, in the order of insertion. Only moving and
/// sorting change that order. A part that is inserted under an existing id replaces the part there,
/// so each id occurs once.
///
/// A part changes in place. Copies share the parts that neither of them changes. A copy costs two
/// retains, and a change of a copy copies one part and the path to it. The loop keeps the
/// collection from before an event, and finds the changed parts without visiting the parts that
/// both share. The differences between any two collections are exact.
///
/// NB: a key path that contains the id, such as `\.counters[id: 3]`, copies the part and writes it
/// back, as every key path to a computed property does.
///
/// - Complexity: O(log n) for every operation on one element, O(1) for a copy.
public struct Children<ID: Hashable & Sendable, Part: Sendable>: Sendable {
  @usableFromInline typealias Tree = ChildTree<ID, Part>

  @usableFromInline var tree = Tree.leaf([])
  /// The labels in the tree, by the hashes of the ids.
  @usableFromInline var index = HashTrie()
  @usableFromInline var size = 0

  /// Creates an empty collection.
  @inlinable
  public init() {}

  /// Creates a collection from pairs.
  ///
  /// If several parts have one id, the last one counts, in the place of the first.
  @inlinable
  public init(_ pairs: some Sequence<(ID, Part)>) {
    for (id, part) in pairs { append(part, id: id) }
  }

  /// The part with an id; `nil` if there is none.
  ///
  /// Setting `nil` removes the part, and setting a part under a new id appends it.
  @inlinable
  public subscript(id id: ID) -> Part? {
    get { box(of: id)?[0].part }
    set {
      if let newValue {
        append(newValue, id: id)
      } else {
        remove(id: id)
      }
    }
    _modify {
      var part: Part?
      let label = change(id) { swap(&$0, &part) }
      defer {
        if let label {
          if part == nil {
            remove(id, label)
          } else {
            _ = tree.change(id, label) { swap(&$0, &part) }
          }
        } else if let part {
          insert(Tree.Child(id, part), appendixLabel())
        }
      }
      yield &part
    }
  }

  // MARK: Adding and removing

  /// Appends a part, or replaces the part with the id.
  ///
  /// - Returns: The replaced part, if there was one.
  @inlinable
  @discardableResult
  public mutating func append(_ part: Part, id: ID) -> Part? {
    var old: Part? = part
    if change(id, { swap(&$0, &old) }) != nil { return old }
    insert(Tree.Child(id, part), appendixLabel())
    return nil
  }

  /// Inserts a part at a position, or replaces the part with the id in its place.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - id: Its id.
  ///   - position: The position of the part if its id is new, from 0 to `count`. A position out of
  ///     range counts as the nearest valid one.
  /// - Returns: The replaced part, if there was one.
  @inlinable
  @discardableResult
  public mutating func insert(_ part: Part, id: ID, at position: Int) -> Part? {
    var old: Part? = part
    if change(id, { swap(&$0, &old) }) != nil { return old }
    insert(Tree.Child(id, part), label(at: Swift.max(0, Swift.min(position, size))))
    return nil
  }

  /// Removes the part with an id.
  ///
  /// - Returns: The part; `nil` if there was none.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Part? {
    guard let label = label(of: id) else { return nil }
    return remove(id, label)[0].part
  }

  /// Removes the element at a position.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let slot = slot(at: position)
    return Self.element(remove(slot.box[0].id, slot.label))
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll() {
    self = Children()
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Parameter isUnwanted: Called once with each element, in order, before any is removed.
  /// - Throws: The error of the predicate, in which case nothing is removed.
  /// - Complexity: O(*n* + *m* log *n*), where *m* elements are removed.
  @inlinable
  public mutating func removeAll<Failure: Error>(
    where isUnwanted: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    // NB: by label, because an id that does not equal itself, such as NaN, cannot be found.
    var unwanted: [(id: ID, label: Int)] = []
    var walk = ChildWalk(tree)
    while let slot = walk.nextSlot() {
      if try isUnwanted(Self.element(slot.box)) { unwanted.append((slot.box[0].id, slot.label)) }
    }
    if unwanted.count == size { return removeAll() }
    for (id, label) in unwanted { remove(id, label) }
  }

  /// Returns the elements that satisfy a predicate, in a collection that shares storage with this
  /// one.
  ///
  /// - Parameter isIncluded: Called once with each element, in order.
  /// - Returns: A copy without the other elements.
  /// - Throws: The error of the predicate.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Children {
    // NB: `rethrows`, as in the standard library. The compiler would choose a method that is
    // generic over its error only if the type demands it, and otherwise that of the sequence, which
    // makes an array.
    var copy = self
    try copy.removeAll { element in try !isIncluded(element) }
    return copy
  }
}

extension Children where Part: Identifiable, Part.ID == ID {
  /// Creates a collection of parts under their own ids.
  ///
  /// If several parts have one id, the last one counts, in the place of the first.
  @inlinable
  public init(_ parts: some Sequence<Part>) {
    for part in parts { append(part) }
  }

  /// Appends a part, or replaces the part with its id.
  ///
  /// - Returns: The replaced part, if there was one.
  @inlinable
  @discardableResult
  public mutating func append(_ part: Part) -> Part? { append(part, id: part.id) }

  /// Inserts a part at a position, or replaces the part with its id in its place.
  ///
  /// - Returns: The replaced part, if there was one.
  @inlinable
  @discardableResult
  public mutating func insert(_ part: Part, at position: Int) -> Part? {
    insert(part, id: part.id, at: position)
  }
}
