/// The feedbacks of a run, and which of their effect closures this step must call.
@usableFromInline
typealias FeedbackTable<State: Sendable, Event: Sendable> = CallTable<
  FeedbackInstance<State, Event>
>

extension CallTable {
  /// Creates the instances of feedbacks for one run.
  @inlinable
  init<State: Sendable, Event: Sendable>(
    _ definitions: [Feedback<State, Event>], scopes: [ScopeNode<State, Event>]
  ) where Object == FeedbackInstance<State, Event> {
    self.init(count: definitions.count) { index in
      let instance = definitions[index].instance(scopes)
      return definitions[index].traits.isThrottled ? instance.throttled() : instance
    }
  }
}
