/// The region that has the focus: a value in the state.
///
/// ```swift
/// struct Form {
///   var focus = Focus(Area.name)
/// }
/// UISpin(form, focus: \.focus) { form, _ in … } keys: { Control.focus { .focus($0) } }
/// ```
///
/// Only events move the focus, never a frame. If the focused region is gone, tab goes on from the
/// place that it had in the order of the last tab. The focus has no order of its own: tab moves
/// through the regions row by row as the user saw them, through one view of a ``Split`` after the
/// other, and the action contains that order. If tab
/// was typed before a frame has shown the results of earlier keys, it moves through the regions
/// that a frame of the current state would show.
///
/// From a ``Button`` or a ``Checkbox``, an arrow key moves the focus to the next one in its row or column, unless
/// another region is in between.
///
/// If a frame shows that the focused region became ``View/disabled(_:)``, the event of tab follows, so
/// that the focus moves to the next region.
///
/// Two values are equal if the same region has the focus.
public struct Focus<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The region that has the focus; `nil` if none has.
  public var current: ID? {
    didSet { (isMoved, origin) = (false, nil) }
  }
  /// Whether ``Action/move(to:)`` has moved the focus here, as a click does.
  private var isMoved = false
  /// The region that had the focus before such moves, or `nil` if none had it.
  ///
  /// A form that the user clicks stays scrolled as it was for this region.
  private var origin: ID?
  /// The order of the last action that had one, in which the place of a region that is gone is
  /// found.
  private var order: [ID] = []

  /// Creates a focus.
  public init(_ current: ID? = nil) { self.current = current }

  /// Returns whether a region has the focus.
  public func isOn(_ id: ID) -> Bool { current == id }

  /// An action that moves the focus.
  public enum Action: Hashable, Sendable {
    /// Moves the focus to the next region in this order, and from the last to the first.
    case next(of: [ID])
    /// Moves the focus to the previous region in this order, and from the first to the last.
    case previous(of: [ID])
    /// Moves the focus to a region; `nil` removes it.
    case move(to: ID?)
  }

  /// Moves the focus.
  ///
  /// - Returns: Whether the focus changed.
  @discardableResult
  public mutating func reduce(_ action: Action) -> Bool {
    let before = current
    switch action {
    case .next(let order):
      current = neighbour(in: order, by: 1) ?? order.first ?? current
      self.order = order
    case .previous(let order):
      current = neighbour(in: order, by: -1) ?? order.last ?? current
      self.order = order
    case .move(let id):
      let start = isMoved ? origin : current
      current = id
      if start != id { (isMoved, origin) = (true, start) }
    }
    return current != before
  }

  /// Returns the region next to the focused one, or to the place where that was before; `nil` if no
  /// such place is known.
  private func neighbour(in order: [ID], by step: Int) -> ID? {
    guard let current else { return nil }
    if let index = order.firstIndex(of: current) {
      return order[(index + step + order.count) % order.count]
    }
    guard let index = self.order.firstIndex(of: current) else { return nil }
    let (before, after) = (self.order[..<index], self.order[index...].dropFirst())
    let shown = Set(order)
    return step > 0
      ? (after + before).first { shown.contains($0) } : (after + before).last { shown.contains($0) }
  }
}

extension Focus {
  /// Returns whether the same region has the focus.
  public static func == (left: Focus, right: Focus) -> Bool { left.current == right.current }

  /// Feeds the region that has the focus to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(current) }
}

extension Focus {
  private enum CodingKeys: CodingKey {
    case current
  }

  /// The id of no region.
  private struct Nothing: Hashable, Sendable {}
}

extension Focus: Encodable where ID: Encodable {}
extension Focus: Decodable where ID: Decodable {}
extension Focus.Action: Encodable where ID: Encodable {}
extension Focus.Action: Decodable where ID: Decodable {}

/// A ``Focus`` with ids of any type.
public protocol FocusValue: Sendable {
  /// The id of the focused region; `nil` if no region has the focus.
  var currentID: (any Hashable & Sendable)? { get }
  /// The id of the region from which ``Focus/Action/move(to:)`` has moved the focus, as a click
  /// does; `nil` if the focus has not come by such a move.
  ///
  /// If no region had the focus before the move, it is an id that no region has.
  var originID: (any Hashable & Sendable)? { get }
}

extension Focus: FocusValue {
  /// The id of the focused region; `nil` if no region has the focus.
  public var currentID: (any Hashable & Sendable)? { current }

  /// The id of the region from which ``Action/move(to:)`` has moved the focus; `nil` if the focus
  /// has not come by such a move.
  ///
  /// If no region had the focus before the move, it is an id that no region has.
  public var originID: (any Hashable & Sendable)? {
    guard isMoved else { return nil }
    if let origin { return origin }
    return Nothing()
  }
}

extension FocusValue {
  var key: RegionKey? { currentID.map { regionKey($0) } }

  var originKey: RegionKey? { originID.map { regionKey($0) } }

  private func regionKey(_ id: some Hashable & Sendable) -> RegionKey { RegionKey(id) }
}
