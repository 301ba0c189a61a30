internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where the block of this process is, as a bit pattern; zero as long as there is none.
///
/// NB: an `Atomic` in a global constant is the only kind of global that a signal handler may read.
/// A variable, also an unsafe one, is guarded by `swift_beginAccess`, which aborts if the handler
/// interrupted a modification. In debug builds the first use calls `swift_once`, so every use by a
/// handler comes after one by `RescueBlock.shared`.
let rescueAddress = Atomic<UInt>(0)

/// All that a signal handler needs to give the terminal back: made once, never freed, never moved.
///
/// Only atomics and raw memory, because a handler may interrupt anything, on any thread.
struct RescueBlock: ~Copyable {
  /// Who owes the terminal its undo.
  enum Phase {
    /// Nobody: there is nothing to undo.
    static let idle = 0
    /// Whoever comes first.
    static let armed = 1
    /// The thread in `restorer`, at this moment.
    static let restoring = 2
  }

  static let undoCapacity = 512
  static let tailCapacity = 4096
  static let signalCount = 65

  /// Whether a view has the terminal; the claim outlives suspensions.
  let isClaimed = Atomic<Bool>(false)
  let phase = Atomic<Int>(Phase.idle)
  /// The thread that restores, and the one that is writing to the terminal; zero if none is.
  let restorer = Atomic<UInt>(0)
  let writer = Atomic<UInt>(0)
  /// The process that armed it: a forked child has nothing to restore.
  let owner = Atomic<Int32>(0)
  let input = Atomic<Int32>(-1)
  let output = Atomic<Int32>(-1)
  /// Which half of `undo` is valid.
  ///
  /// The owner rewrites the other half only while armed, so that whoever disarms it reads a half
  /// that stays.
  let current = Atomic<Int>(0)
  let firstCount = Atomic<Int>(0)
  let secondCount = Atomic<Int>(0)
  let undo: UnsafeMutablePointer<UInt8>
  /// The attributes to give back; written only while idle.
  let saved: UnsafeMutablePointer<termios>

  /// Whether the process is on its way out, by `exit` or by a fault on any thread.
  let isEnding = Atomic<Bool>(false)
  /// Whether `atexit` knows of us.
  let isRegistered = Atomic<Bool>(false)
  /// The ends of the self-pipe, made once and never closed: whoever is late writes into nothing
  /// else.
  ///
  /// And the write end as long as handlers are to use it, and the signals that came, a bit each.
  let pipeReading = Atomic<Int32>(-1)
  let pipeWriting = Atomic<Int32>(-1)
  let wakeUp = Atomic<Int32>(-1)
  let signals = Atomic<UInt64>(0)
  /// When the last INT or TERM came, in nanoseconds; zero for never.
  let lastInterrupt = Atomic<Int64>(0)
  /// The same for runs with and without a screen, and where to write a signal that asks them to
  /// end: into a pipe that is made once.
  let lastEndingSignal = Atomic<Int64>(0)
  let endingWakeUp = Atomic<Int32>(-1)
  /// What the signals did before; an entry is written before its handler is installed.
  let previous: UnsafeMutablePointer<sigaction>

  /// What is captured: the pipe's read end, and where descriptors 1 and 2 led before.
  let captured = Atomic<Int32>(-1)
  /// The thread that is reading the pipe; zero if none is.
  let captor = Atomic<UInt>(0)
  let realOutput = Atomic<Int32>(-1)
  let realErrors = Atomic<Int32>(-1)
  /// The last bytes that were captured, in a ring, and how many there were in all.
  let tail: UnsafeMutablePointer<UInt8>
  let tailCount = Atomic<Int>(0)
  /// Room to copy what is left in the pipe.
  let scratch: UnsafeMutablePointer<UInt8>

  private init() {
    undo = .allocate(capacity: 2 * Self.undoCapacity)
    undo.initialize(repeating: 0, count: 2 * Self.undoCapacity)
    saved = .allocate(capacity: 1)
    saved.initialize(to: termios())
    previous = .allocate(capacity: Self.signalCount)
    previous.initialize(repeating: sigaction(), count: Self.signalCount)
    tail = .allocate(capacity: Self.tailCapacity)
    tail.initialize(repeating: 0, count: Self.tailCapacity)
    scratch = .allocate(capacity: Self.tailCapacity)
    scratch.initialize(repeating: 0, count: Self.tailCapacity)
  }

  /// The block of this process, made by the first call.
  static var shared: UnsafeMutablePointer<RescueBlock> {
    if let block = existing { return block }
    let block = UnsafeMutablePointer<RescueBlock>.allocate(capacity: 1)
    block.initialize(to: RescueBlock())
    let (isFirst, winner) = rescueAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: block), ordering: .acquiringAndReleasing)
    // The loser of a race is leaked: a few pages, once.
    return isFirst ? block : UnsafeMutablePointer(bitPattern: winner) ?? block
  }

  /// The block if there is one; the only way in for a handler.
  @inline(__always)
  static var existing: UnsafeMutablePointer<RescueBlock>? {
    UnsafeMutablePointer(bitPattern: rescueAddress.load(ordering: .acquiring))
  }
}
