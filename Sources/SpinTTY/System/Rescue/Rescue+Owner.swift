internal import SpinCLibrary
internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// The functions of the terminal's owner; signal handlers do not call them.
extension Rescue {
  /// Claims the terminal for one view of this process.
  static func claim() -> Bool {
    !RescueBlock.shared.pointee.isClaimed.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Whether a view of this process has the terminal.
  static var isClaimed: Bool {
    RescueBlock.shared.pointee.isClaimed.load(ordering: .acquiring)
  }

  /// Prepares the calling thread so that a stack overflow restores the terminal, if a view has it.
  ///
  /// The thread that runs a step of a loop calls this function for each step.
  @usableFromInline
  static func guardThread() {
    if isClaimed { HandlerStack.keepForThread() }
  }

  static func giveUpClaim() {
    RescueBlock.shared.pointee.isClaimed.store(false, ordering: .releasing)
  }

  /// Arms the rescue, before any change to the terminal.
  ///
  /// - Parameters:
  ///   - input: The descriptor of the terminal whose attributes to restore.
  ///   - output: The descriptor to write the undo to.
  ///   - saved: The attributes to restore.
  ///   - undo: The bytes that undo the changes made so far.
  static func arm(input: Int32, output: Int32, saved: termios, undo: [UInt8]) {
    let block = RescueBlock.shared
    if !block.pointee.isRegistered.exchange(true, ordering: .acquiringAndReleasing) {
      atexit { Rescue.restoreOnce(isEnding: true) }
    }
    unsafe block.pointee.saved.pointee = saved
    block.pointee.input.store(input, ordering: .releasing)
    block.pointee.output.store(output, ordering: .releasing)
    block.pointee.owner.store(getpid(), ordering: .releasing)
    block.pointee.writer.store(0, ordering: .releasing)
    block.pointee.current.store(0, ordering: .releasing)
    store(undo, half: 0)
    block.pointee.phase.store(RescueBlock.Phase.armed, ordering: .sequentiallyConsistent)
  }

  /// Disarms the rescue, to arm it again.
  static func disarm() { if beginRelease() { endRelease() } }

  /// Whether the terminal must still be restored.
  static var isArmed: Bool {
    RescueBlock.shared.pointee.phase.load(ordering: .acquiring) == RescueBlock.Phase.armed
  }

  /// Blocks until the process ends, if another thread is ending it.
  static func awaitEnd() {
    while RescueBlock.shared.pointee.isEnding.load(ordering: .acquiring) { pause() }
  }

  /// Publishes the bytes of the undo, before the changes that they undo are written.
  static func publish(_ undo: [UInt8]) {
    let block = RescueBlock.shared
    // Once disarmed, a handler may still read the other half.
    guard isArmed else { return }
    let next = 1 - block.pointee.current.load(ordering: .acquiring)
    store(undo, half: next)
    block.pointee.current.store(next, ordering: .sequentiallyConsistent)
  }

  /// Stores the bytes of the undo in the first or second half of its memory.
  private static func store(_ undo: [UInt8], half: Int) {
    require(
      undo.count <= RescueBlock.undoCapacity,
      "The undo of a terminal has \(undo.count) bytes, and there is room for "
        + "\(RescueBlock.undoCapacity).")
    let block = RescueBlock.shared
    let bytes = unsafe block.pointee.undo + half * RescueBlock.undoCapacity
    for (index, byte) in undo.enumerated() { unsafe bytes[index] = byte }
    if half == 0 {
      block.pointee.firstCount.store(undo.count, ordering: .releasing)
    } else {
      block.pointee.secondCount.store(undo.count, ordering: .releasing)
    }
  }

  /// Calls `body` to write to the terminal, or returns `nil` if the terminal was restored
  /// meanwhile.
  static func writing<Result>(_ body: () -> Result) -> Result? {
    let block = RescueBlock.shared
    block.pointee.writer.store(currentThread, ordering: .sequentiallyConsistent)
    defer { block.pointee.writer.store(0, ordering: .sequentiallyConsistent) }
    let phase = block.pointee.phase.load(ordering: .sequentiallyConsistent)
    return phase == RescueBlock.Phase.armed ? body() : nil
  }

  /// Begins an orderly restoration, and returns whether the caller must do it.
  static func beginRelease() -> Bool {
    let block = RescueBlock.shared
    let (isOurs, _) = block.pointee.phase.compareExchange(
      expected: RescueBlock.Phase.armed, desired: RescueBlock.Phase.restoring,
      ordering: .sequentiallyConsistent)
    if isOurs { block.pointee.restorer.store(currentThread, ordering: .releasing) }
    return isOurs
  }

  static func endRelease() {
    RescueBlock.shared.pointee.phase.store(RescueBlock.Phase.idle, ordering: .releasing)
  }

  /// Records a capture: the pipe, and duplicates of the original descriptors 1 and 2, or -1.
  static func capture(pipe: Int32, output: Int32, errors: Int32) {
    let block = RescueBlock.shared
    block.pointee.realOutput.store(output, ordering: .releasing)
    block.pointee.realErrors.store(errors, ordering: .releasing)
    block.pointee.tailCount.store(0, ordering: .releasing)
    block.pointee.captured.store(pipe, ordering: .releasing)
  }

  /// Removes the capture, and returns whether it was still there.
  static func endCapture() -> Bool {
    RescueBlock.shared.pointee.captured.exchange(-1, ordering: .sequentiallyConsistent) >= 0
  }

  /// Reads a page of captured output; returns `nil` once a handler has taken the capture.
  ///
  /// ```
  ///   this thread             a handler
  ///   captor ← itself         captured ← none
  ///   captured?  none: stop   captor?  wait, then read the rest
  /// ```
  ///
  /// *Isolation*: one thread at a time.
  static func readCaptured(
    from pipe: Descriptor, into page: inout [UInt8]
  ) -> SystemCall.Transfer? {
    let block = RescueBlock.shared
    block.pointee.captor.store(currentThread, ordering: .sequentiallyConsistent)
    defer { block.pointee.captor.store(0, ordering: .sequentiallyConsistent) }
    guard block.pointee.captured.load(ordering: .sequentiallyConsistent) >= 0 else { return nil }
    let outcome = pipe.read(into: &page)
    if case .moved(let count) = outcome { noteCaptured(page[..<count]) }
    return outcome
  }

  /// Keeps the last captured bytes, which a crash prints.
  private static func noteCaptured(_ bytes: some Sequence<UInt8>) {
    let block = RescueBlock.shared
    var count = block.pointee.tailCount.load(ordering: .acquiring)
    for byte in bytes {
      unsafe block.pointee.tail[count % RescueBlock.tailCapacity] = byte
      count += 1
    }
    block.pointee.tailCount.store(count, ordering: .releasing)
  }

  /// Returns the self-pipe of this process, which the first call makes and which stays open.
  static func selfPipe() throws(TerminalError) -> (reading: Descriptor, writing: Descriptor) {
    let block = RescueBlock.shared
    let (reading, writing) = (
      block.pointee.pipeReading.load(ordering: .acquiring),
      block.pointee.pipeWriting.load(ordering: .acquiring)
    )
    if reading >= 0 { return (Descriptor(reading), Descriptor(writing)) }
    let pipe = try TerminalError.naming(SystemCall.pipe)
    block.pointee.pipeWriting.store(pipe.writing.number, ordering: .releasing)
    block.pointee.pipeReading.store(pipe.reading.number, ordering: .releasing)
    return pipe
  }
}
