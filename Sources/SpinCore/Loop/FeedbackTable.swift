/// The feedbacks of a run, and those among them whose effect closures are to be called in this step.
@usableFromInline
typealias FeedbackTable<State: Sendable, Event: Sendable> = CallTable<
  FeedbackInstance<State, Event>
>

extension CallTable {
  /// Makes the memories of feedbacks for one run.
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
