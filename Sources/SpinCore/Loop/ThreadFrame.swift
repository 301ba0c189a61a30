/// One thing that a thread does for a loop, on its stack: it runs a turn, or reports a dropped event.
///
/// The frames of a thread form a chain, innermost first. With it a loop tells three situations that
/// it must not enter: a reducer that reads a state, a turn inside the turn of another loop, and
/// `onDrop` inside itself.
@usableFromInline
struct ThreadFrame {
  /// What the thread does.
  @usableFromInline
  enum Kind: Sendable {
    case turn
    case report
  }

  @usableFromInline let kind: Kind
  /// The loop.
  @usableFromInline let owner: UnsafeRawPointer
  /// Whether the reducer of a turn is at work.
  @usableFromInline var isReducing = false
  /// The turns that this one, being the outermost, runs as soon as its step is complete.
  @usableFromInline var deferred: [Turn] = []
  private var enclosing: UnsafeMutablePointer<ThreadFrame>?

  @usableFromInline
  init(_ kind: Kind, of loop: AnyObject) {
    self.kind = kind
    owner = UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque())
  }

  /// Calls a closure with this frame as the innermost of the thread.
  @inlinable
  static func within<Result>(
    _ kind: Kind, of loop: AnyObject, _ body: (UnsafeMutablePointer<ThreadFrame>) -> Result
  ) -> Result {
    var frame = ThreadFrame(kind, of: loop)
    return withUnsafeMutablePointer(to: &frame) { frame in
      enter(frame)
      defer { leave(frame) }
      return body(frame)
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

  /// Leaves a turn to the outermost turn of the calling thread; tells whether there is one.
  static func defers(_ turn: Turn) -> Bool {
    var outermost: UnsafeMutablePointer<ThreadFrame>?
    for frame in Chain() where frame.pointee.kind == .turn { outermost = frame }
    outermost?.pointee.deferred.append(turn)
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
  /// Runs the turns that were left to this one, and those that they bring about.
  @usableFromInline
  func runDeferred() {
    while !pointee.deferred.isEmpty {
      let turns = pointee.deferred
      pointee.deferred = []
      for turn in turns { turn() }
    }
  }
}
