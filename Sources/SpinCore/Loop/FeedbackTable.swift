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

/// What the engine knows of the feedbacks of a run.
struct FeedbackRecords {
  var all: [FeedbackRecord] = []
  /// The records of those that answer for elements.
  var collections: [ElementRecords] = []
  /// Whether a feedback compares a state with the previous one.
  var needPrevious = false
  /// Whether effects of some feedback may wait for others, or belong to elements.
  var hasQueues = false

  init(of table: borrowing FeedbackTable, _ definitions: [FeedbackDefinition]) {
    all.reserveCapacity(table.count)
    for index in 0..<table.count {
      let traits = definitions[index].traits
      table.with(index) { feedback in
        let hasElements = feedback.elements != nil
        let record = FeedbackRecord(
          kind: feedback.kind, strategy: traits.strategy,
          collection: hasElements ? collections.count : nil, isOfPart: !traits.scopes.isEmpty)
        all.append(record)
        if record.queues || hasElements { hasQueues = true }
        if hasElements {
          let throttle = feedback.kind.countsEffects ? traits.throttle : nil
          collections.append(ElementRecords(limit: traits.limit, throttle: throttle))
        }
        if feedback.needsPrevious { needPrevious = true }
      }
    }
  }
}
