/// What a feedback compares in each state, for monitors and for skipping a value.
@usableFromInline
package enum FeedbackForm: UInt8, Sendable {
  /// Nothing: it has work at every state.
  case states
  /// Nothing: a filter decides.
  case filter
  /// Nothing: a filter decides about a part of the state.
  case lens
  case selection, condition, pulse, elements
  /// A selection whose value has the type of the state.
  case whole
  /// It starts one effect, at the first state.
  case once

  /// Whether a value that the strategy skips is forgotten.
  ///
  /// A kept part of the state would be copied when it changes.
  var forgetsSkipped: Bool { self == .lens || self == .pulse }

  /// Why an effect is cancelled if another one replaces it.
  var changeReason: CancelReason {
    switch self {
    case .states, .filter, .lens, .once: .newerState
    case .selection, .whole, .condition, .pulse, .elements: .valueChanged
    }
  }
}

/// The value that a feedback remembers, for code that does not know its type.
@usableFromInline
package class FeedbackMemory {
  init() {}

  /// Forgets the value.
  func forget() {}

  /// The value.
  var selected: Any? { nil }

  /// Whether the feedback has elements; the memory then knows the value of no element.
  var isOfElements: Bool { false }

  /// Why the feedback was not asked about the newest state; `nil` if it was.
  var notAsked: FeedbackAnswer? { nil }
}

/// A value that a feedback remembers from one call to the next.
@usableFromInline
final class Memory<Value>: FeedbackMemory {
  @usableFromInline @safe @exclusivity(unchecked) var value: Value?
  // Guard: the drain, whose feedback has it.

  @usableFromInline
  override init() {}

  override func forget() { value = nil }

  override var selected: Any? { value.map { $0 as Any } }

  /// Returns whether a value has the same bytes, so that it refers to the same objects.
  @inlinable
  func hasSameBytes(_ other: StatePlace) -> Bool {
    if case .none = value { return false }
    // Guard: the value of an optional begins where the optional does.
    return withPlace(ofState: &value) { other.hasSameBytes(as: $0, MemoryLayout<Value>.size) }
  }
}
