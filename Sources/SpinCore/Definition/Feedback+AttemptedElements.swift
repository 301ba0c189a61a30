extension Feedback {
  /// Makes the attempts that an ``Attempt`` in each element of a collection asks for.
  ///
  /// ```swift
  /// Feedback(forEach: \.jobs, attempting: \.upload, atMost: 4) { job, number in
  ///   .run { .sent(job.id, try await send(job.file)) } catch: { .refused(job.id, "\($0)") }
  /// }
  /// case .sent(let id, let receipt):  // the reducer
  ///   if let job = jobs.firstIndex(where: { $0.id == id }) { jobs[job].upload.succeed(receipt) }
  /// case .refused(let id, let reason):
  ///   if let job = jobs.firstIndex(where: { $0.id == id }) { jobs[job].upload.retryOrFail(reason) }
  /// ```
  ///
  /// Each element works as the state does in ``init(attempting:effect:)``: its attempt starts, is
  /// replaced and is cancelled by itself. An element whose attempt is not running has no effect and
  /// takes no place. An element that waits for the delay before its next attempt keeps its place.
  /// So the effect closure is called for further attempts before it is called for other elements that
  /// have changed. Otherwise it works like ``init(forEach:on:atMost:effect:)``.
  ///
  /// Jitter depends on ``RunOptions/seed``, the description of the element's id, the serial of the
  /// attempt and its number.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - attempt: Returns the attempt of an element. It can be a key path, even to an attempt that is
  ///     not optional.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with the newest element and the number of each attempt, counted from 1, when
  ///     there is a place for it.
  @inlinable
  public init<Elements: RandomAccessCollection & Equatable & SendableMetatype, Success, Failure>(
    forEach select: @escaping @Sendable (State) -> Elements,
    attempting attempt: @escaping @Sendable (Elements.Element) -> Attempt<Success, Failure>?,
    atMost limit: Int? = nil,
    effect: @escaping @Sendable (_ element: Elements.Element, _ number: Int) -> Effect<Event>
  ) where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    self.init(
      forEach: select, atMost: limit,
      by: { .elements(id: { $0.id }, areEqual: { _, _ in false }) }, rule: attempting(attempt)
    ) { _, element in .attempting(attempt(element)) { effect(element, $0) } }
  }

  /// Makes the attempts that an ``Attempt`` in each element of a dictionary, or of another collection with
  /// ids of its own, asks for.
  ///
  /// ```swift
  /// Feedback(forEach: \.jobsByID, attempting: \.value.upload) { job, number in … }  // job.key, job.value
  /// ```
  ///
  /// It works as for a collection of identifiable elements.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - attempt: Returns the attempt of an element; it can be a key path.
  ///   - limit: The maximum number of elements that have effects at the same time, 1 or more;
  ///     without a limit, all of them. Debug builds trap on a limit below 1. It counts as 1 in
  ///     release builds.
  ///   - effect: Called with the newest element and the number of each attempt, counted from 1.
  @inlinable
  public init<Elements: KeyedElements, Success, Failure>(
    forEach select: @escaping @Sendable (State) -> Elements,
    attempting attempt: @escaping @Sendable (Elements.Element) -> Attempt<Success, Failure>?,
    atMost limit: Int? = nil,
    effect: @escaping @Sendable (_ element: Elements.Element, _ number: Int) -> Effect<Event>
  ) where Elements.ScopedID: Sendable {
    self.init(
      forEach: select, atMost: limit, by: { Elements.elements() }, rule: attempting(attempt)
    ) { _, element in .attempting(attempt(element)) { effect(element, $0) } }
  }
}

/// Makes the rule of an element's attempts: an attempt that differs from the one before is wanted.
@inlinable
package func attempting<Element, Success, Failure>(
  _ attempt: @escaping @Sendable (Element) -> Attempt<Success, Failure>?
) -> ElementRule<Element> {
  selecting({ AttemptCall(attempt($0)) }) { $0.isSameStart(as: $1) ? .retried : .wanted }
}

extension Effect {
  /// Makes the effect of an attempt, given its number.
  ///
  /// While the element waits, its attempt may end in a way that the element's `==` ignores. Then no effect is
  /// made.
  @usableFromInline
  package static func attempting<Success, Failure>(
    _ attempt: Attempt<Success, Failure>?, _ make: (_ number: Int) -> Effect
  ) -> Effect {
    AttemptCall(attempt)?.effect(make) ?? .none
  }
}
