internal import SpinSystem

/// The attributes of a terminal that this process has changed, with the duty to restore them.
///
/// Before the first change, handlers are installed. So the terminal is as it was before when a signal or a
/// fault ends the process, and the owner can give it back when a signal stops the process: a signal
/// wakes the owner by the pipe `waker`, and the owner takes it by ``Signals/take()``.
///
/// *Isolation*: one thread, which gets a stack for signal handlers. The process has one such value at a
/// time, see ``Rescue/claim()``.
struct ChangedAttributes {
  /// The pipe by which signals and other threads wake the owner.
  let waker: (reading: Descriptor, writing: Descriptor)
  /// The attributes to restore.
  private(set) var saved: TerminalAttributes
  private var changed: TerminalAttributes
  private let input: Descriptor
  private let output: Descriptor
  private let change: (TerminalAttributes) -> TerminalAttributes
  private let stack: HandlerStack?

  /// Changes the attributes, once this process is in the foreground.
  ///
  /// - Parameters:
  ///   - input: The terminal.
  ///   - output: Where to write the bytes that undo other changes.
  ///   - change: Returns the attributes that take the place of others.
  /// - Throws: An error if the attributes cannot be changed. Nothing has changed then.
  init(
    of input: Descriptor, output: Descriptor,
    _ change: @escaping (TerminalAttributes) -> TerminalAttributes
  ) throws(TerminalError) {
    try input.comeToForeground()
    (self.input, self.output, self.change) = (input, output, change)
    saved = try TerminalAttributes(of: input)
    changed = change(saved)
    waker = try Rescue.selfPipe()
    stack = HandlerStack()
    Rescue.arm(input: input.number, output: output.number, saved: saved.raw, undo: [])
    do throws(TerminalError) {
      try Signals.install(waker: waker.writing)
      try changed.apply(to: input)
    } catch {
      // The attempt may have succeeded in part.
      end()
      throw error
    }
  }

  /// Changes the attributes again, after they were restored or changed by another program.
  ///
  /// - Parameters:
  ///   - savesAnew: Whether to save the present attributes as those to restore. Pass `false` after
  ///     a program that may have left its own. Attributes that this process has set are never
  ///     saved.
  ///   - undo: The bytes that undo the remaining changes.
  /// - Throws: An error if the attributes cannot be read or changed.
  mutating func retake(savesAnew: Bool, undo: [UInt8] = []) throws(TerminalError) {
    let present = try TerminalAttributes(of: input)
    if savesAnew, !present.isLike(changed) {
      saved = present
      changed = change(present)
    }
    Rescue.disarm()
    Rescue.arm(input: input.number, output: output.number, saved: saved.raw, undo: undo)
    try changed.apply(to: input)
  }

  /// Changes the attributes again if another program has; returns whether it had.
  func regain() -> Bool {
    guard let present = try? TerminalAttributes(of: input), !present.isLike(changed) else {
      return false
    }
    return (try? changed.apply(to: input)) != nil
  }

  /// Restores the attributes, until ``retake(savesAnew:undo:)`` or ``giveBack()``, unless a handler did.
  func restore() {
    guard Rescue.beginRelease() else { return }
    saved.restore(to: input, discardsInput: false)
    Rescue.endRelease()
  }

  /// Removes the handlers, once the attributes are restored.
  func giveBack() {
    Signals.uninstall()
    stack?.remove()
  }

  /// Restores the attributes and removes the handlers.
  func end() {
    restore()
    giveBack()
  }
}
