package import SpinCore

/// Writes the events of a loop into its log, in the order in which they were reduced, and opens the gate of
/// the loop.
///
/// ```
/// loop    step 5 ─▶ event waits ─▶ nothing is on its way: append 5 │  6, 7, 8 wait  │ append 6, 7, 8
/// store                                             5 is kept ─────┘ open(upTo: 5)
/// ```
///
/// One batch is on its way at a time, so the events of many senders go together.
package final class EventWriter<State: Sendable, Event: Sendable>: Sendable {
  private let name: String
  private let log: any EventLog
  private let options: DurableOptions<State, Event>
  /// The number of the event before the run.
  private let base: Int
  private let queue: Guarded<RecordQueue>
  private let loop = Guarded<Loop.Weak?>(nil)

  /// The largest number of events in a batch.
  private static var most: Int { 1_024 }

  package init(
    _ name: String, _ log: any EventLog, _ options: DurableOptions<State, Event>, after number: Int,
    snapshot: Int
  ) {
    self.name = name
    self.log = log
    self.options = options
    base = number
    queue = Guarded(RecordQueue(sent: number, snapshotNumber: snapshot))
  }

  /// Notes the loop whose gate the writer opens.
  package func attach(_ loop: Loop) { self.loop.withLock { $0 = Loop.Weak(loop) } }

  /// The observer that takes the events, in front of those of the user.
  package var observer: Observer<State, Event> {
    Observer {
      self.take($0)
    } atEnd: {
      self.end()
    }
  }

  // MARK: The loop

  private func take(_ transition: borrowing Transition<State, Event>) {
    let number = transition.number
    if number == 0 { return }
    guard let event = transition.event else {
      return fail(EventStoreError(.conflict, "A transition without an event cannot be kept."))
    }
    let batch = queue.withLock { queue -> EventBatch? in
      guard !queue.isOver else { return nil }
      queue.events.append(encoding(of: event, by: options.events))
      // NB: not the sum of the interval and itself, which may be too large.
      let interval = options.snapshotInterval
      if base + number - queue.snapshotNumber - interval >= interval, queue.snapshot == nil {
        queue.snapshot = (base + number, encoding(of: transition.state, by: options.states))
      }
      return next(&queue)
    }
    if let batch { append(batch) }
  }

  private func end() {
    let isOver = queue.withLock { queue in
      queue.isEnding = true
      return queue.endsNow()
    }
    if isOver { log.close() }
  }

  // MARK: The store

  /// Appends a batch, and those that follow while the store finishes each in the call.
  ///
  /// NB: a loop, and no recursion. A store may finish each batch within its append, and the stack would grow
  /// with each.
  private func append(_ first: EventBatch) {
    var (batch, isOver): (EventBatch?, Bool) = (first, false)
    while let next = batch {
      log.append(next)
      (batch, isOver) = queue.withLock { queue in
        queue.isAppending = false
        return (self.next(&queue), queue.endsNow())
      }
    }
    if isOver { log.close() }
  }

  /// Returns the next batch, if none is on its way.
  private func next(_ queue: inout RecordQueue) -> EventBatch? {
    if queue.isSending || queue.isAppending || queue.isOver { return nil }
    if let snapshot = queue.snapshot, snapshot.number == queue.sent {
      queue.snapshot = nil
      queue.snapshotNumber = snapshot.number
      return batch(of: snapshot.state, after: snapshot.number, &queue)
    }
    if queue.events.isEmpty { return nil }
    let most = min(Self.most, queue.snapshot.map { $0.number - queue.sent } ?? .max)
    return batch(of: queue.take(most), &queue)
  }

  private func encoding<Value: Sendable>(
    of value: Value, by coding: RecordCoding<Value>
  ) -> RecordQueue.Encoding {
    { try coding.bytes(of: value) }
  }

  private func batch(
    of events: [RecordQueue.Encoding], _ queue: inout RecordQueue
  ) -> EventBatch {
    let (previous, version) = (queue.sent, options.version)
    queue.sent += events.count
    (queue.isSending, queue.isAppending) = (true, true)
    return EventBatch(after: previous) {
      var records: [EventRecord] = []
      for (number, bytes) in zip((previous + 1)..., events) {
        records.append(EventRecord(.event, number: number, version: version, bytes: try bytes()))
      }
      return records
    } completion: { result in
      self.finished(upTo: previous + events.count, result)
    }
  }

  private func batch(
    of state: @escaping RecordQueue.Encoding, after number: Int, _ queue: inout RecordQueue
  ) -> EventBatch {
    (queue.isSending, queue.isAppending) = (true, true)
    let version = options.version
    return EventBatch(after: number) {
      [EventRecord(.snapshot, number: number, version: version, bytes: try state())]
    } completion: { result in
      self.finished(upTo: number, result)
    }
  }

  private func finished(upTo number: Int, _ result: Result<Void, any Error>) {
    if case .failure(let error) = result { return fail(error) }
    let loop = loop.withLock { $0?.loop }
    let isDue = queue.withLock { queue in
      queue.isSending = false
      return queue.events.isEmpty && queue.snapshot == nil && !queue.isEnding
        && number - queue.snapshotNumber >= options.snapshotInterval
    }
    // If the loop rests, its state is that of the newest event. It is read before the gate opens, which wakes
    // the loop.
    let rest = isDue ? loop.flatMap { stateAtRest(of: $0, after: number) } : nil
    loop?.open(upTo: number - base)
    let (batch, isOver) = queue.withLock { queue in
      if let rest, queue.snapshot == nil, queue.sent == number {
        queue.snapshot = (number, encoding(of: rest, by: options.states))
      }
      return (next(&queue), queue.endsNow())
    }
    if let batch { append(batch) }
    if isOver { log.close() }
  }

  /// Returns the state after an event, if the loop rests after it.
  private func stateAtRest(of loop: Loop, after number: Int) -> State? {
    let next = number - base + 1
    guard loop.nextNumberAtRest(ifSettled: false) == next else { return nil }
    let state = loop.read { $0.address(of: State.self).value }
    return loop.nextNumberAtRest(ifSettled: false) == next ? state : nil
  }

  private func fail(_ error: any Error) {
    let dropped = queue.withLock { queue -> RecordQueue? in
      if queue.isOver { return nil }
      let dropped = queue
      queue.isOver = true
      queue.events = []
      queue.snapshot = nil
      return dropped
    }
    guard let dropped else { return }
    loop.withLock { $0?.loop }?.fail(NotDurable(log: name, underlying: error))
    log.close()
    // NB: not under the lock. The end of an event may be the code of a user, who emits on this thread.
    withExtendedLifetime(dropped) {}
  }
}

/// The records that wait for the store, and the state of the batch that the store has.
///
/// NB: without the types of the loop, whose metadata would be looked up for each access.
private struct RecordQueue: Sendable {
  /// Encodes an event or a state.
  typealias Encoding = @Sendable () throws -> [UInt8]

  /// The events that are not on their way.
  var events: [Encoding] = []
  /// The number of the newest record that is kept or on its way.
  var sent: Int
  /// Whether the store has not finished the newest batch.
  var isSending = false
  /// Whether a thread is appending: it appends what follows, too.
  var isAppending = false
  /// A state that is to be kept after the event with its number.
  var snapshot: (number: Int, state: Encoding)?
  /// The number of the newest snapshot.
  var snapshotNumber: Int
  /// Whether no event will follow.
  var isEnding = false
  var isOver = false

  init(sent: Int, snapshotNumber: Int) {
    self.sent = sent
    self.snapshotNumber = snapshotNumber
  }

  /// Takes the first events.
  mutating func take(_ most: Int) -> [Encoding] {
    if events.count <= most {
      defer { events = [] }
      return events
    }
    // NB: no slice, which would keep all events and have them copied.
    defer { events.removeFirst(most) }
    return Array(events.prefix(most))
  }

  /// Whether the log is to be closed now: everything is kept, and no event will follow.
  mutating func endsNow() -> Bool {
    guard isEnding, !isSending, !isOver, events.isEmpty, snapshot == nil else { return false }
    isOver = true
    return true
  }
}

extension EventRecord {
  /// Encodes a state.
  package static func snapshot<State, Event>(
    of state: State, number: Int, _ options: DurableOptions<State, Event>
  ) throws -> EventRecord {
    EventRecord(
      .snapshot, number: number, version: options.version,
      bytes: try options.states.bytes(of: state))
  }
}

extension Loop {
  /// A reference that does not keep the loop.
  package struct Weak: Sendable {
    package weak let loop: Loop?
    package init(_ loop: Loop) { self.loop = loop }
  }
}
