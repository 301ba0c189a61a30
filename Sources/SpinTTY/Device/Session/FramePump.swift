/// Decides when a session asks its client, measures the screen and draws: a pure machine.
///
/// | fact                                | order                                                |
/// |-------------------------------------|------------------------------------------------------|
/// | the client has changed              | `compare`, unless a frame is due, which will show it |
/// | changes are under way for one frame | `compare`, and again after the next one              |
/// | the screen was resized              | `measure`, after a pause                             |
/// | a frame would differ, and may come  | `draw`                                               |
struct FramePump {
  enum Order: Equatable {
    /// Read the size of the screen again.
    case measure
    /// Ask the client whether its newest state may look different, and report `differs` if so.
    case compare
    /// Draw the newest state, and report `wrote`.
    case draw
  }

  private var scheduler: FrameScheduler
  private var frameDue: Duration?
  /// When changes that are under way are drawn, if they have not ended before.
  private var changeDue: Duration?
  private var resizeDue: Duration?

  /// A window that is dragged sends many sizes; each is drawn after this pause at most.
  private static let resizePause = Duration.milliseconds(16)

  /// - Parameter limit: Frames a second, 1 to 240.
  init(limit: Int) { scheduler = FrameScheduler(limit: limit) }

  /// When to call ``next(at:isChanging:)``; `nil` if it has nothing to order.
  var due: Duration? { [frameDue, changeDue, resizeDue].compactMap { $0 }.min() }

  /// Whether a change waits for a frame, which will show further changes as well.
  var isFrameDue: Bool { scheduler.isDirty }

  /// Whether a frame was ordered and is not drawn yet, as the first one without a client.
  var owesFrame: Bool { scheduler.isDrawing }

  // MARK: Facts

  /// The client has changed.
  mutating func changed() -> [Order] {
    changeDue = nil
    return isFrameDue ? [] : [.compare]
  }

  /// Changes of the client are under way.
  mutating func changing(at now: Duration) { changeDue = changeDue ?? now + frameTime }

  /// The newest state of the client may look different.
  mutating func differs(at now: Duration) -> [Order] { apply(scheduler.changed(at: now)) }

  /// The screen has to be drawn as a whole, now.
  mutating func exposed(at now: Duration) -> [Order] { apply(scheduler.exposed(at: now)) }

  /// A signal says that the screen has a new size, and more of them may follow.
  mutating func resizes(at now: Duration) {
    resizeDue = resizeDue ?? now + FramePump.resizePause
  }

  /// The terminal says that the screen has a new size.
  mutating func resized(at now: Duration) { resizeDue = resizeDue ?? now }

  /// A frame was drawn and written; `isTaken` says whether the terminal took all of it.
  mutating func wrote(at now: Duration, isTaken: Bool) -> [Order] {
    apply(scheduler.wrote(at: now, isTaken: isTaken))
  }

  /// The terminal took what was left of the last frame.
  mutating func drained(at now: Duration) -> [Order] { apply(scheduler.drained(at: now)) }

  /// The next orders whose time has come; `nil` when there are no more.
  ///
  /// `isChanging` says whether changes of the client are under way.
  mutating func next(at now: Duration, isChanging: Bool) -> [Order]? {
    if let due = resizeDue, due <= now {
      resizeDue = nil
      return [.measure]
    }
    if let due = changeDue, due <= now {
      changeDue = isChanging ? now + frameTime : nil
      return isFrameDue ? [] : [.compare]
    }
    if let due = frameDue, due <= now {
      frameDue = nil
      return apply(scheduler.timerFired(at: now))
    }
    return nil
  }

  private var frameTime: Duration { .seconds(1) / scheduler.limit }

  private mutating func apply(_ orders: [FrameScheduler.Order]) -> [Order] {
    var result: [Order] = []
    for order in orders {
      switch order {
      case .arm(let due): frameDue = due
      case .disarm: frameDue = nil
      case .draw: result.append(.draw)
      }
    }
    return result
  }
}
