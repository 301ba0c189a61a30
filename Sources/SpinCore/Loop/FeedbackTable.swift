/// The feedbacks of a run, and which of their effect closures this step must call.
typealias FeedbackTable = CallTable<FeedbackInstance>

extension CallTable<FeedbackInstance> {
  /// Whether a feedback is the one whose call was noted last.
  func isCalled(_ feedback: Int) -> Bool { callCount > 0 && call(callCount - 1) == feedback }

  /// Creates the instances of feedbacks for one run.
  init(_ definitions: [FeedbackDefinition], scopes: [ScopeNode]) {
    self.init(count: definitions.count) { index in
      let instance = definitions[index].makeInstance { scopes[$0] }
      return definitions[index].traits.throttle != nil ? instance.throttled() : instance
    }
  }
}
