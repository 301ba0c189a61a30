/// Where the event of a transition came from.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum Origin: Hashable, Sendable {
  /// The start: transition 0, which has no event.
  case start

  /// The holder of the handle.
  case outside

  /// A feedback of the spin.
  case feedback(FeedbackOrigin)

  /// No event of its own: the whole has changed the spin's state as its part, see ``Scope``.
  case whole
}

/// The feedback that an event came from.
///
/// A feedback has one name, in every place where names are printed: in origins, transitions, drops,
/// spins and reports of debug builds. `TestSpin` accepts the same names.
///
/// ```
/// save                 the name given with named(_:)
/// feedback 3           the place of a feedback without a name, counted from 0
/// jobs[7]              the effect for the element 7 of a collection
/// clock.tick           the feedback tick of the part clock
/// counters[3].tick     the feedback tick of the counter 3
/// counters[3].jobs[7]  the effect for the element 7 of the counter 3
/// folders[3/7].load    the feedback load of the folder 7 in the folder 3
/// counters[].tick      the feedback tick of any counter
/// jobs                 the feedback for all elements; the same as jobs[]
/// ```
///
/// Empty brackets stand for any element. At the end of a name, they are left out. In other places they stay:
/// `counters.tick` would be the feedback of a part that is called `counters`. A feedback of a part that has
/// no name of its own is called by the part alone, such as `clock`.
public struct FeedbackOrigin: Hashable, Sendable {
  /// The place of the feedback in the spin, counted from 0 in order of declaration.
  public let index: Int

  /// The name given with ``Feedback/named(_:)``.
  public let name: String?

  /// Whether the event was part of the effect's description, rather than delivered by its work.
  public let isImmediate: Bool

  /// The element that the effect belongs to, if the feedback has an effect for each element of a
  /// collection: see ``Feedback/init(forEach:atMost:effect:)``.
  public let element: ElementID?

  /// Creates a value to compare with, or to test an observer with.
  public init(
    index: Int, name: String? = nil, isImmediate: Bool = false, element: ElementID? = nil
  ) {
    self.index = index
    self.name = name
    self.isImmediate = isImmediate
    self.element = element
  }

  /// Hashes the place and the element; feedbacks of one spin that differ in their names differ in their
  /// places.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(element)
  }
}

extension EntryTag {
  /// Returns the origin of an event with this tag.
  func origin(_ names: [String?], element: ElementID? = nil) -> Origin {
    isOutside ? .outside : .feedback(feedbackOrigin(names, element: element))
  }

  /// Returns the feedback that an event with this tag came from, which must not be from outside.
  func feedbackOrigin(_ names: [String?], element: ElementID? = nil) -> FeedbackOrigin {
    FeedbackOrigin(
      index: feedback, name: names[feedback], isImmediate: kind == .immediate, element: element)
  }
}
