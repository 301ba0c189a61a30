extension Engine {
  /// The feedbacks that keep the loop from being settled, in order of declaration, once for each
  /// effect that is alive or waits.
  package var liveFeedbacks: [Int] {
    records.indices.flatMap { index in
      let record = records[index]
      let count =
        switch record.kind {
        case .reacting, .sender: record.executions.count + waitingCount(of: record)
        case .source: 0
        case .stream, .receiver: busyCount(of: record)
        }
      return repeatElement(index, count: count)
    }
  }

  private func busyCount(of record: FeedbackRecord) -> Int {
    record.collection.map { collections[$0].busyCount } ?? (record.isBusy ? 1 : 0)
  }

  /// The number of a feedback's queued effects, elements in line and held starts.
  private func waitingCount(of record: FeedbackRecord) -> Int {
    record.waiting + (record.collection.map { collections[$0].waitingCount } ?? 0)
  }
}
