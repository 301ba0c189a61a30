/// Decides when a session asks its client, measures the screen and draws: a pure machine.
///
/// | event                            | order                                                |
/// |----------------------------------|------------------------------------------------------|
/// | the client has changed           | `compare`, unless a frame is due, which will show it |
/// | changes continue for one frame   | `compare`, and again after the next frame            |
/// | the screen was resized           | `measure`, after a pause                             |
/// | a frame would differ and may come| `draw`; without a report `wrote`, the frame is owed  |
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
  private let frameTime: Duration
  private var frameDue: Duration?
  /// When to draw changes that are still under way.
  private var changeDue: Duration?
  private var resizeDue: Duration?

  /// A window that is dragged sends many sizes; the session draws after this pause at most.
  private static let resizePause = Duration.milliseconds(16)

  /// - Parameter limit: Frames per second, from 1 to 240.
  init(limit: Int) {
    scheduler = FrameScheduler(limit: limit)
    frameTime = .seconds(1) / scheduler.limit
  }

  /// When to call ``next(at:isChanging:)``; `nil` if nothing is due.
  var due: Duration? { .earlier(frameDue, .earlier(changeDue, resizeDue)) }

  /// Whether a change waits for the time of a frame, which will also show later changes.
  ///
  /// A frame that is owed waits for a change.
  var isFrameDue: Bool { scheduler.isDirty && !owesFrame }

  /// Whether a frame was ordered and not drawn yet: the first one, before there is a client, or one
  /// whose state cannot be read yet.
  var owesFrame: Bool { scheduler.isDrawing }

  // MARK: Facts

  /// Notes that the client has changed.
  mutating func changed() -> [Order] {
    changeDue = nil
    return isFrameDue || owesFrame ? [] : [.compare]
  }

  /// Notes that changes of the client are under way.
  mutating func changing(at now: Duration) { changeDue = changeDue ?? now + frameTime }

  /// Notes that the newest state of the client may look different.
  mutating func differs(at now: Duration) -> [Order] { apply(scheduler.changed(at: now)) }

  /// Notes that the whole screen must be drawn now.
  mutating func exposed(at now: Duration) -> [Order] { apply(scheduler.exposed(at: now)) }

  /// Notes a signal about a new size; more of them may follow.
  mutating func resizes(at now: Duration) {
    resizeDue = resizeDue ?? now + FramePump.resizePause
  }

  /// Notes that the terminal has reported a new size.
  mutating func resized(at now: Duration) { resizeDue = resizeDue ?? now }

  /// Notes that a frame was drawn and written; `isTaken` says whether the terminal took all of it.
  mutating func wrote(at now: Duration, isTaken: Bool) -> [Order] {
    apply(scheduler.wrote(at: now, isTaken: isTaken))
  }

  /// Notes that the terminal has taken the rest of the last frame.
  mutating func drained(at now: Duration) -> [Order] { apply(scheduler.drained(at: now)) }

  /// Returns the next orders that are due; `nil` if there are no more.
  ///
  /// `isChanging` says whether changes of the client are under way.
  mutating func next(at now: Duration, isChanging: Bool) -> [Order]? {
    if let due = resizeDue, due <= now {
      resizeDue = nil
      return [.measure]
    }
    if let due = changeDue, due <= now {
      changeDue = isChanging ? now + frameTime : nil
      return isFrameDue || owesFrame ? [] : [.compare]
    }
    if let due = frameDue, due <= now {
      frameDue = nil
      return apply(scheduler.timerFired(at: now))
    }
    return nil
  }

  private mutating func apply(_ orders: [FrameScheduler.Order]) -> [Order] {
    var draws = false
    for order in orders {
      switch order {
      case .arm(let due): frameDue = due
      case .disarm: frameDue = nil
      case .draw: draws = true
      }
    }
    return draws ? [.draw] : []
  }
}
