internal import SpinSystem

/// Everything that a session takes from the system while a view uses the terminal.
///
/// The initialiser takes, in this order, the claim, the descriptors, the attributes, the duty to
/// restore, the handlers, raw mode and captured output. They are given back in reverse order.
struct TerminalClaim {
  let channels: TerminalChannels
  /// The pipe by which signals and other threads wake the terminal thread.
  let waker: (reading: Descriptor, writing: Descriptor)
  /// The attributes to restore, and those of this session.
  private(set) var saved: TerminalAttributes
  private(set) var raw: TerminalAttributes
  private(set) var capture: OutputCapture?
  private let stack: HandlerStack?
  private let keepsSignals: Bool

  init(_ options: UIOptions, keepsSignals: Bool) throws(TerminalError) {
    guard Rescue.claim() else { throw .terminalInUse }
    var undo: [() -> Void] = [Rescue.giveUpClaim]
    do throws(TerminalError) {
      let channels = try TerminalChannels(prefersErrors: options.drawsOnErrors)
      undo.append(channels.close)
      try channels.input.comeToForeground()
      let saved = try TerminalAttributes(of: channels.input)
      let raw = saved.madeRaw(keepsSignals: keepsSignals)
      let waker = try Rescue.selfPipe()
      let stack = HandlerStack()
      undo.append { stack?.remove() }
      Rescue.arm(
        input: channels.input.number, output: channels.output.number, saved: saved.raw,
        undo: [])
      undo.append(Rescue.disarm)
      try Signals.install(waker: waker.writing)
      undo.append(Signals.uninstall)
      // Before the attempt, which may succeed in part.
      undo.append { saved.restore(to: channels.input, drains: false, discardsInput: false) }
      try raw.apply(to: channels.input)
      capture =
        options.capturesOutput ? try OutputCapture(channels.shared, waker: waker.writing) : nil
      (self.channels, self.saved, self.raw) = (channels, saved, raw)
      (self.waker, self.stack, self.keepsSignals) = (waker, stack, keepsSignals)
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
  }

  /// Makes the terminal raw again, after it was given back or changed by another program.
  ///
  /// - Parameters:
  ///   - savesAnew: Whether to save the present attributes as those to restore. Pass `false` after
  ///     a program that may have left its own. Attributes that this session has set are never
  ///     saved.
  ///   - undo: The bytes that undo the remaining changes.
  /// - Throws: An error if the attributes cannot be read or changed.
  mutating func retake(savesAnew: Bool, undo: [UInt8] = []) throws(TerminalError) {
    let present = try TerminalAttributes(of: channels.input)
    if savesAnew, !present.isLike(raw) {
      saved = present
      raw = present.madeRaw(keepsSignals: keepsSignals)
    }
    Rescue.disarm()
    Rescue.arm(
      input: channels.input.number, output: channels.output.number, saved: saved.raw, undo: undo)
    try raw.apply(to: channels.input)
  }

  /// Gives back everything except the attributes, which are restored together with the modes.
  ///
  /// - Returns: The lines that the program printed meanwhile.
  mutating func giveBack() -> [CleanText] {
    Signals.uninstall()
    stack?.remove()
    defer { capture = nil }
    return capture?.end() ?? []
  }

  func close() {
    channels.close()
    Rescue.giveUpClaim()
  }
}
