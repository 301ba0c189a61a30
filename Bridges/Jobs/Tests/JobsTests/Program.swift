import Foundation

/// A program of this package that a test runs.
enum Program {
  /// Runs a program to its end, or kills it when it has printed some lines; returns its whole lines.
  ///
  /// A test that is cancelled kills it, too.
  static func output(
    of name: String, _ arguments: [String], input: String = "", endsInput: Bool = true,
    killedAfterLines limit: Int = .max
  ) async throws -> [String] {
    let (process, output, standardInput) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = standardInput
    try process.run()
    let id = process.processIdentifier
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    if endsInput { try standardInput.fileHandleForWriting.close() }
    let bytes = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          // Read to the end, so that the program is never stopped by a full pipe.
          var (bytes, lines) = (Data(), 0)
          while case let next = output.fileHandleForReading.availableData, !next.isEmpty {
            bytes += next
            lines += next.count { $0 == 0x0A }
            if lines >= limit { kill(id, SIGKILL) }
          }
          continuation.resume(returning: bytes)
        }
      }
    } onCancel: {
      kill(id, SIGKILL)
    }
    if !endsInput { try standardInput.fileHandleForWriting.close() }
    process.waitUntilExit()
    let end = bytes.lastIndex(of: 0x0A) ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
