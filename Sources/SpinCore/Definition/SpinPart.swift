/// What may stand in the list of a spin: a reducer, a feedback, a group or an array of feedbacks.
public protocol SpinPart<State, Event> {
  associatedtype State: Sendable
  associatedtype Event: Sendable
  /// What the part comes to in the list: feedbacks, or a list that has its reducer.
  associatedtype Content

  /// The part as a list of its own.
  var content: Content { get }
}

extension Feedback: SpinPart {
  public var content: Feedbacks<State, Event> { Feedbacks([self]) }
}

extension Feedbacks: SpinPart {
  public var content: Feedbacks<State, Event> { self }
}

extension Array: SpinPart
where Element: SpinPart, Element.Content == Feedbacks<Element.State, Element.Event> {
  public typealias State = Element.State
  public typealias Event = Element.Event

  public var content: Feedbacks<Element.State, Element.Event> {
    Feedbacks(flatMap { $0.content.all })
  }
}

extension Reducer: SpinPart {
  public var content: SpinContent<State, Event> { SpinContent(feedbacks: [], reducer: self) }
}
