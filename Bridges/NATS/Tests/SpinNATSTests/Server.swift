import Foundation
import Testing

/// A server of NATS with JetStream, on a port of its own.
final class Server: @unchecked Sendable {
  // Guard: a test uses it from one task at a time.
  private var process = Process()
  private let folder: URL
  private(set) var port = 0

  /// Whether the program `nats-server` is there, which a user may lack and CI may not.
  static let isInstalled =
    path != nil || ProcessInfo.processInfo.environment["CI"] != nil

  private static let path = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { "\($0)/nats-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  var address: String { "nats://127.0.0.1:\(port)" }

  private let hasJetStream: Bool

  init(withJetStream hasJetStream: Bool = true) async throws {
    self.hasJetStream = hasJetStream
    folder = FileManager.default.temporaryDirectory.appending(
      path: "spin-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await start()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the server, on the same port as before, and waits until it says that it is ready.
  func start() async throws {
    process = Process()
    process.executableURL = URL(filePath: Self.path ?? "/usr/sbin/nats-server")
    process.arguments =
      (hasJetStream ? ["--jetstream", "--store_dir", folder.path] : [])
      + ["--addr", "127.0.0.1", "--port", port == 0 ? "-1" : "\(port)"]
    let log = Pipe()
    process.standardError = log
    try process.run()
    let found = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (text, isReady) = ("", false)
        while case let next = log.fileHandleForReading.availableData, !next.isEmpty {
          if isReady { continue }
          text += String(decoding: next, as: UTF8.self)
          isReady = text.contains("Server is ready")
          if isReady { continuation.resume(returning: text) }
        }
        if !isReady { continuation.resume(returning: text) }
      }
    }
    let mark = "client connections on 127.0.0.1:"
    let digits = found.range(of: mark).map { found[$0.upperBound...].prefix { $0.isNumber } }
    port = try #require(digits.flatMap { Int($0) }, "\(found)")
  }

  /// Kills the server.
  func crash() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func stop() { kill(process.processIdentifier, SIGSTOP) }
  func goOn() { kill(process.processIdentifier, SIGCONT) }
}
