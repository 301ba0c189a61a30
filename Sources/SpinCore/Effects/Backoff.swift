/// How long to wait before each further attempt, and how many attempts there are.
///
/// ```swift
/// let backoff = Backoff.exponential(
///   from: .milliseconds(100), upTo: .seconds(30), attempts: 5, jitter: 0.1)
/// ```
///
/// Attempts are counted from 1, the first call, which waits for nothing. A backoff is a value and has no
/// randomness: jitter is drawn by the loop, from ``RunOptions/seed``.
///
/// Two backoffs are equal if they are made of the same numbers. One that is made of a closure equals its
/// copies only, and cannot be encoded.
public struct Backoff: Hashable, Sendable {
  let rule: Rule
  /// How many calls there are.
  let attempts: Int
  /// The share of a delay that is drawn.
  let jitter: Double

  enum Rule: Hashable, Sendable {
    case constant(Duration)
    case exponential(from: Duration, factor: Double, upTo: Duration)
    case custom(CustomBackoff)
  }

  private init(_ rule: Rule, _ attempts: Int, _ jitter: Double) {
    self.rule = rule
    self.attempts = max(attempts, 1)
    self.jitter = jitter > 0 ? min(jitter, 1) : 0
  }

  /// Makes no attempt after the first.
  public static var never: Backoff { Backoff(.constant(.zero), 1, 0) }

  /// Waits equally long before each further attempt.
  ///
  /// - Parameters:
  ///   - delay: How long to wait; a negative one counts as zero.
  ///   - attempts: How many calls there are, the first one included; less than 1 counts as 1.
  ///   - jitter: The share of each delay, from 0 to 1, that may be taken off at random.
  /// - Returns: A backoff with the same delay each time.
  public static func constant(
    _ delay: Duration, attempts: Int, jitter: Double = 0
  ) -> Backoff {
    Backoff(.constant(delay.asDelay), attempts, jitter)
  }

  /// Waits longer and longer before each further attempt.
  ///
  /// The wait before attempt `n + 1` is `first × factorⁿ⁻¹`, but never more than `longest`.
  ///
  /// - Parameters:
  ///   - first: How long to wait before the second attempt; a negative delay counts as zero.
  ///   - factor: By how much each delay is longer than the one before. One that is negative, infinite
  ///     or not a number counts as 1.
  ///   - longest: The longest delay.
  ///   - attempts: How many calls there are, the first one included; less than 1 counts as 1.
  ///   - jitter: The share of each delay, from 0 to 1, that may be taken off at random. With 1 the wait
  ///     is anything from nothing to the whole delay.
  /// - Returns: A backoff whose delays grow.
  public static func exponential(
    from first: Duration, factor: Double = 2, upTo longest: Duration, attempts: Int,
    jitter: Double = 0
  ) -> Backoff {
    let factor = factor.isFinite && factor >= 0 ? factor : 1
    return Backoff(
      .exponential(from: first.asDelay, factor: factor, upTo: longest.asDelay), attempts, jitter)
  }

  /// Asks a closure how long to wait.
  ///
  /// - Parameter delay: Called with the number of an attempt, 1 or more; returns how long to wait
  ///   after it before the next one, or `nil` if there is no next one. A negative delay counts as zero.
  ///   Pure: it is called where the loop or a reducer needs the answer, any number of times.
  /// - Returns: A backoff that equals its copies only.
  public static func custom(
    _ delay: @escaping @Sendable (_ attempt: Int) -> Duration?
  ) -> Backoff {
    Backoff(.custom(CustomBackoff(delay)), .max, 0)
  }

  /// Returns how long to wait after an attempt has failed, before jitter.
  ///
  /// - Parameter attempt: The number of the attempt, counted from 1; less than 1 counts as 1.
  /// - Returns: The delay; `nil` if there are no more attempts.
  public func delay(after attempt: Int) -> Duration? {
    if attempt >= attempts { return nil }
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
    guard let delay = delay(after: attempt), jitter > 0 else { return delay(after: attempt) }
    return delay.times(1 - jitter * draw.with(UInt64(bitPattern: Int64(attempt))).unit)
  }

  /// By repeated squaring: Foundation is not there.
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
  /// The delay so many times, at most the longest one.
  fileprivate func times(_ factor: Double) -> Duration {
    let attoseconds = Double(attoseconds) * factor
    // NB: 2¹²⁷ is the first number that does not fit.
    if !(attoseconds < 1.7e38) { return self == .zero ? .zero : .longestDelay }
    return Duration(attoseconds: Int128(attoseconds)).asDelay
  }
}

/// A random number that is a function of what it is drawn for, and of nothing else.
///
/// It is a counter-based generator: the numbers are mixed by the function that SplitMix64 ends with
/// (Steele, Lea and Flood, 2014), so that no draw depends on how many were made before.
@usableFromInline
struct RandomDraw: Hashable, Sendable {
  private let bits: UInt64

  @usableFromInline
  init(seed: UInt64) {
    bits = seed
  }

  /// Returns the number of this and of a further coordinate.
  @usableFromInline
  func with(_ coordinate: UInt64) -> RandomDraw {
    RandomDraw(seed: Self.mix(bits &+ 0x9E37_79B9_7F4A_7C15 &+ Self.mix(coordinate &+ 1)))
  }

  /// The number as one from 0 to 1, without 1.
  var unit: Double { Double(Self.mix(bits) >> 11) * 0x1p-53 }

  private static func mix(_ bits: UInt64) -> UInt64 {
    var mixed = bits
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
