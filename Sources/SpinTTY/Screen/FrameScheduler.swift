/// A machine that decides when frames are drawn; it takes facts and the time, and returns orders.
///
/// The first change after a pause is drawn at once. Further changes wait until a frame's time has
/// passed since the last frame, and then the newest state is drawn. No timer is armed while no
/// change waits. No frame is drawn until the terminal has taken the last one, and a slow terminal
/// gets fewer frames.
///
/// ```
///     changes    x   x x x        x                      x
///     frames     x       x        x                      x
///     armed          ‾‾‾‾
///                |---1/60 s---|
/// ```
struct FrameScheduler {
  /// An order to the owner of the scheduler.
  enum Order: Equatable {
    /// Draw the newest state, encode it and write it.
    case draw
    /// Report `timerFired` at this time; at most one timer is armed.
    case arm(Duration)
    /// Cancel the timer.
    case disarm
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
  /// The time of a frame at this rate; dividing a duration takes longer than planning a frame.
  private var frameTime: Duration
  private var output = Output.free
  /// Whether a frame was ordered and `wrote` was not reported.
  var isDrawing: Bool { output == .drawing }
  /// Whether a change is not yet in a frame.
  private(set) var isDirty = false
  private var armed: Duration?
  private var latestFrame: Duration?

  private static let slowestRate = 5.0
  /// The time that the terminal may need to take a frame; a slower frame halves the rate.
  private static let patience = Duration.milliseconds(50)
  /// The factor by which the rate recovers after a frame taken in time.
  private static let recovery = 1.125

  /// Returns the nearest supported limit.
  static func clamp(_ limit: Int) -> Int { min(max(limit, 1), 240) }

  /// - Parameter limit: Frames a second, 1 to 240.
  init(limit: Int = 60) {
    self.limit = Double(FrameScheduler.clamp(limit))
    rate = self.limit
    frameTime = .seconds(1) / rate
  }

  /// The state changed.
  mutating func changed(at now: Duration) -> [Order] {
    isDirty = true
    return evaluated(at: now)
  }

  /// The whole screen must be drawn now, because it was resized or taken back.
  mutating func exposed(at now: Duration) -> [Order] {
    isDirty = true
    latestFrame = nil
    return evaluated(at: now)
  }

  /// The armed timer fired.
  mutating func timerFired(at now: Duration) -> [Order] {
    armed = nil
    return evaluated(at: now)
  }

  /// A frame was drawn and written; `isTaken` tells whether the terminal took all of it.
  mutating func wrote(at now: Duration, isTaken: Bool) -> [Order] {
    latestFrame = now
    if isTaken {
      output = .free
      recover()
    } else {
      output = .busy(since: now)
    }
    return evaluated(at: now)
  }

  /// The terminal took the rest of the last frame.
  mutating func drained(at now: Duration) -> [Order] {
    guard case .busy(let since) = output else { return [] }
    output = .free
    if now - since > FrameScheduler.patience {
      rate = min(limit, max(FrameScheduler.slowestRate, rate / 2))
    } else {
      recover()
    }
    return evaluated(at: now)
  }

  private mutating func recover() {
    rate = min(limit, rate * FrameScheduler.recovery)
  }

  private mutating func evaluated(at now: Duration) -> [Order] {
    guard isDirty, output == .free else { return disarmed() }
    let due = latestFrame.map { $0 + frameTime } ?? now
    if due <= now {
      isDirty = false
      output = .drawing
      return armed == nil ? [.draw] : disarmed() + [.draw]
    }
    if armed == due { return [] }
    let orders = disarmed() + [.arm(due)]
    armed = due
    return orders
  }

  private mutating func disarmed() -> [Order] {
    if armed == nil { return [] }
    armed = nil
    return [.disarm]
  }
}
