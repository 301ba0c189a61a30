/// A part of the list of a spin: a reducer, a feedback, a group or an array of feedbacks, a ``Scope``,
/// ``DropRepeats``, or a whole ``Spin``.
public protocol SpinPart<State, Event, Content> {
  /// The states of the spin.
  associatedtype State: Sendable
  /// The events of the spin.
  associatedtype Event: Sendable
  /// The type of the list that the part becomes: feedbacks, scopes, or a list that has its reducer.
  associatedtype Content

  /// The part as a list of its own.
  var content: Content { get }
}

extension Feedback: SpinPart {
  /// A group that contains only this feedback.
  public var content: Feedbacks<State, Event> { Feedbacks([self]) }
}

extension Spin: SpinPart {
  /// The list of the spin's feedbacks, scopes and reducer; its initial state is not used.
  public var content: SpinContent<State, Event> { list }
}

extension Feedbacks: SpinPart {
  /// The group itself.
  public var content: Feedbacks<State, Event> { self }
}

extension Array: SpinPart
where Element: SpinPart, Element.Content == Feedbacks<Element.State, Element.Event> {
  /// The states of the spin.
  public typealias State = Element.State
  /// The events of the spin.
  public typealias Event = Element.Event

  /// The group of all feedbacks in the array.
  public var content: Feedbacks<Element.State, Element.Event> {
    // NB: not by a key path, which would be made for the types at each call.
    Feedbacks(joining: map { $0.content })
  }
}

extension Reducer: SpinPart {
  /// A list that contains only this reducer.
  public var content: SpinContent<State, Event> {
    SpinContent(feedbacks: Feedbacks([]), reducer: self)
  }
}
