internal import SpinSystem

/// Reads keys from standard input without a screen: from a file, from a pipe, or from a terminal
/// that sends whole lines, such as an editor's shell.
///
/// The end of a line is the enter key.
///
/// *Isolation*: one thread.
struct InputReader {
  /// The descriptor with the keys; `nil` if nobody can press one.
  private let input: Descriptor?
  private let waker: Waker
  private var clock: InputClock
  private var coalescer = InputCoalescer()
  private var lines = LineEnds()

  /// - Parameters:
  ///   - isReading: Whether the program reads keys.
  ///   - waker: Wakes the reader, so that it asks its client again.
  ///   - profile: The profile of the terminal.
  ///   - echo: The descriptor that the program prints on.
  init(
    isReading: Bool, waker: Waker, _ profile: TerminalProfile,
    echo: Descriptor = .standardOutput
  ) {
    let isThere = isReading && InputReader.isThere(profile, echo: echo)
    input = isThere ? .standardInput : nil
    self.waker = waker
    var options = InputDecoder.Options()
    options.escapePatience = profile.escapePatience
    clock = InputClock(options: options)
  }

  /// Whether a user types the keys and sees the output, line by line.
  var isTyped: Bool { input?.isTerminal == true }

  /// Whether standard input has keys.
  ///
  /// A terminal has keys if its user sees the program's output. A build server has no user.
  private static func isThere(_ profile: TerminalProfile, echo: Descriptor) -> Bool {
    let input = Descriptor.standardInput
    guard input.isOpen else { return false }
    if !input.isTerminal { return true }
    return echo.isTerminal && !profile.isBuildServer
  }

  /// Reads until the client stops it.
  ///
  /// - Parameters:
  ///   - client: Decides whether to continue.
  ///   - ended: Called once, if there is no input or when it ends.
  ///   - take: Takes an event; returns whether to continue.
  mutating func read(
    _ client: some InputReaderClient, ended: () -> Void, take: (InputEvent) -> Bool
  ) {
    var room = [UInt8](repeating: 0, count: 4096)
    var isReading = input != nil
    if !isReading { ended() }
    while client.goesOn() {
      var items = [Readiness(waker.reading)]
      if isReading, client.hasRoom(), let input { items.append(Readiness(input)) }
      let hasInput = items.count > 1
      let output = client.watchedOutput
      if let output { items.append(Readiness(lossOf: output)) }
      let due = Duration.earlier(clock.deadline, client.due)
      Readiness.wait(for: &items, atMost: due.map { max($0 - SystemCall.now, .zero) })
      if items[0].isReady {
        waker.reading.drain()
        continue
      }
      if output != nil, items.last?.isHungUp == true { client.lostOutput() }
      var events: [InputEvent] = []
      if hasInput, let input, items[1].isReady {
        switch input.read(into: &room) {
        case .moved(let count):
          events = clock.decode(lines.asReturns(room[..<count]), at: SystemCall.now)
        case .wouldBlock: break
        case .ended, .failed:
          // The end of the input ends an unfinished sequence.
          events = clock.decoder.expire()
          isReading = false
        }
      } else {
        events = clock.expire(at: SystemCall.now)
      }
      for event in coalescer.coalesce(events) {
        if !take(event) { return }
      }
      if !events.isEmpty { client.tookInput() }
      if !isReading, hasInput { ended() }
    }
  }
}

/// A client of an ``InputReader``.
protocol InputReaderClient {
  /// Whether to continue; called before each wait, and after the reader was woken.
  func goesOn() -> Bool
  /// Whether to read more input now; the reader is woken when this changes.
  func hasRoom() -> Bool
  /// Called after the client has taken what was read at once, such as a line of a terminal.
  func tookInput()
  /// The output whose reader the program needs; `nil` if it does not matter yet.
  var watchedOutput: Descriptor? { get }
  /// Called when nobody reads that output any longer.
  func lostOutput()
  /// When to ask again.
  var due: Duration? { get }
}

/// Turns each line ending, `\n` or `\r\n`, into a carriage return, however the bytes are divided.
struct LineEnds {
  private var wasReturn = false

  mutating func asReturns(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if byte != 0x0A { result.append(byte) } else if !wasReturn { result.append(0x0D) }
      wasReturn = byte == 0x0D
    }
    return result
  }
}
