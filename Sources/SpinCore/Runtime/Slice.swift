/// The part of a turn that a thread makes at a stretch before others get theirs: about a millisecond
/// or a number of entries, whichever ends first, and at least one entry.
///
/// The clock is read before each batch of entries. The first batch is a single entry, so a slow reducer is
/// noticed at once. While entries are quick, batches grow to ``longestBatch`` entries. If entries become
/// slow, the slice notices it after at most that many.
///
/// NB: a slice measures real time, or that of ``RunOptions/sliceTime``, and never that of the
/// runtime's scheduler, which stands still in tests. It decides where a turn is cut and nothing else.
@usableFromInline
package struct Slice: Sendable {
  /// The number of entries in a slice of a runtime that shares its threads.
  @usableFromInline package static var usualLimit: Int { 4096 }

  /// How long a slice may take, in nanoseconds.
  static var duration: UInt64 { 1_000_000 }

  /// How long a thread offers its next steps, in nanoseconds: a small part of a slice, because perhaps no
  /// thread takes the offer.
  static var offer: UInt64 { duration / 32 }

  /// How long a thread makes steps for others that it could leave to the runtime, in nanoseconds.
  static var loan: UInt64 { 100 * duration }

  /// The time by which slices are measured, unless a run has a clock of its own.
  static var time: UInt64 { now(nil) }

  /// The maximum number of entries from one look at the clock to the next.
  static var longestBatch: UInt32 { 16 }

  /// How many entries may be taken before the clock is read again.
  package var left: Int
  // NB: `reserve` and `batch` share a word, because each event on the caller's thread makes a slice.
  /// How many entries may be taken after ``left`` entries.
  var reserve: UInt32
  /// How many entries were permitted when the clock was read last.
  var batch: UInt32 = 0
  /// When the clock was read last; 0 before the slice has begun.
  var looked: UInt64 = 0
  var deadline: UInt64 = 0

  /// A slice that does not end before its turn.
  static var whole: Slice { Slice(left: .max, reserve: 0) }

  /// The slice of a thread that emits and makes the steps itself, outside of the runtime.
  ///
  /// It does not end before its turn either, unless other threads add entries meanwhile: see
  /// ``othersHaveAdded(_:)``.
  static var lent: Slice { Slice(left: .max, reserve: UInt32(usualLimit)) }

  /// How many entries such a thread takes before it looks for entries from the inbox.
  static var courtesy: Int { 16 }

  /// A slice that does not look at the clock for its first entries.
  static var unhurried: Slice { Slice(left: courtesy, reserve: UInt32(usualLimit)) }

  /// Notes that entries have come by way of the inbox: a lent slice now has an end, as one of a runtime that
  /// shares its threads has.
  @inline(__always)
  mutating func othersHaveAdded(_ time: @autoclosure () -> SliceTime?) {
    if left > Int.max / 2 && reserve > 0 && left <= .max - Self.courtesy { limitNow(time()) }
  }

  private mutating func limitNow(_ time: SliceTime?) {
    left = 1
    beginNow(time)
  }

  /// Makes a slice that has not begun.
  ///
  /// - Parameter limit: The maximum number of entries: 1 or more.
  /// - Returns: A slice that begins with its first turn.
  package static func of(_ limit: Int) -> Slice {
    let limit = atLeastOne(
      limit, "A turn that takes \(limit) events never ends: the limit must be 1 or more.")
    return Slice(left: 1, reserve: UInt32(clamping: limit - 1))
  }

  /// How many entries may still be taken, if time permits.
  var limit: Int { left == .max ? .max : left + Int(reserve) }

  /// Begins the slice, unless it has begun, has but one entry or has no end yet.
  ///
  /// A slice that is not begun takes its first entry before it reads the clock.
  @inline(__always)
  package mutating func begin(_ time: @autoclosure () -> SliceTime?) {
    if reserve > 0 && looked == 0 && left == 1 { beginNow(time()) }
  }

  mutating func beginNow(_ time: SliceTime?) {
    batch = 1
    looked = Self.now(time)
    deadline = looked &+ Self.duration
  }

  /// Whether another entry may be taken.
  @inline(__always)
  package mutating func permitsEntry(_ time: @autoclosure () -> SliceTime?) -> Bool {
    left > 0 || permitsBatch(time())
  }

  /// Reads the clock after a batch, and returns whether there is another one.
  mutating func permitsBatch(_ time: SliceTime?) -> Bool {
    guard reserve > 0 else { return false }
    if looked == 0 {
      // Nothing is known of the entries before: the first batch is a single entry.
      beginNow(time)
      (left, reserve) = (1, reserve - 1)
      return true
    }
    let now = Self.now(time)
    guard now < deadline else {
      reserve = 0
      return false
    }
    let passed = now &- looked
    if passed < Self.duration / 16 {
      batch = min(4 * batch, Self.longestBatch)
    } else if passed > Self.duration / 4 {
      batch = max(batch / 4, 1)
    }
    looked = now
    left = Int(min(batch, reserve))
    reserve -= min(batch, reserve)
    return true
  }

  /// NB: never 0, which means that the slice has not begun.
  private static func now(_ time: SliceTime?) -> UInt64 { max(time?() ?? SystemCall.uptime, 1) }
}

/// A clock that measures slices, in nanoseconds.
package typealias SliceTime = @Sendable () -> UInt64
