/// Says which of several regions has the focus: a value in the state.
///
/// ```swift
/// struct Form {
///   var focus = Focus(Field.name)
/// }
/// UISpin(form, focus: \.focus) { … } keys: { Control.focus { .focus($0) } }
/// ```
///
/// Only events move the focus, never a frame. The focus has no order of its own: tab goes from region
/// to region as the user saw them, row by row, and the order comes with the action. If no frame has
/// shown a layer yet, tab goes through the regions that a frame of the present state shows.
public struct Focus<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The region that has the focus; nil if none has.
  public var current: ID?

  /// Creates a focus.
  public init(_ current: ID? = nil) { self.current = current }

  /// Whether a region has the focus.
  public func isOn(_ id: ID) -> Bool { current == id }

  /// What moves the focus.
  public enum Action: Hashable, Sendable {
    /// It goes to the region behind it, in this order, or from the last to the first.
    case next(of: [ID])
    /// It goes to the region before it, in this order, or from the first to the last.
    case previous(of: [ID])
    /// It goes to a region; nil takes it away from all.
    case move(to: ID?)
  }

  /// Moves the focus.
  ///
  /// - Returns: Whether another region has it now.
  @discardableResult
  public mutating func reduce(_ action: Action) -> Bool {
    let before = current
    switch action {
    case .next(let order): current = neighbour(in: order, by: 1) ?? order.first ?? current
    case .previous(let order): current = neighbour(in: order, by: -1) ?? order.last ?? current
    case .move(let id): current = id
    }
    return current != before
  }

  /// The region beside the one that has the focus; nil if that one is not in the order.
  private func neighbour(in order: [ID], by step: Int) -> ID? {
    guard let current, let index = order.firstIndex(of: current) else { return nil }
    return order[(index + step + order.count) % order.count]
  }
}

extension Focus: Encodable where ID: Encodable {}
extension Focus: Decodable where ID: Decodable {}
extension Focus.Action: Encodable where ID: Encodable {}
extension Focus.Action: Decodable where ID: Decodable {}

/// A value that says which region has the focus, whatever the type of the ids: a ``Focus``.
public protocol FocusValue: Sendable {
  /// The id of the region; nil if none has the focus.
  var currentID: (any Hashable & Sendable)? { get }
}

extension Focus: FocusValue {
  /// The id of the region; nil if none has the focus.
  public var currentID: (any Hashable & Sendable)? { current }
}

extension FocusValue {
  var key: RegionKey? {
    func key(_ id: some Hashable & Sendable) -> RegionKey { RegionKey(id) }
    return currentID.map { key($0) }
  }
}
