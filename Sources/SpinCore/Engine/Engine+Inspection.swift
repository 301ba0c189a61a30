extension Engine {
  /// The feedbacks that keep the loop from being settled, in order of declaration, once for each
  /// effect that is alive or waits.
  package var liveFeedbacks: [Int] {
    records.indices.flatMap { index in
      let record = records[index]
      let count =
        switch record.kind {
        case .reacting, .sender: record.executions.count + waitingCount(index)
        case .source: 0
        case .stream, .receiver: busyCount(index)
        }
      return repeatElement(index, count: count)
    }
  }

  /// The number of a feedback's busy streams and of its receivers that have not joined.
  func busyCount(_ feedback: Int) -> Int {
    guard let collection = records[feedback].collection else {
      return records[feedback].work.isBusy ? 1 : 0
    }
    return collections[collection].busyCount
  }

  /// The number of a feedback's queued effects, elements in line and held starts.
  func waitingCount(_ feedback: Int) -> Int {
    guard let collection = records[feedback].collection else {
      return records[feedback].work.waiting
    }
    return collections[collection].waitingCount
  }
}
