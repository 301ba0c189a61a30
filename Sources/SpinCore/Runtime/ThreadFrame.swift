/// An activity of a thread for a loop or a gear: it runs a turn, reports a dropped event, delivers
/// messages, or compares keys.
///
/// The frames of a thread are on its stack, and form a chain, innermost first. With the chain, a
/// loop detects four situations that must not occur: a reducer that reads a state, a key that uses a
/// loop, a turn inside a closure of another loop, and `onDrop` inside itself. Work that must not be done
/// at once is left to the outermost frame.
package struct ThreadFrame {
  /// The activity of the thread.
  enum Kind: Sendable {
    case turn
    case report
    case delivery
    /// It calls the `==` or `hash(into:)` of a key by which events replace each other.
    case key
    /// The activity is over, and the frame carries out the work that was left to it.
    case ending
  }

  /// Work that is left to the outermost frame until its step is complete.
  enum Deferred {
    case turn(Turn)
    /// A report of a dropped event, or the delivery of messages.
    case call(() -> Void)
  }

  /// What a thread keeps for its frames: one value for each thread.
  struct Thread {
    var innermost: Address<ThreadFrame>?
    /// The work that is left to the outermost frame; empty if there is no frame.
    var deferred: [Deferred] = []
    /// How many calls are among it.
    var calls = 0
    /// The step of a monitored loop that the thread makes, or for which it delivers messages or an event.
    var cause = ThreadCause.none
    /// The subscription whose closure the thread calls for a loop.
    var beginning: Beginning?

    /// The value of the calling thread, made at the first access.
    static var current: Address<Thread> {
      ThreadValue.address(as: Thread.self) ?? make()
    }

    private static func make() -> Address<Thread> {
      ThreadValue.make(Thread())
    }
  }

  var kind: Kind
  /// The loop, known by its mailbox, the gear, or the type of the key.
  let owner: ObjectIdentifier
  /// Whether the turn's reducer is running.
  var isReducing = false
  let thread: Address<Thread>
  let enclosing: Address<ThreadFrame>?

  init(_ kind: Kind, of loop: ObjectIdentifier, on thread: Address<Thread>) {
    self.kind = kind
    owner = loop
    self.thread = thread
    enclosing = thread.value.innermost
  }

  /// Calls a closure that emits because of a step.
  static func emitting<Result>(because cause: KeptCause?, _ emit: () -> Result) -> Result {
    let thread = Thread.current
    let before = thread.value.cause
    defer { thread.value.cause = before }
    thread.value.cause = cause.map { .kept($0) } ?? .none
    return emit()
  }

  /// Calls a closure with a new frame as the innermost of the thread, and then carries out the work
  /// that was left to the frame.
  ///
  /// NB: the loop may be gone when the closure returns, so after that only the thread's value is
  /// accessed.
  @inline(__always)
  static func within<Result>(
    _ kind: Kind, of loop: ObjectIdentifier, on thread: Address<Thread>,
    _ body: (Address<ThreadFrame>) -> Result
  ) -> Result {
    var frame = ThreadFrame(kind, of: loop, on: thread)
    return withAddress(of: &frame) { frame in
      frame.begin()
      let result = body(frame)
      frame.end()
      return result
    }
  }

  /// The loop whose reducer the calling thread is running.
  package static var reducingLoop: ObjectIdentifier? {
    Chain().first { $0.value.isReducing }?.value.owner
  }

  /// Whether the calling thread is inside the `onDrop` of a loop.
  static func isReporting(_ loop: ObjectIdentifier) -> Bool {
    Chain().contains { $0.value.kind == .report && $0.value.owner == loop }
  }

  /// Calls a closure that hashes or compares keys, perhaps under the lock of a mailbox.
  ///
  /// NB: nothing is left to the frame, because the work would be carried out under that lock.
  static func comparing<Key, Result>(_: Key.Type, _ body: () -> Result) -> Result {
    let thread = Thread.current
    var frame = ThreadFrame(.key, of: ObjectIdentifier(Key.self), on: thread)
    return withAddress(of: &frame) { frame in
      frame.begin()
      defer { thread.value.innermost = frame.value.enclosing }
      return body()
    }
  }

  /// Traps inside a key, where using a loop would deadlock.
  static func checkMayUseLoops() {
    for frame in Chain() where frame.value.kind == .key {
      refuse(
        "The `==` or `hash(into:)` of \(frame.value.owner.type), a key of a mailbox that coalesces "
          + "events, used a loop: it emitted, stopped the loop, or read its state or its counters. "
          + "The mailbox compares keys under its lock: let a key depend only on its event.")
    }
  }

  /// Leaves work to the outermost frame of the calling thread, and returns whether there is one.
  static func defers(_ deferred: Deferred) -> Bool {
    let thread = Thread.current
    guard thread.value.innermost != nil else { return false }
    checkMayUseLoops()
    if case .call = deferred { thread.value.calls += 1 }
    thread.value.deferred.append(deferred)
    return true
  }

  /// The frames of the calling thread, innermost first.
  private struct Chain: Sequence, IteratorProtocol {
    private var frame = Thread.current.value.innermost

    mutating func next() -> Address<ThreadFrame>? {
      defer { frame = frame?.value.enclosing }
      return frame
    }
  }
}

extension Address<ThreadFrame> {
  /// Makes this frame the innermost of its thread.
  func begin() { value.thread.value.innermost = self }

  /// Carries out the work that was left to the frame, and takes the frame away.
  ///
  /// NB: the loop may be gone by then.
  func end() {
    if hasDeferred { carryOutAllDeferred() }
    value.thread.value.innermost = value.enclosing
  }

  /// Whether this frame is the outermost, and work is left to it.
  var hasDeferred: Bool {
    value.enclosing == nil && !value.thread.value.deferred.isEmpty
  }

  /// Carries out the work that was left to this frame until now: one step of each loop, and the
  /// calls.
  ///
  /// NB: one step, so that loops that feed themselves alternate with each other and the loop of
  /// this frame.
  ///
  /// - Parameter since: When this thread began. The rests of the turns are then offered to threads that add
  ///   something; with `nil`, they are not.
  func carryOutDeferred(handsOverSince since: UInt64? = nil) {
    let round = value.thread.value.deferred
    (value.thread.value.deferred, value.thread.value.calls) = ([], 0)
    for deferred in round {
      switch deferred {
      case .turn(let turn):
        guard let rest = turn.run(limit: 1) else { break }
        if let since, rest.owner.handsOver(since: since) { break }
        value.thread.value.deferred.append(.turn(rest))
      case .call(let call): call()
      }
    }
  }

  /// Carries out the calls that were left to a frame of this thread.
  ///
  /// The calls belong to a step that is complete, so the loop must not rest before they are made. That is true of a
  /// turn inside another loop's frame, too: the frame that began the turn had taken all earlier calls.
  ///
  /// - Returns: Whether there was one.
  func carryOutCalls() -> Bool {
    value.thread.value.calls > 0 && carryOutDeferredCalls()
  }

  func carryOutDeferredCalls() -> Bool {
    let all = value.thread.value.deferred
    value.thread.value.calls = 0
    var calls: [() -> Void] = []
    value.thread.value.deferred = all.filter { deferred in
      guard case .call(let call) = deferred else { return true }
      calls.append(call)
      return false
    }
    for call in calls { call() }
    return !calls.isEmpty
  }

  /// Carries out the work that was left to this frame, and the work that results from it.
  ///
  /// After about each millisecond, the thread offers its turns to others, because they may never come to an
  /// end by themselves.
  func carryOutAllDeferred() {
    value.kind = .ending
    var (slice, since) = (Slice.unhurried, UInt64?.none)
    while hasDeferred {
      let isOver = !slice.permitsEntry(nil)
      if isOver {
        slice = .unhurried
        since = since ?? Slice.time
      }
      slice.left &-= 1
      carryOutDeferred(handsOverSince: isOver ? since : nil)
    }
  }
}

/// Returns a number that differs from those of all other existing threads.
package func currentThreadID() -> Int { ThreadFrame.Thread.current.number }
