internal import SpinCLibrary
internal import Synchronization

/// The address of this process's block, as a bit pattern; 0 if there is none.
///
/// NB: an `Atomic` in a global constant is the only kind of global that a signal handler may read.
/// A variable, even an unsafe one, is guarded by `swift_beginAccess`, which aborts if the handler
/// interrupted a modification. In debug builds, the first use calls `swift_once`, so
/// `RescueBlock.shared` must use it before any handler does.
let rescueAddress = Atomic<UInt>(0)

/// The data that a signal handler needs to restore the terminal: allocated once, never freed or
/// moved.
///
/// It contains only atomics and raw memory, because a handler may interrupt any code on any thread.
@safe struct RescueBlock: ~Copyable {
  // Guard: the memory of its pointers is allocated with it and never freed; each states who writes it.
  /// The phases of the duty to restore the terminal.
  enum Phase {
    /// There is nothing to undo.
    static let idle = 0
    /// The first thread that restores must write the undo.
    static let armed = 1
    /// The thread in `restorer` is writing the undo.
    static let restoring = 2
  }

  static let undoCapacity = 512
  static let tailCapacity = 4096
  static let signalCount = 65

  /// Whether a view has the terminal; the claim stays during suspensions.
  let isClaimed = Atomic<Bool>(false)
  let phase = Atomic<Int>(Phase.idle)
  /// The thread that restores, and the thread that is writing to the terminal; 0 for none.
  let restorer = Atomic<UInt>(0)
  let writer = Atomic<UInt>(0)
  /// The process that armed the rescue; a forked child has nothing to restore.
  let owner = Atomic<Int32>(0)
  let input = Atomic<Int32>(-1)
  let output = Atomic<Int32>(-1)
  /// The number of the valid half of `undo`.
  ///
  /// The owner rewrites the other half only while armed, so that the thread that disarms it reads a
  /// stable half.
  let current = Atomic<Int>(0)
  let firstCount = Atomic<Int>(0)
  let secondCount = Atomic<Int>(0)
  /// The bytes that undo the changes made so far, twice; see ``current``.
  let undo: UnsafeMutablePointer<UInt8>
  /// The attributes to restore; written only while idle.
  let saved: UnsafeMutablePointer<termios>

  /// Whether the process is ending, by `exit` or by a fault on any thread.
  let isEnding = Atomic<Bool>(false)
  /// Whether the `atexit` handler is registered.
  let isRegistered = Atomic<Bool>(false)
  /// The ends of the self-pipe, made once and never closed, so that a late write cannot reach
  /// another file.
  ///
  /// `wakeUp` is the write end while handlers use it, and `signals` has a bit for each received
  /// signal.
  let pipeReading = Atomic<Int32>(-1)
  let pipeWriting = Atomic<Int32>(-1)
  let wakeUp = Atomic<Int32>(-1)
  let signals = Atomic<UInt64>(0)
  /// The time of the latest INT or TERM that counted as a first one, see ``SignalRepetition``; 0 for none.
  let lastInterrupt = Atomic<Int64>(0)
  /// The same time for runs with and without a screen, and the write end of the pipe for signals
  /// that ask them to end, which is made once.
  let lastEndingSignal = Atomic<Int64>(0)
  let endingWakeUp = Atomic<Int32>(-1)
  /// The previous dispositions of signals; each entry is written before its handler is installed.
  let previous: UnsafeMutablePointer<sigaction>

  /// The capture: the pipe's read end, and duplicates of the original descriptors 1 and 2.
  let captured = Atomic<Int32>(-1)
  /// The thread that is reading the pipe; 0 for none.
  let captor = Atomic<UInt>(0)
  let realOutput = Atomic<Int32>(-1)
  let realErrors = Atomic<Int32>(-1)
  /// A ring of the last captured bytes, and the number of all captured bytes.
  let tail: UnsafeMutablePointer<UInt8>
  let tailCount = Atomic<Int>(0)
  /// A buffer for the bytes left in the pipe.
  let scratch: UnsafeMutablePointer<UInt8>

  private init() {
    unsafe undo = .allocate(capacity: 2 * Self.undoCapacity)
    unsafe undo.initialize(repeating: 0, count: 2 * Self.undoCapacity)
    unsafe saved = .allocate(capacity: 1)
    unsafe saved.initialize(to: termios())
    unsafe previous = .allocate(capacity: Self.signalCount)
    unsafe previous.initialize(repeating: sigaction(), count: Self.signalCount)
    unsafe tail = .allocate(capacity: Self.tailCapacity)
    unsafe tail.initialize(repeating: 0, count: Self.tailCapacity)
    unsafe scratch = .allocate(capacity: Self.tailCapacity)
    unsafe scratch.initialize(repeating: 0, count: Self.tailCapacity)
  }

  /// The block of this process, which the first call makes.
  static var shared: Address {
    if let block = existing { return block }
    let block = UnsafeMutablePointer<RescueBlock>.allocate(capacity: 1)
    unsafe block.initialize(to: RescueBlock())
    let (isFirst, winner) = rescueAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: block), ordering: .acquiringAndReleasing)
    // The block that loses a race is leaked: a few pages, once.
    return unsafe Address(isFirst ? block : UnsafeMutablePointer(bitPattern: winner) ?? block)
  }

  /// The block if there is one; handlers must use only this property.
  @inline(__always)
  static var existing: Address? {
    guard
      let block = unsafe UnsafeMutablePointer<RescueBlock>(
        bitPattern: rescueAddress.load(ordering: .acquiring))
    else { return nil }
    return unsafe Address(block)
  }

  /// The address of a block, which is valid forever.
  @safe struct Address {
    private let pointer: UnsafeMutablePointer<RescueBlock>

    @inline(__always) @unsafe
    fileprivate init(_ pointer: UnsafeMutablePointer<RescueBlock>) { unsafe self.pointer = pointer }

    var pointee: RescueBlock {
      @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
    }
  }
}
