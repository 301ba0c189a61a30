/// The elements of a collection by number and by id, for the closures of a feedback or of a scope.
@usableFromInline
final class ElementTable<ID: Hashable & Sendable, Element> {
  /// What is known of an element: its id and value, which are `nil` when it has left, because they may
  /// hold user objects, and its name in origins.
  @usableFromInline
  typealias Record = (id: ID?, element: Element?, name: ElementID?)

  @usableFromInline @safe @exclusivity(unchecked) var records: [Record] = []
  @usableFromInline @safe @exclusivity(unchecked) var numbers: [ID: Int] = [:]
  /// The numbers of elements that have left.
  @usableFromInline @safe @exclusivity(unchecked) var free: [Int] = []
  // Guard: the drain, which calls the closures of the feedback or the scope that has the table.

  @inlinable
  init() {}

  @inlinable
  func id(_ number: Int) -> ID {
    guard let id = records[number].id else {
      unreachable("the id of an element is wanted that has left")
    }
    return id
  }

  /// Returns the name of an element in origins, which is made at the first call.
  @inlinable
  func name(_ number: Int) -> ElementID {
    if let name = records[number].name { return name }
    let name = ElementID(id(number))
    records[number].name = name
    return name
  }

  @inlinable
  func add(_ id: ID, _ element: Element?) -> Int {
    let record: Record = (id, element, nil)
    let number: Int
    if let last = free.popLast() {
      number = last
      records[number] = record
    } else {
      number = records.count
      records.append(record)
    }
    numbers[id] = number
    return number
  }

  /// Forgets an element, whose number can be reused.
  @inlinable
  func remove(_ number: Int) {
    forget(number)
    free.append(number)
  }

  /// Forgets an element, whose number is not reused until the caller adds it to ``free``.
  @inlinable
  func forget(_ number: Int) {
    if let id = records[number].id.take() { numbers[id] = nil }
    records[number].element = nil
    records[number].name = nil
  }

  /// Takes the changes that a collection lists by calling a closure.
  ///
  /// Their order is: elements that have left, then elements that have changed, then new ones. Of those that
  /// have changed, a further attempt stands before each other work that is wanted, which could otherwise take
  /// its place. The number of an element that has left can be reused from the next state on.
  ///
  /// - Parameters:
  ///   - rule: Returns what a change means.
  ///   - keepsElements: Whether to keep the elements.
  ///   - changes: Gets the changes.
  ///   - list: Lists the changes. It is also given a closure that knows the ids of the elements so far.
  @inlinable
  func update(
    by rule: @escaping ElementRule<Element>, keepsElements: Bool,
    into changes: inout [ElementChange],
    from list: (_ isKnown: (ID) -> Bool, (TypedPartChange<ID, Element>) -> Void) -> Void
  ) {
    var left: [Int] = []
    var appeared: [ElementChange] = []
    var hasRetries = false
    list({ numbers[$0] != nil }) { change in
      switch change {
      case .left(let id):
        guard let number = numbers[id] else { return }
        left.append(number)
        changes.append(ElementChange(number, .left))
      case .changed(let id, let old, let new):
        guard let number = numbers[id] else { return }
        var before = old
        if keepsElements {
          // A collection that is equal is not listed, but its elements may differ in what `==` ignores.
          before = records[number].element ?? old
          records[number].element = new
        }
        guard let change = rule(before, new) else { return }
        if change == .retried { hasRetries = true }
        changes.append(ElementChange(number, change))
      case .appeared(let id, let part):
        // An id that does not equal itself, such as NaN, cannot be found again, nor forgotten.
        guard id == id else { return }
        let number = add(id, keepsElements ? part : nil)
        if let change = rule(nil, part) { appeared.append(ElementChange(number, change)) }
      }
    }
    if hasRetries { changes.putRetriesFirst() }
    if !appeared.isEmpty { changes += appeared }
    for number in left { remove(number) }
  }
}
