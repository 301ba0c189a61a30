/// How fast a task advances, and how long the rest takes: a value in the state.
///
/// ```swift
/// var pace = Pace(of: Double(file.size))                        // the state
/// case .received(let bytes, at: let time): pace.reach(bytes, at: time)   // the reducer
/// ProgressBar(pace, unit: "B")                                  // the view
/// ```
///
/// Time is an argument, so a replay gives the same numbers. The rate follows the last seconds: a step
/// of five seconds counts as much as everything before it.
public struct Pace: Hashable, Sendable, Codable {
  /// The amount of the whole task.
  public let total: Double
  /// The amount that is done.
  public private(set) var done = 0.0
  /// The amount for each second; `nil` until two times are known.
  public private(set) var rate: Double?
  private var time: Duration?

  /// The seconds after which a step counts as much as the rate before it.
  private static let memory = 5.0

  /// Creates the pace of a task of which nothing is done.
  public init(of total: Double) { self.total = total }

  /// Notes how much is done at a time, measured from any moment.
  ///
  /// Less than before starts the measurement again. A number that is not finite is ignored.
  public mutating func reach(_ done: Double, at time: Duration) {
    guard done.isFinite else { return }
    defer { (self.done, self.time) = (done, time) }
    guard let before = self.time, done >= self.done else {
      rate = nil
      return
    }
    let seconds = (time - before) / .seconds(1)
    guard seconds > 0 else { return }
    let step = (done - self.done) / seconds
    guard let rate else {
      rate = step
      return
    }
    self.rate = rate + (step - rate) * seconds / (seconds + Pace.memory)
  }

  /// The time that the rest takes at this rate; `nil` if nobody knows.
  public var remaining: Duration? {
    guard let rate, rate > 0, total >= done else { return nil }
    let seconds = (total - done) / rate
    return seconds < 360_000 ? .seconds(Int(seconds.rounded(.up))) : nil
  }

  /// Returns the rate with a prefix of a thousand, such as `1.2 MB/s`.
  func rateCaption(_ unit: String) -> String? {
    guard var value = rate else { return nil }
    var prefixes = ["", "k", "M", "G", "T", "P"][...]
    while value >= 999.5, prefixes.count > 1 {
      value /= 1_000
      prefixes.removeFirst()
    }
    let short = value < 9.95 ? (value * 10).rounded() / 10 : value.rounded()
    return "\(short.caption) \(prefixes.first ?? "")\(unit)/s"
  }

  /// The remaining time in hours, minutes and seconds, such as `0:12`.
  var remainingCaption: String? {
    guard let seconds = remaining?.components.seconds else { return nil }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }
}
