/// The newest elements of a collection by number and by id, which finds the changes from one state
/// to the next.
@usableFromInline
struct ElementTable<ID: Hashable & Sendable, Element> {
  /// What is known of an element: its id and value, which are `nil` when it has left, because they may
  /// hold user objects, the round in which it was found or looked for, and its name in origins.
  @usableFromInline
  typealias Record = (id: ID?, element: Element?, mark: Int, name: ElementID?)

  @usableFromInline var records: [Record] = []
  @usableFromInline var numbers: [ID: Int] = [:]
  /// The numbers of elements that have left.
  @usableFromInline var free: [Int] = []
  /// The numbers of the elements in the order of the collection; empty if it has no order.
  @usableFromInline var order: [Int] = []
  /// Counts by two: an even mark means that an element is looked for, and an odd mark that it is
  /// found.
  @usableFromInline var round = 0
  @usableFromInline let duplicates = Duplicates(in: "Feedback(forEach:)", ofSeveral: "elements")

  @inlinable
  init() {}

  @inlinable
  func element(_ number: Int) -> Element {
    guard let element = records[number].element else {
      unreachable("an element is described that has left")
    }
    return element
  }

  @inlinable
  func id(_ number: Int) -> ID {
    guard let id = records[number].id else {
      unreachable("the id of an element is wanted that has left")
    }
    return id
  }

  /// Returns the name of an element in origins, which is made at the first call.
  @inlinable
  mutating func name(_ number: Int) -> ElementID {
    if let name = records[number].name { return name }
    let name = ElementID(id(number))
    records[number].name = name
    return name
  }

  @inlinable
  mutating func add(_ id: ID, _ element: Element) -> Int {
    let record: Record = (id, element, round + 1, nil)
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

  /// Forgets an element, whose number can be reused from the next state on.
  @inlinable
  mutating func remove(_ number: Int) {
    forget(number)
    free.append(number)
  }

  /// Forgets an element, whose number is reused once it is among the free ones.
  @inlinable
  mutating func forget(_ number: Int) {
    if let id = records[number].id.take() { numbers[id] = nil }
    records[number].element = nil
    records[number].name = nil
  }

  /// Replaces an element by the newest one of its id, and returns what that means for its effect.
  @inlinable
  mutating func replace(
    _ number: Int, _ element: Element, _ rule: ElementRule<Element>
  ) -> Engine.ElementChange? {
    let change = rule.change(records[number].element, element)
    if change != nil || rule.keepsNewest { records[number].element = element }
    return change
  }
}
