import Foundation
import TerminalTestSupport
import Testing

/// What signal handlers may call, read from the machine code of an optimised build.
@Suite(.onItsOwnThread) struct HandlerDisassemblyTests {
  /// Functions that POSIX allows in a handler, and a few that are no more than a system call or an
  /// access to memory.
  static let allowed: Set<String> = [
    "write", "read", "poll", "dup2", "getpid", "raise", "_exit", "clock_gettime", "sigaction",
    "sigemptyset", "sigfillset", "sigaddset", "sigdelset", "pthread_sigmask", "pthread_self",
    "tcsetattr", "tcflush",
    "__stack_chk_fail",
    // errno, SIG_DFL
    "$s5Glibc5errnos5Int32Vvg", "$s5Glibc5errnos5Int32Vvs", "$s5Glibc7SIG_DFLys5Int32VXCSgvg",
    "$s5Glibc7SIG_IGNyys5Int32VXCvg",
  ]

  @Test(.enabled(if: Tools.exist)) func handlersCallNothingButWhatASignalMayInterrupt() throws {
    let calls = try Self.calls()
    let handlers = calls.keys.filter { $0.contains("handle") && $0.contains("Signal") }
    #expect(handlers.count >= 6)
    var reached = Set(handlers)
    var waiting = Array(handlers)
    while let function = waiting.popLast() {
      for callee in calls[function, default: []] where reached.insert(callee).inserted {
        if calls[callee] == nil {
          #expect(Self.allowed.contains(callee), "\(function) calls \(callee)")
        } else {
          waiting.append(callee)
        }
      }
    }
    // What is read here is really the code: it writes, and it sets the attributes.
    #expect(reached.isSuperset(of: ["write", "tcsetattr", "poll"]))
  }

  private static let use = """
    internal import Glibc
    internal import Synchronization
    public func install() {
      sigaction(SIGSEGV, SignalBlock.shared.pointee.ours, nil)
      listen(SIGSEGV, handleFatalSignal)
      listen(SIGWINCH, handleWakingSignal)
      listen(SIGINT, handleInterruptingSignal)
      listen(SIGTERM, handleEndingSignal)
      listen(SIGTTOU, handleBackgroundSignal)
      listen(SIGPIPE, handleDeadlySignal)
      _ = RescueBlock.shared
    }
    @inline(never) func listen(_ signal: Int32, _ listener: @escaping SignalListener) {
      SignalBlock.shared.pointee.slot(0, signal).pointee.store(
        unsafeBitCast(listener, to: UInt.self), ordering: .releasing)
    }
    """

  /// Each function of the object, with the functions it calls.
  private static func calls() throws -> [String: Set<String>] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let object = folder.appendingPathComponent("handlers.o").path
    // Without a use the optimiser removes them.
    let use = folder.appendingPathComponent("use.swift")
    try Data(Self.use.utf8).write(to: use)
    try Tools.run(
      "swiftc",
      [
        "-O", "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "Handlers",
        "-package-name", "spin",
        "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility", "-c", "-o", object,
      ] + sources(in: folder) + [use.path])
    let listing = try Tools.run("objdump", ["-dr", "--no-show-raw-insn", object])
    var calls: [String: Set<String>] = [:]
    var function = ""
    var direct: String?
    for line in listing.split(separator: "\n") {
      let relocated = symbol(in: line)
      // Where a relocation follows, the address before it says nothing.
      if relocated == nil, let direct { calls[function]?.insert(direct) }
      direct = nil
      if line.hasSuffix(">:"), let open = line.firstIndex(of: "<") {
        function = String(line[line.index(after: open)...].dropLast(2))
        calls[function] = []
      } else if let relocated {
        calls[function]?.insert(relocated)
      } else {
        direct = directCall(in: line)
      }
    }
    return calls
  }

  /// The symbol of a relocation that belongs to a call or a jump.
  private static func symbol(in line: Substring) -> String? {
    let kinds = ["R_X86_64_PLT32", "R_X86_64_GOTPCREL", "R_AARCH64_CALL26", "R_AARCH64_JUMP26"]
    guard kinds.contains(where: { line.contains($0) }), let last = line.split(separator: "\t").last
    else { return nil }
    let name = last.split(whereSeparator: \.isWhitespace).last ?? last
    return String(name.prefix { $0 != "+" }).replacing(/-0x[0-9a-f]+$/, with: "")
  }

  /// The function that is called or jumped to by its address: a private one has no relocation.
  private static func directCall(in line: Substring) -> String? {
    line.firstMatch(of: /\s(?:call|j[a-z]+|bl?)\s+[0-9a-f]+ <([^+>]+)>$/).map { String($0.1) }
  }

  /// Copies of the sources that are one module: none imports another of the package.
  private static func sources(in copies: URL) throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources").standardizedFileURL
    let rescue = ["RescueBlock.swift", "Rescue.swift", "SignalHandlers.swift", "SignalMask.swift"]
    let names =
      rescue.map { "SpinTTY/System/Rescue/\($0)" }
      + ["SpinSystem/Signals/SignalHandler.swift"]
    return try names.map { name in
      let source = folder.appendingPathComponent(name)
      let copy = copies.appendingPathComponent(source.lastPathComponent)
      try String(contentsOf: source, encoding: .utf8)
        .replacing("internal import SpinCore\n", with: "")
        .replacing("internal import SpinSystem\n", with: "")
        .replacing("import SpinCLibrary\n", with: "import Glibc\n")
        .write(to: copy, atomically: true, encoding: .utf8)
      return copy.path
    }
  }
}

/// The programs that the test needs.
private enum Tools {
  static var exist: Bool { path("swiftc") != nil && path("objdump") != nil }

  @discardableResult
  static func run(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = path(name)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }

  private static func path(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
