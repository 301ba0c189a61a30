import Dispatch
import SpinTTY

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// Programs of the desktop, which have no part in the terminal.
enum Desktop {
  /// Opens a file or a folder with the program that the user has for it; says why that has failed.
  ///
  /// The program may run until the user closes its window. A task that is cancelled does not wait for it.
  static func open(_ path: FilePicker.Path) async -> String? {
    let (failures, end) = AsyncStream<String>.makeStream()
    // NB: a queue of its own, because jobs of concurrent ones share as many threads as there are processors.
    DispatchQueue(label: "desktop").async {
      #if canImport(Darwin)
        let failure = run("open", [path.bytes])
      #else
        let failure = run("xdg-open", [path.bytes])
      #endif
      if let failure { end.yield(failure) }
      end.finish()
    }
    return await failures.first { _ in true }
  }

  /// Runs a program until it ends, and says why it has failed.
  ///
  /// The program has a session of its own, and so no terminal: it reads nothing, and the screen does not show what it
  /// writes. The program goes on when `files` ends. Its errors are in a file, because the end of a pipe would end it.
  static func run(_ program: String, _ arguments: [[UInt8]]) -> String? {
    func failure(_ code: Int32) -> String { "\(program): \(String(cString: strerror(code)))" }
    guard let errors = tmpfile() else { return failure(errno) }
    defer { fclose(errors) }
    // Programs that other threads start meanwhile do not get the file.
    _ = fcntl(fileno(errors), F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
      let (environment, ownSession) = (_NSGetEnviron().pointee, POSIX_SPAWN_SETSID)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      // NB: POSIX_SPAWN_SETSID, which glibc shows to C alone.
      let (environment, ownSession) = (environ, Int32(0x80))
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var words: [UnsafeMutablePointer<CChar>?] = ([Array(program.utf8)] + arguments).map { word in
      strdup(word.map { CChar(bitPattern: $0) } + [0])
    }
    words.append(nil)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      for word in words { free(word) }
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, fileno(errors), 2)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(ownSession) | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var (id, status) = (pid_t(), Int32())
    let code = posix_spawnp(&id, program, &actions, &attributes, words, environment)
    if code == ENOENT { return "\(program) is not installed." }
    if code != 0 { return failure(code) }
    while waitpid(id, &status, 0) < 0 { if errno != EINTR { return failure(errno) } }
    if status == 0 { return nil }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = max(0, pread(fileno(errors), &bytes, bytes.count, 0))
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.last.map(String.init) ?? "\(program) has failed."
  }
}
