/// A value in the state whose every assignment counts, even if the new value is equal.
///
/// Use it for things that happen once, such as a message to show, a sound to play or a field to
/// focus. A feedback on the pulse responds to each assignment, whereas a feedback on the value
/// responds to differences:
///
/// ```swift
/// struct Editor: Sendable {
///   var text = ""
///   @Pulse var notice: String?
/// }
///
/// let spin = Spin<Editor, Event>(initialState: Editor()) {
///   Feedback(pulse: \.$notice) { notice in .sideEffect { await show(notice) } }
///   Reducer { editor, event in
///     if case .saved = event { editor.notice = "Saved." }
///   }
/// }
/// ```
///
/// Code outside of the loop answers a pulse by the same label: `running.values(pulse: \.$notice)`
/// and `running.observe(pulse: \.$notice) { … }`. ``Transition/isNew(pulse:)`` tells about one
/// transition.
///
/// The initial value is not an assignment. Mutating the value in place is one.
///
/// The number of assignments belongs to the value: two pulses are equal if both the values and the numbers
/// are, and coding keeps both. So an older state that an undo brings back starts no effect. A state whose
/// number is higher than that of the state before starts one, such as a state that a redo brings back or that
/// another run has saved. A new state counts from zero, so an assignment in the same step may be missed. To
/// replace a state without missing an assignment, carry the pulse over into the new state:
/// `new._notice = _notice`. Only methods of the state can do this, because `_notice` is private.
@propertyWrapper
public struct Pulse<Value> {
  @usableFromInline var value: Value
  @usableFromInline var count = 0

  /// Creates a pulse with a value, which does not count as an assignment.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value; setting or mutating it counts as an assignment.
  @inlinable public var wrappedValue: Value {
    get { value }
    set {
      count &+= 1
      value = newValue
    }
    _modify {
      count &+= 1
      yield &value
    }
  }

  /// The pulse, for whoever answers its assignments: `Feedback(pulse: \.$notice) { notice in … }`.
  @inlinable public var projectedValue: PulseSignal<Value> {
    PulseSignal(value: value, count: count)
  }
}

extension Pulse: Sendable where Value: Sendable {}
extension Pulse: Equatable where Value: Equatable {}
extension Pulse: Hashable where Value: Hashable {}
extension Pulse: Encodable where Value: Encodable {}
extension Pulse: Decodable where Value: Decodable {}

/// A ``Pulse`` as `pulse:` selects it: `\.$notice`.
///
/// NB: it is not `Equatable`, so that no feedback compares a pulse as it compares a value.
public struct PulseSignal<Value> {
  @usableFromInline package let value: Value
  @usableFromInline package let count: Int

  @inlinable
  init(value: Value, count: Int) {
    self.value = value
    self.count = count
  }
}

extension PulseSignal: Sendable where Value: Sendable {}

/// Refuses a pulse by the label `on:`.
///
/// NB: a conformance rather than overloads of `on:`, which the compiler would name in its messages
/// about other mistakes.
@available(*, unavailable, message: "A pulse is answered at each assignment: use 'pulse:'.")
extension PulseSignal: Equatable {
  /// Is never called.
  public static func == (left: PulseSignal, right: PulseSignal) -> Bool {
    left.count == right.count
  }
}

/// What has happened to a pulse since it was seen last.
@usableFromInline
package enum PulseChange: Sendable {
  /// It was not assigned, or is seen for the first time.
  case none
  /// It was assigned once or several times.
  case assigned
  /// An older state has come back.
  case restored
}

extension PulseSignal {
  /// Returns what has happened to the pulse, and notes that this signal was seen.
  ///
  /// - Parameter seen: The number of assignments that was seen last; `nil` before the first state.
  /// - Returns: What has happened since.
  @inlinable
  package func change(since seen: inout Int?) -> PulseChange {
    let last = seen ?? count
    seen = count
    return count == last ? .none : count > last ? .assigned : .restored
  }
}
