extension Engine {
  /// The feedbacks that keep the loop from being settled, in order of declaration, once for each
  /// effect that is alive or waits.
  var liveFeedbacks: [Int] {
    records.indices.flatMap { index in
      let record = records[index]
      let count =
        switch record.kind {
        case .reacting: record.executions.count + record.waiting
        case .source: 0
        case .stream: record.isBusy ? 1 : 0
        }
      return repeatElement(index, count: count)
    }
  }
}
