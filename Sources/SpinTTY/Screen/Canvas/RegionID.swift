/// Names a region of the screen, for the mouse and for the focus.
public struct RegionID: Hashable, Sendable {
  /// The value from ``View/id(_:)``.
  public let value: any Hashable & Sendable

  /// Creates an id from a value; an id of an id is that id.
  public init(_ value: some Hashable & Sendable) {
    self.value = (value as? RegionID)?.value ?? value
  }

  /// Whether both are made of equal values of one type.
  public static func == (left: RegionID, right: RegionID) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
