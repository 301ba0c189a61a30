/// One thing that a thread does for a loop, on its stack: it runs a turn, or reports a dropped event.
///
/// The frames of a thread form a chain, innermost first. With it a loop tells three situations that
/// it must not enter: a reducer that reads a state, a turn inside a closure of another loop, and
/// `onDrop` inside itself. What may not happen at once is left to the outermost frame.
@usableFromInline
struct ThreadFrame {
  /// What the thread does.
  @usableFromInline
  enum Kind: Sendable {
    case turn
    case report
    /// It is done, and carries out what was left to it.
    case ending
  }

  /// What is left to the outermost frame, until its step is complete.
  @usableFromInline
  enum Deferred {
    case turn(Turn)
    case report(() -> Void)
  }

  @usableFromInline var kind: Kind
  /// The loop, known by its mailbox.
  @usableFromInline let owner: UnsafeRawPointer
  /// Whether the reducer of a turn is at work.
  @usableFromInline var isReducing = false
  /// What is left to this frame, being the outermost.
  @usableFromInline var deferred: [Deferred] = []
  private var enclosing: UnsafeMutablePointer<ThreadFrame>?

  @usableFromInline
  init(_ kind: Kind, of loop: AnyObject) {
    self.kind = kind
    owner = UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque())
  }

  /// Calls a closure with this frame as the innermost of the thread, and then carries out what was
  /// left to it.
  @inlinable
  static func within<Result>(
    _ kind: Kind, of loop: AnyObject, _ body: (UnsafeMutablePointer<ThreadFrame>) -> Result
  ) -> Result {
    var frame = ThreadFrame(kind, of: loop)
    return withUnsafeMutablePointer(to: &frame) { frame in
      enter(frame)
      let result = body(frame)
      frame.pointee.kind = .ending
      while !frame.pointee.deferred.isEmpty { frame.carryOutDeferred() }
      leave(frame)
      return result
    }
  }

  /// The innermost frame of the calling thread.
  private static var innermost: UnsafeMutablePointer<ThreadFrame>? {
    Platform.threadValue?.assumingMemoryBound(to: ThreadFrame.self)
  }

  @usableFromInline
  static func enter(_ frame: UnsafeMutablePointer<ThreadFrame>) {
    frame.pointee.enclosing = innermost
    Platform.threadValue = UnsafeMutableRawPointer(frame)
  }

  @usableFromInline
  static func leave(_ frame: UnsafeMutablePointer<ThreadFrame>) {
    Platform.threadValue = UnsafeMutableRawPointer(frame.pointee.enclosing)
  }

  /// The loop whose reducer the calling thread is inside of.
  static var reducingLoop: UnsafeRawPointer? {
    Chain().first { $0.pointee.isReducing }?.pointee.owner
  }

  /// Whether the calling thread is inside the `onDrop` of a loop.
  static func isReporting(_ loop: AnyObject) -> Bool {
    let owner = UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque())
    return Chain().contains { $0.pointee.kind == .report && $0.pointee.owner == owner }
  }

  /// Whether the calling thread is inside a turn or a report.
  @usableFromInline static var isInsideLoop: Bool { innermost != nil }

  /// Traps inside a reducer: it would wait for itself or, if the reducer of another loop reads as
  /// well, the two for each other.
  @usableFromInline
  static func checkMayRead(_ mailbox: AnyObject) {
    guard let loop = reducingLoop else { return }
    precondition(
      loop != UnsafeRawPointer(Unmanaged.passUnretained(mailbox).toOpaque()),
      "A reducer reads the state of its own loop, which it is just changing: use the state that is "
        + "its argument.")
    preconditionFailure(
      "A reducer reads the state of another loop. A reducer is a function of its state and its event "
        + "alone, and two that read each other would wait for ever: put the value into the event.")
  }

  /// Leaves something to the outermost frame of the calling thread; tells whether there is one.
  static func defers(_ deferred: Deferred) -> Bool {
    var outermost: UnsafeMutablePointer<ThreadFrame>?
    for frame in Chain() { outermost = frame }
    outermost?.pointee.deferred.append(deferred)
    return outermost != nil
  }

  /// The frames of the calling thread, innermost first.
  private struct Chain: Sequence, IteratorProtocol {
    private var frame = ThreadFrame.innermost

    mutating func next() -> UnsafeMutablePointer<ThreadFrame>? {
      defer { frame = frame?.pointee.enclosing }
      return frame
    }
  }
}

extension UnsafeMutablePointer<ThreadFrame> {
  /// Carries out what was left to this frame until now: one step of each loop, and the reports.
  ///
  /// NB: one step, so that loops which feed themselves, and the loop of this frame, take turns.
  @usableFromInline
  func carryOutDeferred() {
    let round = pointee.deferred
    pointee.deferred = []
    for deferred in round {
      switch deferred {
      case .turn(let turn):
        if let rest = turn.run(limit: 1) { pointee.deferred.append(.turn(rest)) }
      case .report(let report): report()
      }
    }
  }
}
