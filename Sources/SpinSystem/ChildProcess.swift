// NB: `environ` is a variable of the C library, and is imported as an unguarded one.
@unsafe @preconcurrency internal import SpinCLibrary

/// Another program that this process has started.
///
/// Only the thread that sends signals reaps the status, because until then no other process gets
/// the same number.
package struct ChildProcess: Sendable {
  private let id: pid_t
  private let program: String

  /// Starts a program on a terminal.
  ///
  /// It belongs to this process's job, so that ctrl-Z stops both.
  ///
  /// - Parameters:
  ///   - program: The path of the program, or a name that is looked up in `PATH`.
  ///   - arguments: The arguments, without the program's own name.
  ///   - terminal: The descriptor of the program's input, output and errors.
  ///   - defaults: The signals whose actions the program gets as the system has them.
  ///   - onEnd: A closure that is called on another thread when the program has ended or cannot be
  ///     waited for.
  /// - Throws: An error if the program cannot be started or waited for.
  package init(
    _ program: String, _ arguments: [String], on terminal: Descriptor, defaults: [Int32],
    onEnd: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
      throw SystemError(.startProgram, code: ENOTSUP, program: program)
    #else
      // Before the program starts, because the system may have no thread left.
      let watch = try ChildWatch(onEnd)
      defer { watch.close() }
      id = try Self.spawn(program, arguments, on: terminal, defaults: defaults)
      self.program = program
      watch.begin(id)
    #endif
  }

  /// Sends a signal to the process; do not call it after ``waitForStatus()``.
  package func send(_ signal: Int32) { _ = kill(id, signal) }

  /// Waits for the end of the process and reaps its status, as `waitpid(2)` encodes it.
  ///
  /// - Returns: The status.
  /// - Throws: An error if the process cannot be waited for.
  package func waitForStatus() throws(SystemError) -> Int32 {
    var status: Int32 = 0
    guard SystemCall.retrying({ unsafe waitpid(id, &status, 0) }) == id else {
      throw SystemError(.awaitProgram, code: errno, program: program)
    }
    return status
  }

  #if !os(iOS) && !os(tvOS) && !os(visionOS) && !os(watchOS)
    private static func spawn(
      _ program: String, _ arguments: [String], on terminal: Descriptor, defaults: [Int32]
    ) throws(SystemError) -> pid_t {
      func succeed(_ code: Int32) throws(SystemError) {
        if code != 0 { throw SystemError(.startProgram, code: code, program: program) }
      }
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      unsafe posix_spawnattr_init(&attributes)
      defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
      }
      for number: Int32 in 0...2 {
        try succeed(unsafe posix_spawn_file_actions_adddup2(&actions, terminal.number, number))
      }
      var (ownActions, mask) = (sigset_t(), sigset_t())
      unsafe sigemptyset(&mask)
      unsafe sigemptyset(&ownActions)
      for signal in defaults { unsafe sigaddset(&ownActions, signal) }
      unsafe posix_spawnattr_setsigdefault(&attributes, &ownActions)
      unsafe posix_spawnattr_setsigmask(&attributes, &mask)
      unsafe posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
      var child: pid_t = 0
      var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
        unsafe strdup($0)
      }
      unsafe words.append(nil)
      defer { unsafe words.forEach { unsafe free($0) } }
      try succeed(unsafe posix_spawnp(&child, program, &actions, &attributes, words, environment))
      return child
    }

    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
      #if canImport(Darwin)
        unsafe _NSGetEnviron().pointee
      #else
        unsafe environ
      #endif
    }
  #endif
}
