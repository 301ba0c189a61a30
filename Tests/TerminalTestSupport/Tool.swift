package import Foundation

/// A program that may be missing.
package enum Tool {
  /// On a build server nothing is skipped: there a missing tool is a failure.
  ///
  /// An empty `CI` counts as none, as it does for the programs.
  package static let isBuildServer = !ProcessInfo.processInfo.environment["CI", default: ""].isEmpty

  package static let rounds = Int(ProcessInfo.processInfo.environment["SPIN_ROUNDS"] ?? "") ?? 100
  package static let seed = ProcessInfo.processInfo.environment["SPIN_SEED"]

  /// Whether a shell command succeeds, or must.
  package static func works(_ command: String) -> Bool {
    isBuildServer || (try? run(command, input: Data())) != nil
  }

  package struct Failure: Error {
    let command: String
    let status: Int32
  }

  /// Runs a shell command and answers with what it printed.
  @discardableResult
  package static func run(_ command: String, input: Data) throws -> Data {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("input")
    try input.write(to: file)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: command, status: process.terminationStatus)
    }
    return data
  }
}

/// A folder that is gone after the test.
package struct TemporaryFolder {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("spin-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  package func remove() { try? FileManager.default.removeItem(at: url) }
}
