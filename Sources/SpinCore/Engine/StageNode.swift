/// One node of a staged execution, as a ``StageMachine`` knows it.
///
/// The nodes of an execution are an array; each knows its parent, its first child and the sibling
/// after it by their places there.
@usableFromInline
package struct StageNode: Hashable, Sendable {
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    /// One piece of work, or events that are delivered one after another.
    case work
    /// Work that may be tried again after a while.
    case attempt
    /// An alarm, and a child that begins when it is due.
    case delay
    /// A child, and as the second one the work that ends it.
    case timeout
    /// Children of which the first to yield an event goes on alone.
    case race
    /// Children that begin together.
    case all
    /// Children that begin one after another.
    case chain
  }

  /// How far a node is.
  @usableFromInline
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
  /// The children of a race or a group that are open.
  package var left: Int32 = 0
  /// Whether its alarm is set: that of a delay, or of an attempt that is to be tried again.
  package var isWaiting = false
  /// The serial of the branch that it runs as; 0 if it runs as none.
  package var serial: UInt64 = 0

  package init(_ kind: Kind, parent: Int32) {
    self.kind = kind
    self.parent = parent
  }
}
