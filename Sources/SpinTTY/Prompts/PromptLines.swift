internal import SpinCore
internal import SpinSystem

/// Asks in words and reads lines: on a terminal that cannot draw, for a screen reader, or from a pipe.
///
/// It reads byte by byte, so that what follows the line is left to the program and its children.
struct PromptLines {
  private static let count = Guarded(0)

  private let input: Descriptor
  private let output: Descriptor
  private let profile: TerminalProfile
  private let waker: Waker
  private let inbox: SignalInbox
  private let isCancelled = Flag()
  private var isTyped: Bool { input.isTerminal }

  /// Reads from a descriptor, and writes the words to another one, or else to where the user or the
  /// log of the tool sees them.
  init(
    _ profile: TerminalProfile, _ input: Descriptor = .standardInput, output: Descriptor? = nil
  ) throws(TerminalError) {
    self.input = input
    let screen = input.isTerminal ? TerminalChannels.drawable(prefersErrors: true) : nil
    self.output = output ?? screen ?? TerminalChannels.printable(prefersErrors: true)
    self.profile = profile
    waker = try Waker()
    inbox = SignalInbox(waker)
  }

  /// Asks on a thread of its own.
  func ask(_ asking: Asking) async -> Result<Asking.Answer, Prompt.Failure> {
    defer { waker.close() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(TerminalError) {
          try TerminalError.naming { () throws(SystemError) in
            try SystemThread.start {
              continuation.resume(
                returning: Result { () throws(Prompt.Failure) in try answer(asking) })
            }
          }
        } catch {
          continuation.resume(returning: .failure(.terminal(error)))
        }
      }
    } onCancel: {
      isCancelled.raise()
      waker.wake()
    }
  }

  private func answer(_ question: Asking) throws(Prompt.Failure) -> Asking.Answer {
    var asking = question
    if isTyped, profile.isBuildServer { throw .ended(question: asking.question) }
    let signals = try? EndingSignals.shared.begin(patience: .seconds(2)) { [inbox] signal, _ in
      inbox.put(signal)
    }
    let echoing = asking.field.isSecret && isTyped ? try? TerminalAttributes(of: input) : nil
    defer {
      echoing?.restore(to: input, drains: false, discardsInput: false)
      if let signals { EndingSignals.shared.end(signals) }
      inbox.close(resending: false)
    }
    try? echoing?.madeSilent().apply(to: input)
    SystemCall.flushPrinted()
    if isTyped, !asking.help.isEmpty { say(asking.help) }
    while true {
      if isTyped { say(asking.words, terminator: " ") }
      guard let line = try readLine() else {
        if isTyped { say("") }
        throw .ended(question: asking.question)
      }
      if echoing != nil { say("") }
      asking.take { asking throws(Asking.Complaint) in try asking.read(line) }
      if let end = asking.end {
        if !isTyped { say("? \(asking.title)  \(asking.outcome(isASCII: true))") }
        return try end.get()
      }
      let complaint = asking.complaint ?? ""
      guard isTyped else {
        let number = PromptLines.count.withLock { $0 }
        throw .invalid(question: asking.question, line: number, reason: complaint)
      }
      say(complaint)
    }
  }

  /// Returns the next line, or `nil` at the end of the input.
  private func readLine() throws(Prompt.Failure) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      if let signal = inbox.take().first { throw .cancelled(signal: signal) }
      if isCancelled.isRaised { throw .cancelled(signal: nil) }
      var items = [Readiness(input), Readiness(waker.reading)]
      Readiness.wait(for: &items, atMost: nil)
      if items[1].isReady { waker.reading.drain() }
      guard items[0].isReady else { continue }
      switch withUnsafeMutableBytes(of: &byte, { input.read(into: $0) }) {
      case .moved where byte != 0x0A: bytes.append(byte)
      case .wouldBlock: continue
      case .ended where bytes.isEmpty, .failed where bytes.isEmpty: return nil
      case .moved, .ended, .failed:
        if bytes.last == 0x0D { bytes.removeLast() }
        PromptLines.count.withLock { $0 += 1 }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private func say(_ text: String, terminator: String = "\n") {
    if profile.request == TerminalMode.off.rawValue { return }
    let lines = CleanText.screenLines(of: text).map(\.string).joined(separator: "\n")
    output.writeAll("\(lines)\(terminator)".utf8, within: .seconds(10))
  }
}
