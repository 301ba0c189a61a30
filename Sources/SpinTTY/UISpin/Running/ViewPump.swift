/// Decides when a run without a screen prints its view before the end: a pure machine.
///
/// | fact                            | order                                                   |
/// |---------------------------------|---------------------------------------------------------|
/// | a user types lines; start       | `print`, when the spin has settled, or after a second   |
/// | the user has typed a line       | nothing, until the spin has reduced its keys            |
/// | the keys are reduced            | `print`, when the spin has settled, or after 200 ms     |
/// | nobody can press a key          | `explain` after a second, if the run has not ended then |
///
/// A run that nobody can control ends when the spin has settled. Nobody knows of a spin at work
/// whether it ever settles, so the program says that it goes on.
struct ViewPump {
  enum Order: Equatable {
    /// Print the view, if it differs from the one that was printed last.
    case print
    /// Print the view, and say on standard error why the run goes on.
    case explain
  }

  /// The order that is due, and when; without a time, the spin has keys of a line to reduce.
  private var next: (order: Order, due: Duration?)?

  /// The time for the effects of the start.
  static let startPatience = Duration.seconds(1)
  /// The time for the effects of a line.
  static let linePatience = Duration.milliseconds(200)

  /// When to call ``passed(at:)``; `nil` if nothing is due.
  var due: Duration? { next.flatMap(\.due) }
  /// Whether the spin has keys of a line to reduce.
  var awaitsKeys: Bool { next.map { $0.due == nil } ?? false }

  // MARK: Facts

  /// Notes that the run begins for a user who types lines.
  mutating func began(at now: Duration) { next = (.print, now + ViewPump.startPatience) }

  /// Notes that the spin has been given the keys of a line.
  mutating func gaveLine() { next = (.print, nil) }

  /// Notes that the spin has reduced all keys that it was given.
  mutating func tookLine(at now: Duration) {
    if awaitsKeys { next = (.print, now + ViewPump.linePatience) }
  }

  /// Notes that nobody can press a key any more, and that the user alone would end the run.
  mutating func inputEnded(at now: Duration) { next = (.explain, now + ViewPump.startPatience) }

  /// Notes that the spin has settled.
  mutating func settled() -> Order? {
    next?.order == .print && !awaitsKeys ? take() : nil
  }

  /// Notes that time has passed.
  mutating func passed(at now: Duration) -> Order? {
    guard let due, due <= now else { return nil }
    return take()
  }

  /// Notes that an order could not be carried out, because the state could not be read.
  mutating func failed(_ order: Order, at now: Duration) {
    next = next ?? (order, now + ViewPump.linePatience)
  }

  private mutating func take() -> Order? {
    defer { next = nil }
    return next?.order
  }
}
