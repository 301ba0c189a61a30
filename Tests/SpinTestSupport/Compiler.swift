internal import Foundation

/// The compiler, asked about snippets that use the modules under test.
package struct Compiler: Sendable {
  package struct Verdict: Sendable {
    package let accepts: Bool
    package let messages: String
  }

  private let modules: URL

  /// Finds the compiler and the modules built beside the running test; `nil` if one is missing.
  package init?() {
    let places = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap(\.self)
    let candidates = places.flatMap { place in
      sequence(first: place) { $0.pathComponents.count > 1 ? $0.deletingLastPathComponent() : nil }
        .prefix(5).map { $0.appending(path: "Modules") }
    }
    let found = candidates.first {
      FileManager.default.fileExists(atPath: $0.appending(path: "SpinCore.swiftmodule").path)
    }
    guard let found, Self.isInstalled else { return nil }
    modules = found
  }

  private static var isInstalled: Bool {
    let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/swiftc") }
  }

  /// Type-checks a snippet after the imports of the library.
  package func check(_ snippet: String) async throws -> Verdict {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("import SpinAsync\nimport SpinCallbacks\n\(snippet)\n".utf8).write(to: file)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path, file.path,
    ]
    let messages = Pipe()
    process.standardError = messages
    let ended = Gate()
    process.terminationHandler = { _ in ended.open() }
    try process.run()
    let text = await onThread { messages.fileHandleForReading.readDataToEndOfFile() }
    await ended.waitStubbornly()
    return Verdict(
      accepts: process.terminationStatus == 0, messages: String(decoding: text, as: UTF8.self))
  }

  /// Whether tests may be skipped for want of a compiler: never where they are the gate.
  package static var mayBeMissing: Bool { ProcessInfo.processInfo.environment["CI"] == nil }
}
