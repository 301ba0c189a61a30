/// Reads keys from standard input where there is no screen: from a file, from a pipe, or from a
/// terminal that takes lines, such as an editor's shell.
///
/// The end of a line is the key that ends one on a screen, enter.
///
/// *Isolation*: one thread.
struct InputReader {
  private let input: Descriptor?
  private let waker: Waker
  private var clock: InputClock
  private var coalescer = InputCoalescer()
  private var lines = LineEnds()

  /// - Parameters:
  ///   - isReading: Whether the program wants keys.
  ///   - waker: Has the client asked again when it becomes readable.
  ///   - profile: What the environment says about terminals.
  ///   - echo: Where the program prints what the keys do.
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

  /// Whether standard input has keys.
  ///
  /// A terminal has keys if its user sees what they do. No user types on a build server.
  private static func isThere(_ profile: TerminalProfile, echo: Descriptor) -> Bool {
    let input = Descriptor.standardInput
    guard input.isOpen else { return false }
    if !input.isTerminal { return true }
    return echo.isTerminal && !profile.isBuildServer
  }

  /// Reads until the client wants no more.
  ///
  /// - Parameters:
  ///   - client: Says how long to go on.
  ///   - ended: Called once, when there is no input, or no more.
  ///   - take: Takes a part of the input; says whether it wants more.
  mutating func read(
    _ client: some InputReaderClient, ended: () -> Void, take: (InputEvent) -> Bool
  ) {
    var room = [UInt8](repeating: 0, count: 4096)
    var isReading = input != nil
    if !isReading { ended() }
    while client.goesOn() {
      var items = [Readiness(waker.reading)]
      if isReading, client.hasRoom(), let input { items.append(Readiness(input)) }
      let due = [clock.deadline, client.due].compactMap { $0 }.min()
      Readiness.wait(for: &items, atMost: due.map { max($0 - SystemCall.now, .zero) })
      if items[0].isReady {
        waker.reading.drain()
        continue
      }
      var events: [InputEvent] = []
      if items.count > 1, let input, items[1].isReady {
        switch room.withUnsafeMutableBytes({ input.read(into: $0) }) {
        case .moved(let count):
          events = clock.decode(lines.asReturns(room[..<count]), at: SystemCall.now)
        case .wouldBlock: break
        case .ended, .failed:
          // An unfinished sequence ends with the input.
          events = clock.decoder.expire().map(\.event)
          isReading = false
        }
      } else {
        events = clock.expire(at: SystemCall.now)
      }
      for event in coalescer.coalesce(events) {
        if !take(event) { return }
      }
      if !isReading, items.count > 1 { ended() }
    }
  }
}

/// Who is interested in what an ``InputReader`` reads.
protocol InputReaderClient {
  /// Whether to go on; asked before each wait, and when the reader was woken.
  func goesOn() -> Bool
  /// Whether to read more just now; the reader is woken if that changes.
  func hasRoom() -> Bool
  /// When to ask again.
  var due: Duration? { get }
}

/// Makes a return of each end of a line, `\n` or `\r\n`, however the bytes are cut.
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
