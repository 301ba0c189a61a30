/// How fast a task advances, and how long the rest takes: a value in the state.
///
/// ```swift
/// var pace = Pace(of: Double(file.size))                        // the state
/// case .received(let bytes, at: let time): pace.reach(bytes, at: time)   // the reducer
/// ProgressBar(pace, unit: "B")                                  // the view
/// ```
///
/// Time is an argument, so a replay gives the same numbers. The rate follows the last seconds: a step counts by its
/// length, and all that was before it counts as five seconds at most.
public struct Pace: Hashable, Sendable, Codable {
  /// The amount of the whole task.
  public let total: Double
  /// The amount that is done.
  public private(set) var done = 0.0
  /// The amount for each second; `nil` until two times are known.
  public private(set) var rate: Double?
  /// The time of the last step, and what was done then.
  private var time: Duration?
  private var base = 0.0
  /// The seconds that the rate was measured for.
  private var measured = 0.0

  /// The seconds that count, of those before a step.
  private static let memory = 5.0

  /// Creates the pace of a task of which nothing is done.
  public init(of total: Double) { self.total = total }

  /// Notes how much is done at a time, measured from any moment.
  ///
  /// Less than before starts the measurement again. A number that is not finite is ignored.
  public mutating func reach(_ done: Double, at time: Duration) {
    guard done.isFinite else { return }
    let isLess = done < self.done
    self.done = done
    guard let before = self.time, !isLess else {
      (rate, measured, base, self.time) = (nil, 0, done, time)
      return
    }
    let seconds = (time - before) / .seconds(1)
    // What is reached at the same time belongs to the next step.
    if seconds == 0 { return }
    if seconds > 0 {
      let (step, rate) = ((done - base) / seconds, rate ?? 0)
      self.rate = rate + (step - rate) * seconds / (seconds + min(measured, Pace.memory))
      measured += seconds
    }
    (base, self.time) = (done, time)
  }

  /// The time that the rest takes at this rate; `nil` if nobody knows.
  public var remaining: Duration? {
    guard let rate, rate > 0, total >= done else { return nil }
    let seconds = (total - done) / rate
    return seconds < 360_000 ? .seconds(Int(seconds.rounded(.up))) : nil
  }

  /// Returns the rate with a prefix of a thousand, such as `1.2 MB/s`.
  func rateCaption(_ unit: String) -> String? {
    rate.map { $0.caption(unit) + "/s" }
  }

  /// The remaining time in hours, minutes and seconds, such as `0:12`.
  var remainingCaption: String? {
    guard let seconds = remaining?.components.seconds else { return nil }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }
}
