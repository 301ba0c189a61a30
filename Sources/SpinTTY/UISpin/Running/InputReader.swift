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
  ///   - waker: Ends the reading when it becomes readable.
  ///   - profile: What the environment says about terminals.
  init(isReading: Bool, waker: Waker, _ profile: TerminalProfile) {
    let isThere = isReading && InputReader.isThere(profile)
    input = isThere ? .standardInput : nil
    self.waker = waker
    var options = InputDecoder.Options()
    options.escapePatience = profile.escapePatience
    clock = InputClock(options: options)
  }

  /// Whether standard input has keys.
  ///
  /// A terminal has keys if its user sees what they do. No user types on a build server.
  private static func isThere(_ profile: TerminalProfile) -> Bool {
    let input = Descriptor.standardInput
    guard input.isOpen else { return false }
    if !input.isTerminal { return true }
    return Descriptor.standardOutput.isTerminal && !profile.isBuildServer
  }

  /// Reads until it is woken.
  ///
  /// - Parameters:
  ///   - ended: Called once, when there is no input, or no more.
  ///   - take: Takes a part of the input; says whether it wants more.
  mutating func read(ended: () -> Void, take: (InputEvent) -> Bool) {
    var room = [UInt8](repeating: 0, count: 4096)
    var isReading = input != nil
    if !isReading { ended() }
    while true {
      var items = [Readiness(waker.reading)]
      if isReading, let input { items.append(Readiness(input)) }
      let due = clock.deadline
      Readiness.wait(for: &items, atMost: due.map { max($0 - SystemCall.now, .zero) })
      if items[0].isReady { return waker.reading.drain() }
      var events: [InputEvent] = []
      if isReading, let input, items[1].isReady {
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
