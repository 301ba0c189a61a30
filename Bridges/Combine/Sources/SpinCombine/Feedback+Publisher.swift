public import SpinCore

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif

/// Feedbacks whose effect closures are functions that return a publisher of events.
///
/// ```swift
/// Feedback(effect: leftEffect)
/// Feedback(effect: rightEffect)
/// ```
///
/// The loop calls the function when the effect starts, as ``/SpinCore/Effect/publisher(_:)`` calls its
/// closure.
extension Feedback {
  /// Responds to every state with a publisher of events.
  ///
  /// - Parameter effect: Called with every state, beginning with the initial one.
  public init<Source: Publisher & SendableMetatype>(
    effect: @escaping @Sendable (State) -> Source
  ) where Source.Output == Event, Source.Failure == Never {
    self.init(effect: { state in .publisher { effect(state) } })
  }

  /// Responds to the states that pass a filter with a publisher of events.
  ///
  /// - Parameters:
  ///   - isIncluded: Called once with every state.
  ///   - effect: Called with the states that pass.
  public init<Source: Publisher & SendableMetatype>(
    filteredBy isIncluded: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable (State) -> Source
  ) where Source.Output == Event, Source.Failure == Never {
    self.init(filteredBy: isIncluded, effect: { state in .publisher { effect(state) } })
  }

  /// Responds to a part of every state with a publisher of events.
  ///
  /// - Parameters:
  ///   - lens: Called once with every state; it can be a key path.
  ///   - effect: Called with the part.
  public init<Part: Sendable, Source: Publisher & SendableMetatype>(
    lensingOn lens: @escaping @Sendable (State) -> Part,
    effect: @escaping @Sendable (Part) -> Source
  ) where Source.Output == Event, Source.Failure == Never {
    self.init(lensingOn: lens, effect: { part in .publisher { effect(part) } })
  }

  /// Subscribes to a publisher of events for as long as a selected value stays equal.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - effect: Called with each value that differs from the one before.
  public init<Value: Equatable & Sendable, Source: Publisher & SendableMetatype>(
    on select: @escaping @Sendable (State) -> Value?,
    effect: @escaping @Sendable (Value) -> Source
  ) where Source.Output == Event, Source.Failure == Never {
    self.init(on: select, effect: { value in .publisher { effect(value) } })
  }

  /// Subscribes to a publisher of events for as long as a condition is true.
  ///
  /// - Parameters:
  ///   - isTrue: Called once with every state; it can be a key path.
  ///   - effect: Called each time the condition becomes true.
  public init<Source: Publisher & SendableMetatype>(
    while isTrue: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable () -> Source
  ) where Source.Output == Event, Source.Failure == Never {
    self.init(while: isTrue, effect: { .publisher(effect) })
  }
}
