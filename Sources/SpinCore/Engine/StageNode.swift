/// One node of a staged execution, as a ``StageMachine`` knows it.
///
/// The nodes of an execution form an array. Each refers to its parent, its first and last child and
/// its next sibling by their places in the array.
package struct StageNode: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// One piece of work, or events that are delivered as one block.
    case work
    /// Work that may be tried again after a delay.
    case attempt
    /// An alarm, and a child that begins when the alarm is due.
    case delay
    /// The first child is the work, and the second is the alarm that ends it.
    case timeout
    /// Children that run together until the first of them yields an event, and then goes on alone.
    case race
    /// Children that begin together.
    case all
    /// Children that begin one after another.
    case chain
  }

  /// The phases of a node.
  package enum Phase: UInt8, Sendable {
    case idle
    /// It has begun.
    case open
    /// It has ended, or was cancelled.
    case over
  }

  /// The place that no node has.
  package static let none: Int32 = -1

  package let kind: Kind
  package var phase = Phase.idle
  package let parent: Int32
  package var firstChild = StageNode.none
  package var lastChild = StageNode.none
  package var nextSibling = StageNode.none
  /// The number of open children of a race, or of children that begin together.
  package var left: Int32 = 0
  /// Whether its alarm is set, if it is a delay, or an attempt that will be tried again.
  package var isWaiting = false
  /// The serial of the branch that it runs as, or 0.
  package var serial: UInt64 = 0
}
