internal import SpinSystem

/// The lines that a prompt without a screen reads.
///
/// It reads byte by byte, so that what follows the line is left to the program and its children.
///
/// A terminal that hides what is typed shows it again when a signal stops or ends the process, and hides it
/// again after the return:
///
/// ```
///   hide ─▶ line ─ ctrl-Z ─▶ show, stop … fg ─▶ hide, interrupted ─▶ line ─▶ show
/// ```
///
/// *Isolation*: the thread that asks.
struct PromptInput {
  enum Line: Equatable {
    case text(String)
    /// The line has more bytes than the limit; the next prompt passes over the rest of it.
    case tooLong
    /// The input has ended.
    case ended
    /// The job was stopped and is back. What was typed is lost, so the question must be asked again.
    case interrupted
  }

  /// The largest number of bytes in a line.
  let limit: Int
  /// Whether what follows is the rest of a line that was too long.
  private(set) var isInsideLine: Bool
  private let descriptor: Descriptor
  private let waker: Waker
  private let inbox: SignalInbox
  private let isCancelled: Flag
  /// The change by which the terminal hides what is typed.
  private var hiding: ChangedAttributes?

  var isHiding: Bool { hiding != nil }

  init(
    _ descriptor: Descriptor, limit: Int, isInsideLine: Bool, _ waker: Waker, _ inbox: SignalInbox,
    _ isCancelled: Flag
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.isInsideLine = isInsideLine
    self.waker = waker
    self.inbox = inbox
    self.isCancelled = isCancelled
  }

  /// Makes the terminal hide what is typed, once the job is in the foreground, until ``end()``.
  mutating func hide() throws(TerminalError) {
    hiding = try ChangedAttributes(of: descriptor, output: descriptor) { $0.madeSilent() }
  }

  /// Makes the terminal show again what is typed.
  ///
  /// - Returns: The signals that came too late for the prompt, and that ask for a stop or an end.
  mutating func end() -> [Int32] {
    guard let hiding else { return [] }
    hiding.end()
    self.hiding = nil
    return Signals.take().filter { (Signals.ending + Signals.stopping).contains($0) }
  }

  /// Returns the next line without its end.
  ///
  /// - Complexity: O(*n*) in its bytes, up to the limit, and in those passed over, with two system calls for
  ///   each.
  mutating func line() throws(Prompt.Failure) -> Line {
    var bytes: [UInt8] = []
    var byte: [UInt8] = [0]
    while true {
      if try obeySignals() { return .interrupted }
      guard isReady() else { continue }
      switch isHiding ? descriptor.readAsJob(into: &byte) : descriptor.read(into: &byte) {
      case .moved where isInsideLine: isInsideLine = byte[0] != 0x0A
      case .moved where byte[0] == 0x0A: return .text(text(bytes))
      case .moved where bytes.count == limit:
        isInsideLine = true
        return .tooLong
      case .moved: bytes += byte
      case .wouldBlock: continue
      // Another job has taken the foreground.
      case .failed where isHiding && descriptor.jobControl == .background:
        if try pause(by: Signals.stopForInput) { return .interrupted }
      case .ended, .failed:
        isInsideLine = false
        return bytes.isEmpty ? .ended : .text(text(bytes))
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// Waits until a byte can be read or something else has happened; returns whether a byte can be read.
  private func isReady() -> Bool {
    var items = [Readiness(descriptor), Readiness(waker.reading)]
    if let hiding { items.append(Readiness(hiding.waker.reading)) }
    Readiness.wait(for: &items, atMost: nil)
    for item in items.dropFirst() where item.isReady { item.descriptor.drain() }
    return items[0].isReady
  }

  /// Obeys what other threads and signals have asked for; returns whether the job was stopped meanwhile.
  private mutating func obeySignals() throws(Prompt.Failure) -> Bool {
    if let signal = inbox.take().first { throw .cancelled(signal: signal) }
    if isCancelled.isRaised { throw .cancelled(signal: nil) }
    guard isHiding else { return false }
    let signals = Signals.take()
    if let signal = signals.first(where: Signals.ending.contains) {
      throw .cancelled(signal: signal)
    }
    if let signal = signals.first(where: Signals.stopping.contains) { return try pause(by: signal) }
    // After a stop without notice.
    return signals.contains(Signals.resume) ? try hideAgain() : false
  }

  /// Shows what is typed, and stops the process; returns whether the prompt continues.
  private mutating func pause(by signal: Int32) throws(Prompt.Failure) -> Bool {
    hiding?.restore()
    Signals.stopJob(wholeGroup: false, by: signal)
    return try hideAgain()
  }

  /// Waits for the foreground, and hides what is typed; returns `false` if a signal asks for the end.
  private mutating func hideAgain() throws(Prompt.Failure) -> Bool {
    do throws(TerminalError) {
      let isHere = try descriptor.comeToForeground { Signals.isEndAsked }
      guard isHere else { return false }
      try hiding?.retake(savesAnew: true)
    } catch {
      throw .terminal(error)
    }
    Signals.dropPauses()
    return true
  }
}
