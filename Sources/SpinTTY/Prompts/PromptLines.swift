internal import SpinCore
internal import SpinSystem

/// Asks in words and reads lines: on a terminal that cannot draw, for a screen reader, or from a pipe.
struct PromptLines {
  /// The largest number of bytes in a line.
  static let longest = 1 << 20
  private static let count = Guarded(0)
  /// The numbers of the descriptors at which the rest of a line that was too long follows.
  private static let insideLines = Guarded<Set<Int32>>([])

  private let descriptor: Descriptor
  private let longest: Int
  private let output: Descriptor
  private let profile: TerminalProfile
  private let waker: Waker
  private let inbox: SignalInbox
  private let isCancelled = Flag()
  private var isTyped: Bool { descriptor.isTerminal }

  /// Reads from a descriptor, and writes the words to another one, or else to where the user or the
  /// log of the tool sees them.
  init(
    _ profile: TerminalProfile, _ input: Descriptor = .standardInput, output: Descriptor? = nil,
    longest: Int = PromptLines.longest
  ) throws(TerminalError) {
    descriptor = input
    let screen = input.isTerminal ? TerminalChannels.drawable(prefersErrors: true) : nil
    self.output = output ?? screen ?? TerminalChannels.printable(prefersErrors: true)
    self.profile = profile
    waker = try Waker()
    inbox = SignalInbox(waker)
    self.longest = longest
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
    if isTyped, profile.isBuildServer { throw .ended(question: question.question) }
    let isInsideLine = PromptLines.insideLines.withLock { $0.remove(descriptor.number) != nil }
    var input = PromptInput(
      descriptor, limit: longest, isInsideLine: isInsideLine, waker, inbox, isCancelled)
    if question.field.isSecret, isTyped {
      do throws(TerminalError) { try input.hide() } catch { throw .terminal(error) }
    }
    let number = try? EndingSignals.shared.begin(patience: .seconds(2)) { [inbox] signal, isHeard in
      // The signals that come while the input hides what is typed are heard there.
      if !isHeard { inbox.put(signal) }
    }
    let result = Result { () throws(Prompt.Failure) in try answer(question, &input) }
    if input.isInsideLine {
      _ = PromptLines.insideLines.withLock { $0.insert(descriptor.number) }
    }
    let late = input.end()
    if let number { EndingSignals.shared.end(number) }
    // A signal that came too late for the prompt goes to the previous handlers, unless another signal has
    // ended the prompt.
    let isSignalled = if case .failure(.cancelled(_?)) = result { true } else { false }
    inbox.close(resending: !isSignalled)
    for signal in late where !isSignalled { Signals.send(signal) }
    return try result.get()
  }

  private func answer(
    _ question: Asking, _ input: inout PromptInput
  ) throws(Prompt.Failure) -> Asking.Answer {
    var asking = question
    SystemCall.flushPrinted()
    if isTyped, !asking.help.isEmpty { say(asking.help) }
    while true {
      if isTyped { say(asking.words, terminator: " ") }
      switch try input.line() {
      case .text(let line):
        PromptLines.count.withLock { $0 += 1 }
        if input.isHiding { say("") }
        asking.take { asking throws(Asking.Complaint) in try asking.read(line) }
      case .tooLong:
        PromptLines.count.withLock { $0 += 1 }
        throw refusal(of: asking, "It has more than \(input.limit) bytes.")
      case .ended:
        if isTyped { say("") }
        throw .ended(question: asking.question)
      case .interrupted: continue
      }
      if let end = asking.end {
        let mark = Asking.Mark.answered.text(isASCII: true)
        if !isTyped { say("\(mark) \(asking.title)  \(asking.outcome(isASCII: true))") }
        return try end.get()
      }
      let complaint = asking.complaint ?? ""
      guard isTyped else { throw refusal(of: asking, complaint) }
      say(complaint)
    }
  }

  private func refusal(of asking: Asking, _ reason: String) -> Prompt.Failure {
    let number = PromptLines.count.withLock { $0 }
    return .invalid(question: asking.question, line: number, reason: reason)
  }

  private func say(_ text: String, terminator: String = "\n") {
    if profile.request == TerminalMode.off.rawValue { return }
    output.writeAll("\(text.inLines)\(terminator)".utf8, within: .seconds(10))
  }
}

extension String {
  /// The text in lines for a terminal, in which control characters are made visible.
  var inLines: String {
    CleanText.screenLines(of: self).map(\.string).joined(separator: "\n")
  }
}
