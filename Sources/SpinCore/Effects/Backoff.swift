/// How long to wait before each further attempt, and how many attempts there are.
///
/// ```swift
/// let backoff = Backoff.exponential(
///   from: .milliseconds(100), upTo: .seconds(30), attempts: 5, jitter: 0.1)
/// ```
///
/// Attempts are counted from 1, the first call, which does not wait. A backoff is a value without
/// randomness: the loop draws the jitter, from ``RunOptions/seed``.
///
/// Two backoffs are equal if they are made of the same numbers. A backoff that is made of a closure
/// equals only its copies, and cannot be encoded.
public struct Backoff: Hashable, Sendable {
  let rule: Rule
  /// The maximum number of calls; `Int.max` if a closure decides.
  let limit: Int
  /// The share of a delay that the jitter may take off.
  let jitter: Double

  enum Rule: Hashable, Sendable {
    case constant(Duration)
    case exponential(from: Duration, factor: Double, upTo: Duration)
    case custom(CustomBackoff)
  }

  private init(_ rule: Rule, _ attempts: Int, _ jitter: Double) {
    self.rule = rule
    limit = max(attempts, 1)
    self.jitter = jitter > 0 ? min(jitter, 1) : 0
  }

  /// A backoff with a single attempt: a failure is final.
  public static var never: Backoff { Backoff(.constant(.zero), 1, 0) }

  /// Waits for the same time before each further attempt.
  ///
  /// - Parameters:
  ///   - delay: How long to wait; a negative one counts as zero.
  ///   - attempts: The maximum number of calls, including the first; less than 1 counts as 1.
  ///   - jitter: The share of each delay, from 0 to 1, that may be taken off at random.
  /// - Returns: A backoff with the same delay each time.
  public static func constant(
    _ delay: Duration, attempts: Int, jitter: Double = 0
  ) -> Backoff {
    Backoff(.constant(delay.asDelay), attempts, jitter)
  }

  /// Makes each wait a multiple of the wait before it.
  ///
  /// The wait before attempt `n + 1` is `first × factorⁿ⁻¹`, but never more than `longest`.
  ///
  /// - Parameters:
  ///   - first: How long to wait before the second attempt; a negative delay counts as zero.
  ///   - factor: The ratio of each delay to the one before. A factor that is negative, infinite or
  ///     NaN counts as 1.
  ///   - longest: The longest delay.
  ///   - attempts: The maximum number of calls, including the first; less than 1 counts as 1.
  ///   - jitter: The share of each delay, from 0 to 1, that may be taken off at random. With 1, the
  ///     wait is anything from zero to the whole delay.
  /// - Returns: A backoff whose delays grow, unless `factor` is 1 or less.
  public static func exponential(
    from first: Duration, factor: Double = 2, upTo longest: Duration, attempts: Int,
    jitter: Double = 0
  ) -> Backoff {
    let factor = factor.isFinite && factor >= 0 ? factor : 1
    return Backoff(
      .exponential(from: first.asDelay, factor: factor, upTo: longest.asDelay), attempts, jitter)
  }

  /// Waits for the time that a closure returns.
  ///
  /// - Parameter delay: Called with the number of an attempt, 1 or more. It returns the time to
  ///   wait after that attempt, or `nil` if there is no further attempt. A negative delay counts as
  ///   zero. It must be pure: the loop and reducers call it any number of times, on any thread.
  /// - Returns: A backoff that equals only its copies.
  public static func custom(
    _ delay: @escaping @Sendable (_ attempt: Int) -> Duration?
  ) -> Backoff {
    Backoff(.custom(CustomBackoff(delay)), .max, 0)
  }

  /// The maximum number of attempts, including the first; `nil` if a closure decides after each one.
  ///
  /// ```swift
  /// var progress: String? {
  ///   let load = state.load
  ///   guard let number = load.number, let all = load.backoff.attempts else { return nil }
  ///   return "attempt \(number) of \(all)"
  /// }
  /// ```
  public var attempts: Int? {
    if case .custom = rule { nil } else { limit }
  }

  /// Returns how long to wait after an attempt has failed, before jitter.
  ///
  /// - Parameter attempt: The number of the attempt, counted from 1; less than 1 counts as 1.
  /// - Returns: The delay; `nil` if there are no more attempts.
  public func delay(after attempt: Int) -> Duration? {
    if attempt >= limit { return nil }
    switch rule {
    case .constant(let delay): return delay
    case .custom(let custom): return custom.delay(max(attempt, 1))?.asDelay
    case .exponential(let first, let factor, let longest):
      return min(first.times(power(factor, max(attempt, 1) - 1)), longest)
    }
  }

  /// Returns how long to wait after an attempt has failed.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, counted from 1.
  ///   - draw: A number that decides the jitter.
  /// - Returns: The delay; `nil` if there are no more attempts.
  func delay(after attempt: Int, draw: RandomDraw) -> Duration? {
    guard let delay = delay(after: attempt) else { return nil }
    guard jitter > 0 else { return delay }
    return delay.times(1 - jitter * draw.with(UInt64(bitPattern: Int64(attempt))).unit)
  }

  /// Computes a power by repeated squaring, without Foundation.
  private func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result.isNaN ? 0 : result
  }
}

/// A closure that is compared by identity.
final class CustomBackoff: Hashable, Sendable {
  let delay: @Sendable (Int) -> Duration?

  init(_ delay: @escaping @Sendable (Int) -> Duration?) {
    self.delay = delay
  }

  static func == (left: CustomBackoff, right: CustomBackoff) -> Bool { left === right }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Duration {
  /// Returns a multiple of the delay, clamped to the longest delay.
  fileprivate func times(_ factor: Double) -> Duration {
    let attoseconds = Double(attoseconds) * factor
    // NB: 2¹²⁷ is the first number that does not fit.
    if !(attoseconds < 1.7e38) { return self == .zero ? .zero : .longestDelay }
    return Duration(attoseconds: Int128(attoseconds)).asDelay
  }
}

/// A random number that is a function of only the coordinates for which it is drawn.
///
/// It is a counter-based generator, which mixes the numbers by the last function of SplitMix64
/// (Steele, Lea and Flood, 2014). So no draw depends on the number of draws before it.
struct RandomDraw: Hashable, Sendable {
  private let bits: UInt64

  init(seed: UInt64) {
    bits = seed
  }

  /// Returns the number for one more coordinate.
  func with(_ coordinate: UInt64) -> RandomDraw {
    RandomDraw(seed: Self.mix(bits &+ 0x9E37_79B9_7F4A_7C15 &+ Self.mix(coordinate &+ 1)))
  }

  /// Returns the number for a text as one more coordinate.
  func with(_ text: String) -> RandomDraw {
    text.utf8.reduce(self) { $0.with(UInt64($1)) }
  }

  /// The number as a fraction from 0 up to, but not including, 1.
  var unit: Double { Double(Self.mix(bits) >> 11) * 0x1p-53 }

  private static func mix(_ bits: UInt64) -> UInt64 {
    var mixed = bits
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
