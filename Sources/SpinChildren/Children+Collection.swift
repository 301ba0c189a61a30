extension Children: RandomAccessCollection {
  /// An id and the part under it.
  public typealias Element = (id: ID, part: Part)
  /// The position of an element.
  public typealias Index = Int
  /// All positions.
  public typealias Indices = Range<Int>

  /// An iterator over the elements, in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var walk: ChildWalk<ID, Part>

    @inlinable
    init(_ tree: Tree) {
      walk = ChildWalk(tree)
    }

    /// Returns the next element; `nil` after the last one.
    @inlinable
    public mutating func next() -> Element? { walk.next().map(Children.element) }
  }

  /// Makes an iterator over the elements, in order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(tree) }

  /// The first position, which is always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { size }
  /// The number of elements.
  @inlinable public var count: Int { size }
  /// The number of elements.
  @inlinable public var underestimatedCount: Int { size }

  /// The element at a position, from 0 to `count - 1`.
  ///
  /// - Complexity: O(log n)
  @inlinable
  public subscript(position: Int) -> Element { Self.element(slot(at: position).box) }

  /// The ids, in order.
  @inlinable public var ids: LazyMapCollection<Children, ID> { lazy.map { $0.id } }

  /// The parts, in order.
  @inlinable public var parts: LazyMapCollection<Children, Part> { lazy.map { $0.part } }

  /// Returns whether there is a part with an id.
  @inlinable
  public func contains(id: ID) -> Bool { label(of: id) != nil }

  /// Returns the position of the part with an id; `nil` if there is none.
  @inlinable
  public func index(id: ID) -> Int? { label(of: id).map(tree.position) }
}

// MARK: Order

extension Children {
  /// Moves the part with an id; has no effect if there is none.
  ///
  /// A position out of range counts as the nearest valid one, because an event may name a position
  /// that earlier events have removed.
  ///
  /// - Parameters:
  ///   - id: The id of the part.
  ///   - position: The position of the part after the move, from 0 to `count - 1`.
  @inlinable
  public mutating func move(id: ID, to position: Int) {
    let position = Swift.max(0, Swift.min(position, size - 1))
    guard let label = label(of: id), tree.position(of: label) != position else { return }
    let box = remove(id, label)
    insert(box, self.label(at: position))
  }

  /// Sorts the elements.
  ///
  /// - Parameter areInOrder: Returns whether the first of two elements belongs before the second.
  /// - Complexity: O(*n*) if the elements are in order, otherwise O(*n* log *n*).
  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    let boxes = boxes
    let isSorted = try zip(boxes, boxes.dropFirst()).allSatisfy {
      try !areInOrder(Self.element($1), Self.element($0))
    }
    if isSorted { return }
    let sorted = try boxes.sorted { try areInOrder(Self.element($0), Self.element($1)) }
    rebuild(ContiguousArray(sorted))
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func reverse() {
    if size > 1 { rebuild(ContiguousArray(boxes.reversed())) }
  }
}
