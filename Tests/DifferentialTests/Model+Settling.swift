extension Model {
  /// Clause 9: no effect is alive or waits, and the mailbox is empty.
  var isSettled: Bool {
    posted.isEmpty && alive.allSatisfy { isAtRest($0) }
      && memories.allSatisfy { memory in
        memory.waiting.isEmpty && memory.line.isEmpty
          && memory.elements.allSatisfy(\.waiting.isEmpty)
      }
  }

  /// Sources do not count, and a stream counts from when it is handed a state until it asks for the
  /// next.
  private func isAtRest(_ run: Run) -> Bool {
    switch plan.feedbacks[run.name.slot].look {
    case .source: true
    case .stream: memories[run.name.slot].gone == memories[run.name.slot].handed
    default: false
    }
  }

  /// The streams that wait for a state, as all of them do that are alive when the loop is settled,
  /// with the number of the one before.
  var resting: [Int: Int] {
    let streams = alive.map(\.name.slot).filter { plan.feedbacks[$0].look == .stream }
    return Dictionary(uniqueKeysWithValues: streams.map { ($0, number) })
  }

  /// Hands the state to a stream, whose one run begins with the first.
  mutating func hand(_ slot: Int) {
    lines.append(.described(slot: slot))
    memories[slot].handed += 1
    if number == 0 { begin(.body(isStubborn: false), slot) }
  }
}
