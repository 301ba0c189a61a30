/// A state together with the states before and after it, for undo and redo.
///
/// It is the state of ``Spin/undoable(limit:isStep:)``. Views show ``present``, and offer undo and
/// redo if ``canUndo`` and ``canRedo`` are true.
///
/// Two histories are equal if their present, past and future states are equal.
public struct History<State: Sendable>: Sendable {
  /// The current state.
  ///
  /// Setting it is not a step, and does not change what can be undone or redone.
  public var present: State

  /// The states that ``undo()`` goes back to, the newest last.
  public private(set) var past: [State] = []

  /// The states that ``redo()`` goes forward to, the next one last.
  public private(set) var future: [State] = []

  /// The present state before the event that is being reduced, if the event may be a step.
  var before: State?

  /// Creates a history without steps.
  public init(_ present: State) {
    self.present = present
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// Goes back by one step; has no effect if there is none.
  ///
  /// - Complexity: O(1), amortised.
  public mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(present)
    present = last
  }

  /// Goes forward by one undone step; has no effect if there is none.
  ///
  /// - Complexity: O(1), amortised.
  public mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(present)
    present = next
  }

  /// Forgets all steps, for example after opening a document.
  public mutating func clear() {
    past = []
    future = []
  }

  /// Notes a step from a state to the present one, and discards the steps that can be redone.
  ///
  /// - Parameters:
  ///   - before: The state before the step.
  ///   - limit: The number of newest steps to keep; if it is not positive, none is kept.
  /// - Complexity: O(1), amortised; O(`limit`) if the oldest step is forgotten.
  public mutating func note(stepFrom before: State, limit: Int) {
    future = []
    past.append(before)
    if past.count > limit { past.removeFirst(past.count - max(limit, 0)) }
  }
}

extension History: Equatable where State: Equatable {
  /// Compares the present, past and future states.
  public static func == (left: History, right: History) -> Bool {
    left.present == right.present && left.past == right.past && left.future == right.future
  }
}

extension History: Hashable where State: Hashable {
  /// Hashes the present, past and future states.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(present)
    hasher.combine(past)
    hasher.combine(future)
  }
}

extension History: Encodable where State: Encodable {}
extension History: Decodable where State: Decodable {}

extension History {
  private enum CodingKeys: CodingKey {
    case present, past, future
  }
}

/// An event of a spin whose steps can be undone.
public enum HistoryEvent<Event: Sendable>: Sendable {
  /// An event of the spin.
  case event(Event)
  /// Go back by one step.
  case undo
  /// Go forward by one undone step.
  case redo
  /// Forget all steps.
  case clear

  /// The event of the spin; `nil` for other cases.
  public var event: Event? {
    if case .event(let event) = self { event } else { nil }
  }
}

extension HistoryEvent: Equatable where Event: Equatable {}
extension HistoryEvent: Hashable where Event: Hashable {}
extension HistoryEvent: Encodable where Event: Encodable {}
extension HistoryEvent: Decodable where Event: Decodable {}
