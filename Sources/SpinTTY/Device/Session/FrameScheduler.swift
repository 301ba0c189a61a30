/// Decides when a session asks its client, measures the screen and draws: a pure machine, which takes
/// facts and the time, and returns orders.
///
/// The first change after a pause is drawn at once. Further changes wait until a frame's time has
/// passed since the last frame, and then the newest state is drawn. Nothing is due while no change
/// waits. No frame is drawn until the terminal has taken the last one, and a slow terminal gets fewer
/// frames.
///
/// ```
///     changes    x   x x x        x                      x
///     frames     x       x        x                      x
///     due            ‾‾‾‾
///                |---1/60 s---|
/// ```
///
/// | event                            | order                                                |
/// |----------------------------------|------------------------------------------------------|
/// | the client has changed           | `compare`, unless a frame is due, which will show it |
/// | the client moves for one frame   | `compare`, and again after the next frame            |
/// | the screen was resized           | `measure`, after a pause                             |
/// | a frame would differ and may come| `draw`; without a report `wrote`, the frame is owed  |
struct FrameScheduler {
  enum Order: Equatable {
    /// Read the size of the screen again.
    case measure
    /// Ask the client whether its newest state may look different, and report `differs` if so.
    case compare
    /// Draw the newest state, encode it and write it, and report `wrote`.
    case draw
  }

  private enum Output: Equatable {
    case free
    /// A frame was ordered; changes from now on belong to the next one.
    case drawing
    /// The terminal has not taken all of the last frame.
    case busy(since: Duration)
  }

  /// The frame rate asked for, in frames per second.
  let limit: Double
  /// The current limit of the frame rate, in frames per second.
  private(set) var rate: Double {
    didSet { if rate != oldValue { frameTime = .seconds(1) / rate } }
  }
  /// The time of a frame at the limit, and at the current rate; dividing a duration takes longer than
  /// planning a frame.
  private let shortestTime: Duration
  private var frameTime: Duration
  private var output = Output.free
  /// Whether a change is not yet in a frame.
  private var isDirty = false
  private var latestFrame: Duration?
  private var frameDue: Duration?
  /// When to look at a client that still moves.
  private var movingDue: Duration?
  private var resizeDue: Duration?

  private static let slowestRate = 5.0
  /// The time that the terminal may need to take a frame; a slower frame halves the rate.
  private static let patience = Duration.milliseconds(50)
  /// The factor by which the rate recovers after a frame taken in time.
  private static let recovery = 1.125
  /// A window that is dragged sends many sizes; the session draws after this pause at most.
  private static let resizePause = Duration.milliseconds(16)

  /// Returns the nearest supported limit.
  static func clamp(_ limit: Int) -> Int { min(max(limit, 1), 240) }

  /// - Parameter limit: Frames a second, 1 to 240.
  init(limit: Int = 60) {
    self.limit = Double(FrameScheduler.clamp(limit))
    rate = self.limit
    shortestTime = .seconds(1) / rate
    frameTime = shortestTime
  }

  /// When to call ``next(at:isMoving:)``; `nil` if nothing is due.
  var due: Duration? { .earlier(frameDue, .earlier(movingDue, resizeDue)) }

  /// Whether a change waits for the time of a frame, which will also show later changes.
  ///
  /// A frame that is owed waits for a change.
  var isFrameDue: Bool { isDirty && !owesFrame }

  /// Whether a frame was ordered and not drawn yet: the first one, before there is a client, or one
  /// whose state cannot be read yet.
  var owesFrame: Bool { output == .drawing }

  // MARK: Facts

  /// Notes that the client has changed.
  mutating func changed() -> [Order] {
    movingDue = nil
    return isFrameDue || owesFrame ? [] : [.compare]
  }

  /// Notes that the client moves.
  mutating func moving(at now: Duration) { movingDue = movingDue ?? now + shortestTime }

  /// Notes that the newest state of the client may look different.
  mutating func differs(at now: Duration) -> [Order] {
    isDirty = true
    return planned(at: now)
  }

  /// Notes that the whole screen must be drawn now, because it was resized or taken back.
  mutating func exposed(at now: Duration) -> [Order] {
    latestFrame = nil
    return differs(at: now)
  }

  /// Notes a signal about a new size; more of them may follow.
  mutating func resizes(at now: Duration) {
    resizeDue = resizeDue ?? now + FrameScheduler.resizePause
  }

  /// Notes that the terminal has reported a new size.
  mutating func resized(at now: Duration) { resizeDue = resizeDue ?? now }

  /// Notes that a frame was drawn and written; `isTaken` says whether the terminal took all of it.
  mutating func wrote(at now: Duration, isTaken: Bool) -> [Order] {
    latestFrame = now
    output = isTaken ? .free : .busy(since: now)
    if isTaken { recover() }
    return planned(at: now)
  }

  /// Notes that the terminal has taken the rest of the last frame.
  mutating func taken(at now: Duration) -> [Order] {
    guard case .busy(let since) = output else { return [] }
    output = .free
    if now - since > FrameScheduler.patience {
      rate = min(limit, max(FrameScheduler.slowestRate, rate / 2))
    } else {
      recover()
    }
    return planned(at: now)
  }

  /// Returns the next orders that are due; `nil` if there are no more.
  ///
  /// `isMoving` says whether the client moves.
  mutating func next(at now: Duration, isMoving: Bool) -> [Order]? {
    if let due = resizeDue, due <= now {
      resizeDue = nil
      return [.measure]
    }
    if let due = movingDue, due <= now {
      movingDue = isMoving ? now + shortestTime : nil
      return isFrameDue || owesFrame ? [] : [.compare]
    }
    if let due = frameDue, due <= now { return planned(at: now) }
    return nil
  }

  private mutating func recover() {
    rate = min(limit, rate * FrameScheduler.recovery)
  }

  /// Orders the frame that waits, or notes when it is due.
  private mutating func planned(at now: Duration) -> [Order] {
    frameDue = nil
    guard isDirty, output == .free else { return [] }
    if let latestFrame, latestFrame + frameTime > now {
      frameDue = latestFrame + frameTime
      return []
    }
    (isDirty, output) = (false, .drawing)
    return [.draw]
  }
}
