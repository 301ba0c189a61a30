internal import SpinCLibrary
internal import SpinSystem

/// The attributes of a terminal (termios), which can be made raw, applied, verified and restored.
struct TerminalAttributes {
  private(set) var raw: termios

  /// Reads the current attributes of a terminal.
  init(of terminal: Descriptor) throws(TerminalError) {
    raw = termios()
    guard SystemCall.retrying({ unsafe tcgetattr(terminal.number, &raw) }) == 0 else {
      throw TerminalError(
        .readAttributes, code: errno, "The terminal's attributes cannot be read.")
    }
  }

  /// Returns the attributes for reading each key at once and writing each byte unchanged.
  ///
  /// - Parameter keepsSignals: Whether ctrl-C, ctrl-Z and ctrl-\ still send signals.
  /// - Returns: The changed attributes.
  func madeRaw(keepsSignals: Bool) -> TerminalAttributes {
    var copy = self
    copy.raw.c_iflag &= ~flags(
      IGNBRK, BRKINT, PARMRK, ISTRIP, INLCR, IGNCR, ICRNL, IXON, IXANY, IXOFF)
    copy.raw.c_oflag &= ~flags(OPOST)
    copy.raw.c_lflag &= ~flags(ECHO, ECHONL, ICANON, IEXTEN)
    if !keepsSignals { copy.raw.c_lflag &= ~flags(ISIG) }
    copy.raw.c_cflag = copy.raw.c_cflag & ~flags(CSIZE, PARENB) | flags(CS8)
    copy.setControl(VMIN, 1)
    copy.setControl(VTIME, 0)
    return copy
  }

  /// Returns the attributes for reading lines that the terminal does not show.
  func madeSilent() -> TerminalAttributes {
    var copy = self
    copy.raw.c_lflag &= ~flags(ECHO)
    return copy
  }

  /// Applies the attributes and verifies them, because the system reports success if only a part
  /// was applied.
  ///
  /// The terminal first takes the output written before, unless that takes long.
  func apply(to terminal: Descriptor) throws(TerminalError) {
    terminal.awaitOutput(within: .milliseconds(200))
    guard set(on: terminal) else {
      throw TerminalError(
        .changeAttributes, code: errno, "The terminal's attributes cannot be changed.")
    }
    guard try TerminalAttributes(of: terminal).isLike(self) else {
      throw TerminalError(
        .verifyAttributes,
        "The terminal accepted only some of the attributes needed to read keys.")
    }
  }

  /// Restores the attributes and ignores errors, because nothing else can be tried.
  ///
  /// - Parameters:
  ///   - terminal: The terminal, which need not have taken all output.
  ///   - discardsInput: Whether to discard keys and answers that were not read.
  func restore(to terminal: Descriptor, discardsInput: Bool) {
    Rescue.blockingTerminalSignals {
      _ = set(on: terminal)
      if discardsInput { _ = tcflush(terminal.number, TCIFLUSH) }
    }
  }

  /// Returns whether all attributes that this library sets are the same.
  func isLike(_ other: TerminalAttributes) -> Bool {
    raw.c_iflag == other.raw.c_iflag && raw.c_oflag == other.raw.c_oflag
      && raw.c_lflag & ~volatile == other.raw.c_lflag & ~volatile
      && raw.c_cflag == other.raw.c_cflag
      && control(VMIN) == other.control(VMIN) && control(VTIME) == other.control(VTIME)
  }

  /// Whether the backspace key sends ctrl-H.
  var backspaceIsControlH: Bool { control(VERASE) == 8 }

  /// NB: the control characters are a tuple, and their indices differ between systems.
  private func control(_ index: Int32) -> UInt8 {
    unsafe withUnsafeBytes(of: raw.c_cc) { unsafe $0[Int(index)] }
  }

  private mutating func setControl(_ index: Int32, _ value: UInt8) {
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { unsafe $0[Int(index)] = value }
  }

  private func set(on terminal: Descriptor) -> Bool {
    var copy = raw
    var isDone = false
    Rescue.blockingTerminalSignals {
      for _ in 0..<10 where !isDone {
        isDone = unsafe tcsetattr(terminal.number, TCSANOW, &copy) == 0
        if !isDone, errno != EINTR { return }
      }
    }
    return isDone
  }

  /// The flags that the kernel sets while it retypes input that was typed ahead.
  private var volatile: tcflag_t { flags(PENDIN, FLUSHO) }

  private func flags<Flag: BinaryInteger>(_ flags: Flag...) -> tcflag_t {
    flags.reduce(0) { $0 | tcflag_t(truncatingIfNeeded: $1) }
  }
}
