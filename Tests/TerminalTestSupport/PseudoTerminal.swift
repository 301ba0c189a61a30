package import Foundation
package import SpinTesting
package import Testing

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A real pseudo-terminal with a program on it; a virtual terminal behind it shows the picture and
/// answers the program's queries.
///
/// Nothing here sleeps: reads block until the program has written something, and a watchdog fails
/// the test if that takes far too long.
package final class PseudoTerminal {
  /// The limit of the watchdog in seconds, longer than any wait.
  package static let patience = 120.0

  package let master: Int32
  package let path: String
  /// Kept open, so that the attributes can be read after the program's end.
  package let slave: Int32
  package var screen: VirtualTerminal
  /// Whether the screen shows output as soon as it is read.
  ///
  /// The screen is slow, and at its end a program waits only a limited time for its terminal to
  /// take output.
  package var isShowing = true {
    didSet { if isShowing { showRest() } }
  }
  /// The number of bytes of the output that the screen has shown.
  private var shownCount = 0
  /// The whole output of the program.
  package private(set) var output: [UInt8] = []
  package private(set) var process: pid_t = 0
  /// Whether queries are answered.
  package var answers = true
  /// Whether the terminal takes the program's output, or keeps the program waiting, as a slow link
  /// does.
  package var isTaking = true {
    didSet { tcflow(slave, isTaking ? TCOON : TCOOFF) }
  }
  private var isOpen = true

  package init(columns: Int = 60, rows: Int = 20, strict: Bool = true) throws {
    (master, path) = try #require(Self.openMaster())
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    screen = VirtualTerminal(columns: columns, rows: rows, strict: strict)
    resize(columns: columns, rows: rows)
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    if isOpen { hangUp() }
  }

  private static func openMaster() -> (Int32, String)? {
    #if os(Linux)
      // NB: posix_openpt and its kin are not imported from Glibc.
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var lock: Int32 = 0
      var number: Int32 = 0
      let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
      guard master >= 0, ioctl(master, setLock, &lock) == 0, ioctl(master, getNumber, &number) == 0
      else { return nil }
      return (master, "/dev/pts/\(number)")
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { return nil }
      return (master, String(cString: name))
    #endif
  }

  /// Notes that the program has ended.
  package func forget() { process = 0 }

  /// Starts a program with the pseudo-terminal as its controlling terminal.
  package func start(
    _ path: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Opened by the leader of a session without a terminal, it becomes its terminal.
    posix_spawn_file_actions_addopen(&actions, 0, self.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Descriptors that other tests have open must not stay open as long as this program runs.
    #if canImport(Darwin)
      let closing: Int16 = 0x4000  // POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let closing: Int16 = 0
      for number in 3..<min(getdtablesize(), 1024) {
        posix_spawn_file_actions_addclose(&actions, number)
      }
    #endif
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID, with the signals.
    #if canImport(Darwin)
      let session: Int16 = 0x400
    #else
      let session: Int16 = 0x80
    #endif
    posix_spawnattr_setflags(
      &attributes,
      session | closing | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let ours = ProcessInfo.processInfo.environment
    let base = [
      "TERM": "xterm-256color", "PATH": ours["PATH"] ?? "", "PS1": "$ ",
      "SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": ours["TSAN_OPTIONS"] ?? "",
    ]
    let variables = base.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var names = variables.map { strdup($0) } + [nil]
    defer { for word in words + names { free(word) } }
    let code = posix_spawn(&process, path, &actions, &attributes, &words, &names)
    try #require(code == 0, "\(path) cannot be started")
  }

  package func resize(
    columns: Int, rows: Int, lines: VirtualTerminal.LineHandling = .clip
  ) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    if screen.columns != columns || screen.rows != rows {
      screen.resize(columns: columns, rows: rows, lines: lines)
    }
  }

  package func type(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  package func send(signal: Int32) {
    // 0 would be the group of the tests.
    precondition(process > 0, "The program has not begun or has ended.")
    kill(process, signal)
  }

  /// Sends a signal to the job in the foreground, as a key of the terminal does.
  package func sendToForeground(signal: Int32) throws {
    // Asked on the other side, which is the terminal of no process here, the system answers -1, and
    // a signal to that number stops every process of the user.
    let group = tcgetpgrp(master)
    try #require(group > 1)
    killpg(group, signal)
  }

  /// Closes the terminal's window.
  package func hangUp() {
    close(master)
    close(slave)
    isOpen = false
  }

  /// Waits until the screen shows something.
  package func waitFor(_ text: String, _ place: SourceLocation = #_sourceLocation) throws {
    try wait("\"\(text)\" is not shown", at: place) { $0.screen.text.contains(text) }
  }

  package func wait(
    _ complaint: String, at place: SourceLocation = #_sourceLocation,
    until isDone: (PseudoTerminal) -> Bool
  ) throws {
    let end = Date(timeIntervalSinceNow: Self.patience)
    while !isDone(self) {
      if read(before: end) { continue }
      Issue.record("\(complaint) on\n\(screen.text)", sourceLocation: place)
      throw Timeout()
    }
  }

  package struct Timeout: Error {}

  /// Takes the program's output; returns false if the program writes nothing for too long.
  @discardableResult
  package func read(before end: Date = Date(timeIntervalSinceNow: patience)) -> Bool {
    var item = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let left = max(0, end.timeIntervalSinceNow)
    guard poll(&item, 1, Int32(left * 1000)) > 0 else { return false }
    var room = [UInt8](repeating: 0, count: 65536)
    let count = systemRead(master, &room, room.count)
    guard count > 0 else { return false }
    output += room[..<count]
    if isShowing { showRest() }
    return true
  }

  private func showRest() {
    screen.feed(output[shownCount...])
    shownCount = output.count
    let replies = screen.takeReplies()
    if answers, !replies.isEmpty { send(replies) }
  }

  /// Takes all output that was already written.
  package func readRest() { while read(before: Date()) {} }
}

private func systemRead(_ file: Int32, _ room: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(file, room, count)
}
