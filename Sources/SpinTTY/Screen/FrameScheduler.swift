/// Decides when frames are drawn: facts in, orders out, and time is a parameter.
///
/// The first change after a pause is drawn at once; further ones wait until a frame's time has
/// passed since the last, and then the newest is drawn. Nothing is armed while nothing waits. While
/// the terminal has not taken the last frame, none is drawn, and a terminal that is slow to take
/// frames gets fewer of them.
///
/// ```
///     changes    x   x x x        x                      x
///     frames     x       x        x                      x
///     armed          ‾‾‾‾
///                |---1/60 s---|
/// ```
struct FrameScheduler {
  /// What to do.
  enum Order: Equatable {
    /// Draw the newest state, encode it and write it.
    case draw
    /// Report `timerFired` at this time; at most one is armed.
    case arm(Duration)
    /// Take the timer back.
    case disarm
  }

  private enum Output: Equatable {
    case free
    /// A frame was ordered; changes from now on belong to the next one.
    case drawing
    /// The terminal has not taken all of the last frame.
    case busy(since: Duration)
  }

  /// The most frames a second that were asked for.
  let limit: Double
  /// The most frames a second that the terminal is given now.
  private(set) var rate: Double
  private var output = Output.free
  /// Whether a frame was ordered and `wrote` was not reported.
  var isDrawing: Bool { output == .drawing }
  /// Whether something changed that no frame has shown.
  private(set) var isDirty = false
  private var armed: Duration?
  private var latestFrame: Duration?

  private static let slowestRate = 5.0
  /// A frame that takes longer to be taken halves the rate.
  private static let patience = Duration.milliseconds(50)
  /// A frame that is taken in time gives back an eighth.
  private static let recovery = 1.125

  /// Returns the nearest limit that can be kept.
  static func clamp(_ limit: Int) -> Int { min(max(limit, 1), 240) }

  /// - Parameter limit: Frames a second, 1 to 240.
  init(limit: Int = 60) {
    self.limit = Double(FrameScheduler.clamp(limit))
    rate = self.limit
  }

  /// Something changed that a frame would show.
  mutating func changed(at now: Duration) -> [Order] {
    isDirty = true
    return evaluated(at: now)
  }

  /// The screen has to be drawn as a whole, now: it was resized, or taken back.
  mutating func exposed(at now: Duration) -> [Order] {
    isDirty = true
    latestFrame = nil
    return evaluated(at: now)
  }

  /// The timer that was armed went off.
  mutating func timerFired(at now: Duration) -> [Order] {
    armed = nil
    return evaluated(at: now)
  }

  /// A frame was drawn and written; `isTaken` says whether the terminal took all of it.
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

  /// The terminal took what was left of the last frame.
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
    let due = latestFrame.map { $0 + .seconds(1) / rate } ?? now
    if due <= now {
      isDirty = false
      output = .drawing
      return disarmed() + [.draw]
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
