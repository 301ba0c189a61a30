internal import SpinCLibrary
internal import SpinSystem

extension Descriptor {
  /// The use of a file description that this library opens.
  enum Access {
    /// Reading keys; the description is opened for writing too, because some systems require that
    /// to change attributes.
    case reading
    /// Reading keys without blocking.
    ///
    /// Another program may read the key that woke both.
    case readingAtOnce
    /// Writing without blocking.
    case writing

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDWR | O_CLOEXEC | O_NOCTTY
      case .readingAtOnce: O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      case .writing: O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      }
    }
  }

  /// Opens a terminal's node with a new file description, which no other process shares.
  ///
  /// The result never takes the number of a closed standard descriptor; otherwise the program's
  /// printed output would go there.
  static func open(_ path: String, for access: Access) -> Descriptor? {
    let number = SystemCall.retrying { systemOpen(path, access.flags) }
    guard number >= 0 else { return nil }
    return Descriptor(number).aboveStandardOnes()
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// The path of the terminal's node; `nil` if it has none, as it may in a container.
  var terminalPath: String? {
    var name = [CChar](repeating: 0, count: 1024)
    guard unsafe ttyname_r(number, &name, name.count) == 0 else { return nil }
    let path = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: path, as: UTF8.self)
  }

  /// Opens the same terminal with a new file description.
  ///
  /// A path is used only if it leads to the same device, because in a container it may belong to
  /// another one.
  func openTerminalAnew(for access: Access) -> Descriptor? {
    var paths = [terminalPath].compactMap { $0 }
    #if os(Linux) || os(Android)
      paths.append("/proc/self/fd/\(number)")
    #endif
    for path in paths {
      guard let opened = Descriptor.open(path, for: access) else { continue }
      if opened.isSameTerminal(as: self) { return opened }
      opened.close()
    }
    return nil
  }

  func isSameTerminal(as other: Descriptor) -> Bool {
    var (mine, theirs) = (stat(), stat())
    guard unsafe fstat(number, &mine) == 0, unsafe fstat(other.number, &theirs) == 0 else {
      return false
    }
    if mine.st_rdev == theirs.st_rdev { return true }
    // One of them may be the alias /dev/tty. A process has only one controlling terminal, so two
    // that are controlling terminals are the same.
    return tcgetpgrp(number) >= 0 && tcgetpgrp(other.number) >= 0
  }

  /// The size in cells that the terminal reports; `nil` if it reports none.
  var windowSize: (columns: Int, rows: Int)? {
    var window = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Waits until the terminal has taken the output written before; `tcdrain` and `TCSADRAIN` would wait
  /// without a limit.
  func awaitOutput(within patience: Duration) {
    let due = SystemCall.now + patience
    var count: Int32 = 0
    while unsafe ioctl(number, UInt(TIOCOUTQ), &count) == 0, count > 0, SystemCall.now < due {
      _ = poll(nil, 0, 5)
    }
  }

  /// The state of this process in the terminal's job control.
  enum JobControl {
    /// This process may use the terminal, or only others may.
    case foreground, background
    /// The terminal is not this process's controlling terminal.
    case none
    /// The terminal is gone.
    case gone

    /// Whether job control does not keep this process from reading.
    var mayRead: Bool { self == .foreground || self == .none }
  }

  var jobControl: JobControl {
    let group = tcgetpgrp(number)
    if group >= 0 { return group == getpgrp() ? .foreground : .background }
    return errno == ENOTTY ? .none : .gone
  }

  /// Brings the job of this process to the foreground, without asking the shell.
  func takeForeground() {
    Rescue.blockingTerminalSignals { _ = tcsetpgrp(number, getpgrp()) }
  }

  /// Reads available bytes; in the background it fails and does not stop the job.
  func readAsJob(into page: inout [UInt8]) -> SystemCall.Transfer {
    var outcome = SystemCall.Transfer.wouldBlock
    Rescue.blockingTerminalSignals { outcome = read(into: &page) }
    return outcome
  }

  /// Writes bytes without blocking; see ``write(_:mayBlock:)`` of raw bytes.
  func write(_ bytes: MemoryView<UInt8>, mayBlock: Bool) -> SystemCall.Transfer {
    unsafe bytes.withBuffer { unsafe write(UnsafeRawBufferPointer($0), mayBlock: mayBlock) }
  }

  /// Waits until the job is in the foreground, or a signal asks it to end.
  ///
  /// In the background, this stops the job, as a shell expects of a job that needs the terminal.
  ///
  /// Setting the attributes to their current values makes the kernel send SIGTTOU. An orphaned
  /// process group cannot be stopped, so the call fails there.
  ///
  /// - Parameter isEnding: Whether a signal has asked the process to end. It is called before each
  ///   stop, because a shell continues a job that it asks to end, in the background.
  /// - Returns: Whether the job is in the foreground.
  /// - Throws: An error if the terminal is gone, or if the job cannot be stopped.
  @discardableResult
  func comeToForeground(unless isEnding: () -> Bool = { false }) throws(TerminalError) -> Bool {
    while true {
      switch jobControl {
      case .foreground, .none: return true
      case .gone:
        throw TerminalError(.comeToForeground, code: errno, "The terminal is gone.")
      case .background: break
      }
      if isEnding() { return false }
      let code = Signals.stopInBackground(changeNothing)
      guard code == 0 || code == EINTR else {
        throw TerminalError(
          .comeToForeground, code: code,
          "This program is in the background, and no shell can bring it to the foreground: start "
            + "it there.")
      }
    }
  }

  /// Sets the attributes to their current values, and returns the error number; 0 for none.
  private func changeNothing() -> Int32 {
    var attributes = termios()
    let isDone =
      unsafe tcgetattr(number, &attributes) == 0 && tcsetattr(number, TCSANOW, &attributes) == 0
    return isDone ? 0 : errno
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
