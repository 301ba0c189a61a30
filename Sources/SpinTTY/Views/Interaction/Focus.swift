/// Says which of several things has the focus: a value in the state.
///
/// ```swift
/// struct Form {
///   var focus = Focus<Field>([.name, .mail, .send])
/// }
/// ```
///
/// Only events move the focus, never a frame. Tab moves it forward in the declared order, and shift
/// with tab moves it back, around the ends.
public struct Focus<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The ring, in the order in which tab goes.
  public private(set) var ring: [ID]
  /// The item that has the focus; nil if none has.
  public private(set) var current: ID?

  /// Creates a focus on `current`, or on the first of the ring if it is not in it.
  public init(_ ring: [ID], current: ID? = nil) {
    self.ring = ring
    self.current = current.flatMap { ring.contains($0) ? $0 : nil } ?? ring.first
  }

  /// Whether an item has the focus.
  public func isOn(_ id: ID) -> Bool { current == id }

  /// Moves the focus to the next item.
  public mutating func next() { move(by: 1) }

  /// Moves the focus to the item before.
  public mutating func previous() { move(by: -1) }

  /// Moves the focus to an item of the ring; nil leaves the ring, and other items change nothing.
  public mutating func move(to id: ID?) {
    if let id, !ring.contains(id) { return }
    current = id
  }

  /// Changes the ring; if what has the focus is gone, it goes to what follows there now.
  public mutating func setRing(_ ring: [ID]) {
    if let current, !ring.contains(current) {
      let old = self.ring.firstIndex(of: current) ?? 0
      let following = self.ring[min(old, self.ring.count)...].first { ring.contains($0) }
      self.current = following ?? ring.last
    }
    self.ring = ring
  }

  /// Moves the focus forward on tab, and back on shift with tab.
  ///
  /// - Returns: Whether the input was one of them.
  @discardableResult
  public mutating func reduce(_ input: InputEvent) -> Bool {
    var isTaken = false
    for press in input.presses {
      if KeyChord.tab.matches(press) {
        next()
        isTaken = true
      } else if KeyChord.shift(.tab).matches(press) {
        previous()
        isTaken = true
      }
    }
    return isTaken
  }

  private mutating func move(by step: Int) {
    guard !ring.isEmpty else { return }
    guard let current, let index = ring.firstIndex(of: current) else {
      self.current = step > 0 ? ring.first : ring.last
      return
    }
    self.current = ring[(index + step + ring.count) % ring.count]
  }
}
